import OpenAI from "openai";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { openaiChatModel, type OpenaiChatParams } from "../../src/formats/openai-chat/model.ts";
import type { JsonObject, ToolSpec } from "../../src/formats/dialect.ts";
import { settle } from "../../src/index.ts";
import { startSimulator, type Simulator } from "../../src/simulator.ts";
import type { StreamSource } from "../../src/wire/stream-source.ts";
import { answer, functionCall, question } from "../support/chat-history.ts";
import { tideTool } from "../support/chat-stream.ts";
import { callMessage, calls, delta, done, open, records } from "../support/chat-wire.ts";
import { createManualClock } from "../support/manual-clock.ts";
import { answering, openaiClient } from "../support/sdk-answers.ts";
import { deliver, plainCall, recording } from "../support/settle-stream.ts";

const tideSpec: ToolSpec = { name: "get_tide", description: "Says when the tide is high.", jsonSchema: tideTool.input };
const declared = {
  type: "function",
  function: {
    name: "get_tide",
    description: "Says when the tide is high.",
    parameters: { type: "object", properties: { port: { type: "string" } }, required: ["port"] },
  },
};
const never = new AbortController().signal;
const request = { history: { messages: [question] }, tools: [tideSpec], signal: never };

/** A function in the place of a client, which remembers what it was asked to send. */
function remembering(): {
  readonly send: (body: JsonObject, options: { readonly signal: AbortSignal }) => Promise<StreamSource>;
  readonly sent: (readonly [JsonObject, AbortSignal])[];
} {
  const sent: (readonly [JsonObject, AbortSignal])[] = [];
  return {
    send: (body, { signal }) => {
      sent.push([body, signal]);
      return Promise.resolve(deliver([callMessage(calls(open(0, "call_a", "get_tide", '{"port":"Ayr"}')))]));
    },
    sent,
  };
}

async function bodyWith(params: Partial<OpenaiChatParams>, tools: readonly ToolSpec[] = [tideSpec]) {
  const { send, sent } = remembering();
  await openaiChatModel(send, { model: "m", ...params }).send({ ...request, tools });
  return sent[0]?.[0];
}

describe("the request of a chat model", () => {
  test("it has the parameters, the history, the tools, and asks for a stream that counts", async () => {
    expect(await bodyWith({ max_completion_tokens: 900, temperature: 0 })).toEqual({
      model: "m",
      max_completion_tokens: 900,
      temperature: 0,
      messages: [question],
      tools: [declared],
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  test("its own tools stand in front of those of the turn", async () => {
    const search = { type: "custom", custom: { name: "search" } };

    expect(await bodyWith({ tools: [search] })).toMatchObject({ tools: [search, declared] });
  });

  test("a request without tools has no list of them", async () => {
    expect(await bodyWith({}, [])).toEqual({
      model: "m",
      messages: [question],
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  test.each([
    [{ include_obfuscation: false }, { include_usage: true, include_obfuscation: false }],
    [{ include_usage: false }, { include_usage: false }],
  ])("the stream options %j win over the default", async (own, expected) => {
    expect(await bodyWith({ stream_options: own })).toMatchObject({ stream_options: expected });
  });

  test("a host that knows no stream options is sent none", async () => {
    expect(await bodyWith({ stream_options: null })).toEqual({
      model: "m",
      messages: [question],
      tools: [declared],
      stream: true,
    });
  });

  test("the signal of the request is handed on", async () => {
    const { send, sent } = remembering();
    const { signal } = new AbortController();

    await openaiChatModel(send, { model: "m" }).send({ ...request, signal });

    expect(sent[0]?.[1]).toBe(signal);
  });
});

describe("the parameters of a chat model", () => {
  const { send } = remembering();

  test.each([
    [{}, null, "max_completion_tokens"],
    [{ max_completion_tokens: 900 }, 900, "max_completion_tokens"],
    [{ max_tokens: 700 }, 700, "max_tokens"],
    [{ max_completion_tokens: 900, max_tokens: 700 }, 900, "max_completion_tokens"],
    [{ max_completion_tokens: null, max_tokens: 700 }, 700, "max_tokens"],
    [{ max_completion_tokens: null, max_tokens: null }, null, "max_completion_tokens"],
  ])("of %j the ceiling is %j, called %s", (params, ceiling, name) => {
    const model = openaiChatModel(send, { model: "m", ...params });

    expect(model.maxOutputTokens).toBe(ceiling);
    expect(model.ceilingName).toBe(name);
  });

  test("what the turn sets itself is refused", () => {
    // @ts-expect-error: the types refuse it as well
    expect(() => openaiChatModel(send, { model: "m", messages: [] })).toThrow(
      new TypeError(
        'messages is set by the turn; leave it out: openaiChatModel(client, { model: "…", max_completion_tokens: 4096 })',
      ),
    );
    // @ts-expect-error: the types refuse it as well
    expect(() => openaiChatModel(send, { model: "m", stream: false })).toThrow(TypeError);
  });

  test("several answers at once are refused, and one is not", () => {
    expect(() => openaiChatModel(send, { model: "m", n: 2 })).toThrow(
      new TypeError(
        'one answer is read; leave n out: openaiChatModel(client, { model: "…", max_completion_tokens: 4096 })',
      ),
    );
    expect(openaiChatModel(send, { model: "m", n: 1 }).maxOutputTokens).toBeNull();
  });

  test("a model without a name is refused", () => {
    expect(() => openaiChatModel(send, { model: "" })).toThrow(TypeError);
  });

  test("a host that differs is read as it is", async () => {
    const body = records(delta({ tool_calls: [open(0, "call_a", "get_tide", '{"port":"Ayr"}')] })) + done;
    const model = openaiChatModel(
      () => Promise.resolve(deliver([body])),
      { model: "m" },
      { finishReason: "never-sent" },
    );

    expect(await settled(await model.send(request), model.dialect.format)).toEqual(["get_tide dispatchable"]);
  });
});

describe("a chat model behind the openai package", () => {
  let simulator: Simulator;

  beforeEach(async () => {
    simulator = await startSimulator();
  });

  afterEach(async () => {
    await simulator.close();
  });

  const client = (): OpenAI =>
    new OpenAI({ baseURL: `${simulator.url}/v1`, apiKey: "any", maxRetries: 0, logLevel: "off" });
  const ticketModel = (name: string) => openaiChatModel(client(), { model: `rollcall/${name}`, max_tokens: 900 });

  test("R10 a call, its answer and the closing words go through two requests", async () => {
    const model = ticketModel("ok");
    const first = model.dialect.createScribe();
    const roll = await settle(await model.send(request), { format: first.format, tools: "any" }).result;
    const answers = new Map([[0, { isError: false, text: "ticket 7" }]]);
    const history = first.write(request.history, { ...roll, answers });
    const second = model.dialect.createScribe();
    const closing = await settle(await model.send({ ...request, history }), { format: second.format, tools: "any" })
      .result;

    const { messages } = second.write(history, { ...closing, answers: new Map() });

    const [call] = roll.outcomes;
    expect(messages).toEqual([
      question,
      {
        role: "assistant",
        content: "I'll create that ticket for you now.",
        tool_calls: [functionCall(call?.call.id ?? "", "create_ticket", call?.call.text ?? "")],
      },
      answer(call?.call.id ?? "", "ticket 7"),
      { role: "assistant", content: "Done. Is there anything else?" },
    ]);
    expect(simulator.requests.map(({ state }) => state)).toEqual(["played", "played"]);
    expect(simulator.requests[1]?.body).toMatchObject({
      model: "rollcall/ok",
      max_tokens: 900,
      tools: [declared],
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  test("the bytes are read, so that the end marker is seen", async () => {
    const source = await ticketModel("ok").send(request);

    expect(source).toBeInstanceOf(Response);
  });

  test("a request that is refused rejects as the package does", async () => {
    await expect(ticketModel("no-such-scenario").send(request)).rejects.toBeInstanceOf(OpenAI.APIError);
  });

  test("R14 aborting the signal ends the stream", async () => {
    const controller = new AbortController();
    const model = ticketModel("silence");
    const source = await model.send({ ...request, signal: controller.signal });
    const roll = settle(source, { format: model.dialect.format, tools: "any", clock: createManualClock() });

    const events = roll[Symbol.asyncIterator]();
    await events.next();
    controller.abort();
    const { ending } = await roll.result;

    expect(ending).toMatchObject({ kind: "abandoned", cause: "cancelled" });
    await simulator.whenIdle();
  });

  test("a client that gives no response is read through its events", async () => {
    const sdk = openaiClient(answering(recording("openai-chat/ok.sse")));
    const model = openaiChatModel(
      {
        chat: {
          completions: {
            create: () =>
              sdk.chat.completions.create({ model: "m", messages: [], stream: true }).then((stream) => stream),
          },
        },
      },
      { model: "m" },
    );

    expect(await settled(await model.send(request), model.dialect.format)).toEqual(["track_parcel dispatchable"]);
  });
});

async function settled(
  source: StreamSource,
  format: Parameters<typeof settle>[1]["format"],
): Promise<readonly string[]> {
  const { outcomes } = await settle(source, { format, tools: "any", clock: createManualClock() }).result;
  return outcomes.map(plainCall).map(({ name, kind }) => `${name} ${kind}`);
}
