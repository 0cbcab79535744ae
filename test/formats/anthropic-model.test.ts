import Anthropic from "@anthropic-ai/sdk";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { anthropicModel } from "../../src/formats/anthropic-messages/model.ts";
import type { JsonObject } from "../../src/formats/dialect.ts";
import type { ModelRequest } from "../../src/formats/model.ts";
import { settle } from "../../src/index.ts";
import { startSimulator, type Script, type Simulator } from "../../src/simulator.ts";
import { anthropicMessage } from "../support/anthropic-events.ts";
import { deliver } from "../support/settle-stream.ts";
import { anthropicClient, answering } from "../support/sdk-answers.ts";

const params = { model: "claude-test", max_tokens: 1024 };
const asked: JsonObject = { role: "user", content: "Create a ticket." };

const createTicket = {
  name: "create_ticket",
  description: "Creates a ticket.",
  jsonSchema: { type: "object", properties: { title: { type: "string" } }, required: ["title"] },
};

function request(changes: Partial<ModelRequest> = {}): ModelRequest {
  return { history: { messages: [asked] }, tools: [], signal: new AbortController().signal, ...changes };
}

/** A function that sends, and what it was given. */
function recorder() {
  const sent: { body: JsonObject; signal: AbortSignal }[] = [];
  const send = (body: JsonObject, { signal }: { readonly signal: AbortSignal }) => {
    sent.push({ body, signal });
    return Promise.resolve(deliver([new TextEncoder().encode(anthropicMessage("end_turn"))]));
  };
  return { sent, send };
}

describe("the request of a model", () => {
  test("says what the params say, the conversation and the turn's tools, as a stream", async () => {
    const { sent, send } = recorder();
    const model = anthropicModel(send, { ...params, system: "Be brief.", tool_choice: { type: "auto" } });

    await model.send(request({ tools: [createTicket] }));

    expect(sent.map(({ body }) => body)).toEqual([
      {
        model: "claude-test",
        max_tokens: 1024,
        system: "Be brief.",
        tool_choice: { type: "auto" },
        tools: [
          {
            name: "create_ticket",
            description: "Creates a ticket.",
            input_schema: { type: "object", properties: { title: { type: "string" } }, required: ["title"] },
          },
        ],
        messages: [{ role: "user", content: "Create a ticket." }],
        stream: true,
      },
    ]);
  });

  test("puts the tools that the provider runs beside the turn's own", async () => {
    const { sent, send } = recorder();
    const search = { type: "web_search_20260209", name: "web_search", max_uses: 2 };
    const model = anthropicModel(send, { ...params, tools: [search] });

    await model.send(request({ tools: [createTicket] }));
    await model.send(request());

    expect(sent[0]?.body["tools"]).toEqual([
      {
        name: "create_ticket",
        description: "Creates a ticket.",
        input_schema: { type: "object", properties: { title: { type: "string" } }, required: ["title"] },
      },
      { type: "web_search_20260209", name: "web_search", max_uses: 2 },
    ]);
    expect(sent[1]?.body["tools"]).toEqual([{ type: "web_search_20260209", name: "web_search", max_uses: 2 }]);
  });

  test("has no list of tools where there are none, and no word of a stored conversation", async () => {
    const { sent, send } = recorder();

    await anthropicModel(send, params).send(request({ history: { messages: [asked], previousResponseId: "resp_1" } }));

    expect(sent[0]?.body).toEqual({
      model: "claude-test",
      max_tokens: 1024,
      messages: [{ role: "user", content: "Create a ticket." }],
      stream: true,
    });
  });

  test("passes the signal on", async () => {
    const { sent, send } = recorder();
    const { signal } = new AbortController();

    await anthropicModel(send, params).send(request({ signal }));

    expect(sent[0]?.signal).toBe(signal);
  });

  test("asks for a ceiling, which has a name for advice", () => {
    const model = anthropicModel(recorder().send, params);

    expect([model.maxOutputTokens, model.ceilingName]).toEqual([1024, "max_tokens"]);
  });
});

describe("params that cannot be used", () => {
  const cases: readonly (readonly [params: object, message: RegExp])[] = [
    [{ ...params, messages: [] }, /the turn gives messages/],
    [{ ...params, stream: true }, /the turn gives stream/],
    [{ max_tokens: 1024 }, /needs a model and a ceiling/],
    [{ model: "claude-test" }, /needs a model and a ceiling/],
  ];
  for (const [given, message] of cases) {
    test(`${JSON.stringify(given)} are refused at once`, () => {
      const make: unknown = anthropicModel;
      expect(() => Reflect.apply(asFunction(make), undefined, [recorder().send, given])).toThrow(message);
    });
  }
});

function asFunction(value: unknown): (...given: readonly unknown[]) => unknown {
  if (typeof value !== "function") throw new TypeError("no function");
  return (...given) => Reflect.apply(value, undefined, given) as unknown;
}

describe("the official client", () => {
  test("fits as it is, with its beta as well, and gives the raw answer, pings included", async () => {
    const ping = 'event: ping\ndata: {"type":"ping"}\n\n';
    const body = ping + anthropicMessage("end_turn");
    const client = anthropicClient(answering(body));

    for (const spoken of [client, client.beta]) {
      const source = await anthropicModel(spoken, params).send(request());
      expect(source instanceof Response ? await source.text() : "no response").toBe(body);
    }
  });

  test("rejects as it does by itself", async () => {
    const client = new Anthropic({
      apiKey: "none",
      baseURL: "http://127.0.0.1",
      maxRetries: 0,
      logLevel: "off",
      fetch: () =>
        Promise.resolve(
          Response.json({ type: "error", error: { type: "rate_limit_error", message: "Slow down." } }, { status: 429 }),
        ),
    });

    await expect(anthropicModel(client, params).send(request())).rejects.toThrow(Anthropic.RateLimitError);
  });

  test("aborts its request with the signal", async () => {
    const answer = answering("", "open");
    const controller = new AbortController();
    await anthropicModel(anthropicClient(answer), params).send(request({ signal: controller.signal }));
    expect(answer.isAborted()).toBe(false);

    controller.abort();

    expect(answer.isAborted()).toBe(true);
  });
});

describe("another client", () => {
  test("whose answers are events is taken at its events", async () => {
    const events = deliver([{ type: "message_stop" }]);
    const client = { messages: { create: () => Promise.resolve(events) } };

    expect(await anthropicModel(client, params).send(request())).toBe(events);
  });

  test("that does not stream is told so", async () => {
    const client = { messages: { create: () => Promise.resolve({ type: "message", content: [] }) } };

    await expect(anthropicModel(client, params).send(request())).rejects.toThrow(
      /gave no stream: pass a client that sends requests with stream: true/,
    );
  });
});

describe("a conversation with the official client", () => {
  const scripts: Readonly<Record<string, Script>> = {
    "two-steps": {
      format: "anthropic-messages",
      steps: [
        { kind: "reasoning", text: "I need a ticket.", signature: "c2lnbmVk" },
        { kind: "text", text: "I create the ticket." },
        { kind: "call", id: "toolu_01", name: "create_ticket", arguments: '{"title":"Blank page"}' },
        { kind: "call", id: "toolu_02", name: "create_ticket", arguments: '{"subject":"Blank page"}' },
        { kind: "stop", reason: "calls" },
        { kind: "done" },
      ],
      end: { kind: "eof" },
    },
  };
  let simulator: Simulator;
  beforeEach(async () => {
    simulator = await startSimulator({ scripts });
  });
  afterEach(() => simulator.close());

  test("writes the message and its answers behind the question, and sends them with the next request", async () => {
    const client = new Anthropic({ baseURL: simulator.url, apiKey: "any", maxRetries: 0 });
    const model = anthropicModel(client, { model: "rollcall/two-steps", max_tokens: 1024 });
    const tools = [{ name: "create_ticket", input: createTicket.jsonSchema }];
    const scribe = model.dialect.createScribe();
    const source = await model.send(request({ tools: [createTicket] }));

    const { ending, outcomes } = await settle(source, { format: scribe.format, tools }).result;
    const answers = new Map([
      [0, { isError: false, text: "TICKET-1" }],
      [1, { isError: true, text: "title is missing. Nothing was run." }],
    ]);
    const history = scribe.write({ messages: [asked] }, { ending, outcomes, answers });
    await settle(await model.send(request({ history })), { format: model.dialect.format, tools }).result;

    expect(outcomes.map(({ kind }) => kind)).toEqual(["dispatchable", "invalid"]);
    expect(simulator.requests[1]?.body?.["messages"]).toEqual([
      { role: "user", content: "Create a ticket." },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "I need a ticket.", signature: "c2lnbmVk" },
          { type: "text", text: "I create the ticket.", citations: null },
          {
            type: "tool_use",
            id: "toolu_01",
            name: "create_ticket",
            input: { title: "Blank page" },
            caller: { type: "direct" },
          },
          {
            type: "tool_use",
            id: "toolu_02",
            name: "create_ticket",
            input: { subject: "Blank page" },
            caller: { type: "direct" },
          },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "toolu_01", content: "TICKET-1" },
          {
            type: "tool_result",
            tool_use_id: "toolu_02",
            content: "title is missing. Nothing was run.",
            is_error: true,
          },
        ],
      },
    ]);
  });
});
