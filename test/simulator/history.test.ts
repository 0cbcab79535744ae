import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { checkHistory, type Simulator, startSimulator } from "../../src/simulator.ts";
import { ask, type Path, servedPaths } from "./ask.ts";

let simulator: Simulator;

beforeEach(async () => {
  simulator = await startSimulator({ scripts: { once: ["text-only"] } });
});

afterEach(async () => {
  await simulator.close();
});

const question = { role: "user" as const, content: "The sign-in page is blank." };
const call = { id: "call_1", type: "function" as const, function: { name: "create_ticket", arguments: "{}" } };

/** A call that nobody answered. */
const unanswered: Readonly<Record<Path, object>> = {
  "/v1/messages": {
    messages: [
      question,
      { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "create_ticket", input: {} }] },
      question,
    ],
  },
  "/v1/chat/completions": {
    messages: [question, { role: "assistant", content: null, tool_calls: [call] }, question],
  },
  "/v1/responses": {
    input: [question, { type: "function_call", call_id: "call_1", name: "create_ticket", arguments: "{}" }, question],
  },
};

const words: Readonly<Record<Path, RegExp>> = {
  "/v1/messages": /`tool_use` ids were found without `tool_result` blocks immediately after: toolu_1/,
  "/v1/chat/completions": /must be followed by tool messages responding to each 'tool_call_id'.*call_1/,
  "/v1/responses": /No tool output found for function call call_1/,
};

describe.each(servedPaths)("a history that %s does not take", (path) => {
  test("R10: is refused in the provider's words, with the name of the rule, and noted in the log", async () => {
    const response = await ask(simulator, path, { model: "rollcall/ok", ...unanswered[path] });
    const body = await response.text();

    const [request] = simulator.requests;
    const [violation] = request?.violations ?? [];
    expect([response.status, request?.state]).toEqual([400, "refused"]);
    expect(body).toContain('"type":"invalid_request_error"');
    expect(JSON.stringify(violation?.message)).toMatch(words[path]);
    expect(body).toContain(JSON.stringify(violation?.message));
    expect(response.headers.get("x-rollcall-rule")).toBe(violation?.rule);
  });

  test("does not count as a request for a playbook", async () => {
    await ask(simulator, path, { model: "rollcall/once", ...unanswered[path] });

    const statuses = [
      (await ask(simulator, path, { model: "rollcall/once" })).status,
      (await ask(simulator, path, { model: "rollcall/once" })).status,
    ];

    expect(statuses).toEqual([200, 400]);
    expect(simulator.requests.map(({ violations }) => violations.length > 0)).toEqual([true, false, false]);
  });

  test("is played where the check is off", async () => {
    const careless = await startSimulator({ checksHistory: false });

    const response = await ask(careless, path, { model: "rollcall/ok", ...unanswered[path] });
    await response.text();
    const [request] = careless.requests;
    await careless.close();

    expect(response.status).toBe(200);
    expect(request?.violations).toEqual([]);
  });
});

describe("the official SDKs see the refusal as the real one", () => {
  test("Anthropic's", async () => {
    const client = new Anthropic({ baseURL: simulator.url, apiKey: "any", maxRetries: 0 });
    const asking = client.messages.create({
      model: "rollcall/ok",
      max_tokens: 64,
      stream: true,
      messages: [
        question,
        { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_9", content: "It is done." }] },
      ],
    });

    await expect(asking).rejects.toThrow(Anthropic.BadRequestError);
  });

  test("OpenAI's", async () => {
    const client = new OpenAI({ baseURL: `${simulator.url}/v1`, apiKey: "any", maxRetries: 0 });
    const asking = client.chat.completions.create({
      model: "rollcall/ok",
      stream: true,
      messages: [question, { role: "tool", tool_call_id: "call_9", content: "It is done." }],
    });

    await expect(asking).rejects.toThrow(OpenAI.BadRequestError);
  });
});

test("a history is checked without a server too", () => {
  const [violation] = checkHistory("openai-chat", {
    model: "any",
    messages: [question, { role: "tool", tool_call_id: "call_9", content: "It is done." }],
  });

  expect(violation?.path).toBe("messages[1].role");
});
