import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { parseScript, type Script, type Simulator, startSimulator } from "../../src/simulator.ts";
import { ask } from "./ask.ts";
import { playText } from "./play-text.ts";

let simulator: Simulator;

beforeEach(async () => {
  simulator = await startSimulator();
});

afterEach(async () => {
  await simulator.close();
});

describe("a refused request", () => {
  test.each([
    ["rate-limited", 429, "rate_limit_error", "This request would exceed the rate limit."],
    ["overloaded", 529, "overloaded_error", "Overloaded"],
    ["server-error", 500, "api_error", "Internal server error"],
    ["wrong-key", 401, "authentication_error", "invalid x-api-key"],
    ["no-credit", 400, "invalid_request_error", "Your credit balance is too low to access the API."],
  ])("%s is written as Anthropic does", async (name, status, type, message) => {
    const response = await ask(simulator, "/v1/messages", { model: `rollcall/${name}` });

    expect(response.status).toBe(status);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(response.headers.get("request-id")).toBe("req_rollcall_1");
    expect(await response.json()).toEqual({ type: "error", error: { type, message }, request_id: "req_rollcall" });
  });

  test.each([
    ["rate-limited", 429, "requests", "rate_limit_exceeded"],
    ["overloaded", 503, "server_error", null],
    ["server-error", 500, "server_error", null],
    ["wrong-key", 401, "invalid_request_error", "invalid_api_key"],
    ["no-credit", 429, "insufficient_quota", "insufficient_quota"],
  ])("%s is written as OpenAI does", async (name, status, type, code) => {
    for (const path of ["/v1/chat/completions", "/v1/responses"] as const) {
      const response = await ask(simulator, path, { model: `rollcall/${name}` });

      expect(response.status).toBe(status);
      expect(await response.json()).toMatchObject({ error: { type, code, param: null } });
    }
  });

  test("says how long to wait where it asks to", async () => {
    const after = async (model: string): Promise<string | null> =>
      (await ask(simulator, "/v1/messages", { model })).headers.get("retry-after");

    expect(await after("rollcall/rate-limited")).toBe("1");
    expect(await after("rollcall/rate-limited?wait=30")).toBe("30");
    expect(await after("rollcall/overloaded")).toBe(null);
    expect((await ask(simulator, "/v1/messages", { model: "rollcall/overloaded?wait=3" })).status).toBe(400);
  });

  test("is tried again by the SDKs until it heals", async () => {
    const model = "rollcall/rate-limited?heals=1&wait=0";
    const anthropic = new Anthropic({ baseURL: simulator.url, apiKey: "any", maxRetries: 1 });
    const openai = new OpenAI({ baseURL: `${simulator.url}/v1`, apiKey: "any", maxRetries: 1 });
    const messages = [{ role: "user" as const, content: "The sign-in page is blank." }];

    const message = await anthropic.messages.stream({ model, max_tokens: 64, messages }).finalMessage();
    const stream = openai.chat.completions.stream({ model: `${model}&seed=2`, messages });
    const completion = await stream.finalChatCompletion();

    expect(message.stop_reason).toBe("tool_use");
    expect(completion.choices[0]?.finish_reason).toBe("tool_calls");
    expect(simulator.requests.map(({ state }) => state)).toEqual(["refused", "played", "refused", "played"]);
  });
});

describe("a refusal in a script", () => {
  const refused: Script = {
    format: "openai-chat",
    steps: [],
    refusal: { status: 418, headers: { "x-kind": "pot" }, body: { error: { message: "short and stout" } } },
  };

  test("is the answer, with its headers", async () => {
    await simulator.close();
    simulator = await startSimulator({ scripts: { teapot: refused } });

    const response = await ask(simulator, "/v1/chat/completions", { model: "rollcall/teapot" });

    expect([response.status, response.headers.get("x-kind")]).toEqual([418, "pot"]);
    expect(await response.text()).toBe('{"error":{"message":"short and stout"}}');
  });

  test("is its body where it is played in memory", async () => {
    expect(await playText(refused)).toBe('{"error":{"message":"short and stout"}}');
  });

  test.each([
    [{ status: 200, body: {} }, "refusal.status: expected an HTTP status from 400 to 599, got 200"],
    [{ status: 400 }, "refusal.body: expected an object, got nothing"],
    [{ status: 400, body: {}, headers: { "retry-after": 1 } }, "refusal.headers.retry-after: expected a string, got 1"],
  ])("is checked: %j", (refusal, complaint) => {
    expect(() => parseScript({ format: "openai-chat", steps: [], refusal })).toThrow(complaint);
  });

  test("leaves no room for steps", () => {
    expect(() => parseScript({ ...refused, steps: [{ kind: "done" }] })).toThrow(
      "refusal: is the whole answer: leave out the steps and the cut",
    );
  });
});
