import OpenAI from "openai";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import type { History, JsonObject, ToolSpec } from "../../src/formats/dialect.ts";
import type { Model } from "../../src/formats/model.ts";
import {
  openaiResponsesModel,
  type OpenaiResponsesParams,
  type OpenaiResponsesState,
} from "../../src/formats/openai-responses/model.ts";
import { settle } from "../../src/index.ts";
import { startSimulator, type Simulator } from "../../src/simulator.ts";
import type { StreamSource } from "../../src/wire/stream-source.ts";
import { createManualClock } from "../support/manual-clock.ts";
import { completedResponse, wholeFunction } from "../support/responses-events.ts";
import { question } from "../support/responses-history.ts";
import { answering, openaiClient } from "../support/sdk-answers.ts";
import { deliver, plainCall, recording } from "../support/settle-stream.ts";

const schema = { type: "object", properties: { amount: { type: "integer" } } };
const paySpec: ToolSpec = { name: "pay", description: "Pays.", jsonSchema: schema };
const declared = { type: "function", name: "pay", description: "Pays.", parameters: schema, strict: false };
const never = new AbortController().signal;
const request = { history: { messages: [question] }, tools: [paySpec], signal: never };

/** A function in the place of a client, which remembers what it was asked to send. */
function remembering(): {
  readonly send: (body: JsonObject, options: { readonly signal: AbortSignal }) => Promise<StreamSource>;
  readonly sent: (readonly [JsonObject, AbortSignal])[];
} {
  const sent: (readonly [JsonObject, AbortSignal])[] = [];
  return {
    send: (body, { signal }) => {
      sent.push([body, signal]);
      return Promise.resolve(deliver([completedResponse(...wholeFunction(0, "a", "pay", '{"amount":5}'))]));
    },
    sent,
  };
}

interface Asked {
  readonly params?: Partial<OpenaiResponsesParams>;
  readonly tools?: readonly ToolSpec[];
  readonly history?: History;
}

async function bodyWith({ params = {}, ...rest }: Asked, state?: OpenaiResponsesState) {
  const { send, sent } = remembering();
  await openaiResponsesModel(send, { model: "m", ...params }, state).send({ ...request, ...rest });
  return sent[0]?.[0];
}

describe("the request of a Responses model", () => {
  test("it has the parameters, the history and the tools, asks for a stream, and has nothing stored", async () => {
    expect(await bodyWith({ params: { max_output_tokens: 900, instructions: "Be brief." } })).toEqual({
      model: "m",
      max_output_tokens: 900,
      instructions: "Be brief.",
      store: false,
      input: [question],
      tools: [declared],
      stream: true,
    });
  });

  test("a model that reasons is asked for its reasoning in a form that can go back", async () => {
    expect(await bodyWith({ params: { reasoning: { effort: "low" } } })).toMatchObject({
      store: false,
      include: ["reasoning.encrypted_content"],
    });
  });

  test("an include and a store of one's own are left as they are", async () => {
    const params = { reasoning: { effort: "low" }, include: ["web_search_call.results"], store: true };

    expect(await bodyWith({ params })).toMatchObject({ include: ["web_search_call.results"], store: true });
  });

  test("a stored conversation goes on from the response before it", async () => {
    const history = { previousResponseId: "resp_1", messages: [question] };

    expect(await bodyWith({ history }, { state: "stored" })).toEqual({
      model: "m",
      store: true,
      previous_response_id: "resp_1",
      input: [question],
      tools: [declared],
      stream: true,
    });
  });

  test("its own tools stand in front of those of the turn, and no tools are no list", async () => {
    const search = { type: "web_search" };

    expect(await bodyWith({ params: { tools: [search] } })).toMatchObject({ tools: [search, declared] });
    expect(await bodyWith({ tools: [] })).not.toHaveProperty("tools");
  });

  test("the signal of the request is handed on", async () => {
    const { send, sent } = remembering();
    const { signal } = new AbortController();

    await openaiResponsesModel(send, { model: "m" }).send({ ...request, signal });

    expect(sent[0]?.[1]).toBe(signal);
  });
});

describe("the parameters of a Responses model", () => {
  const { send } = remembering();

  test.each([
    [{}, null],
    [{ max_output_tokens: 900 }, 900],
    [{ max_output_tokens: null }, null],
  ])("of %j the ceiling is %j", (params, ceiling) => {
    const model = openaiResponsesModel(send, { model: "m", ...params });

    expect(model.maxOutputTokens).toBe(ceiling);
    expect(model.ceilingName).toBe("max_output_tokens");
  });

  test("what the turn sets itself is refused", () => {
    // @ts-expect-error: the types refuse it as well
    expect(() => openaiResponsesModel(send, { model: "m", input: "Hi." })).toThrow(
      new TypeError(
        'input is set by the turn; leave it out: openaiResponsesModel(client, { model: "…", max_output_tokens: 4096 })',
      ),
    );
    // @ts-expect-error: the types refuse it as well
    expect(() => openaiResponsesModel(send, { model: "m", stream: false })).toThrow(TypeError);
    // @ts-expect-error: the types refuse it as well
    expect(() => openaiResponsesModel(send, { model: "m", previous_response_id: "resp_1" })).toThrow(TypeError);
    // @ts-expect-error: the types refuse it as well
    expect(() => openaiResponsesModel(send, { model: "m", conversation: "conv_1" })).toThrow(TypeError);
  });

  test("a stored conversation that is not to be stored is refused", () => {
    expect(() => openaiResponsesModel(send, { model: "m", store: false }, { state: "stored" })).toThrow(
      new TypeError('state "stored" needs a provider that stores: leave out store: false, or take "replayed"'),
    );
  });

  test("a model without a name is refused", () => {
    expect(() => openaiResponsesModel(send, { model: "" })).toThrow(TypeError);
  });
});

describe("a Responses model behind the openai package", () => {
  let simulator: Simulator;

  beforeEach(async () => {
    simulator = await startSimulator();
  });

  afterEach(async () => {
    await simulator.close();
  });

  const ticketModel = (name: string, state?: OpenaiResponsesState): Model =>
    openaiResponsesModel(
      new OpenAI({ baseURL: `${simulator.url}/v1`, apiKey: "any", maxRetries: 0, logLevel: "off" }),
      { model: `rollcall/${name}`, max_output_tokens: 900 },
      state,
    );

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
    expect(messages).toMatchObject([
      question,
      { type: "message", role: "assistant", content: [{ text: "I'll create that ticket for you now." }] },
      { type: "function_call", call_id: call?.call.id, name: "create_ticket", arguments: call?.call.text },
      { type: "function_call_output", call_id: call?.call.id, output: "ticket 7" },
      { type: "message", role: "assistant", content: [{ text: "Done. Is there anything else?" }] },
    ]);
    expect(simulator.requests.map(({ state }) => state)).toEqual(["played", "played"]);
    expect(simulator.requests[1]?.body).toMatchObject({ store: false, tools: [declared], stream: true });
  });

  test("R10 a stored call is answered alone, behind the response that made it", async () => {
    const model = ticketModel("ok", { state: "stored" });
    const scribe = model.dialect.createScribe();
    const roll = await settle(await model.send(request), { format: scribe.format, tools: "any" }).result;
    const answers = new Map([[0, { isError: false, text: "ticket 7" }]]);

    const history = scribe.write(request.history, { ...roll, answers });
    await model.send({ ...request, history });

    const output = { type: "function_call_output", call_id: roll.outcomes[0]?.call.id, output: "ticket 7" };
    expect(history.messages).toEqual([output]);
    expect(history.previousResponseId).toMatch(/^resp_/);
    expect(simulator.requests[1]?.body).toMatchObject({
      previous_response_id: history.previousResponseId,
      input: [output],
    });
  });

  test("the bytes are read, so that arguments stay as they were written", async () => {
    expect(await ticketModel("ok").send(request)).toBeInstanceOf(Response);
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
    const sdk = openaiClient(answering(recording("openai-responses/ok.sse")));
    const create = async () => sdk.responses.create({ model: "m", input: "Hi.", stream: true });
    const model = openaiResponsesModel({ responses: { create } }, { model: "m" });

    const source = await model.send(request);
    const { outcomes } = await settle(source, {
      format: model.dialect.format,
      tools: "any",
      clock: createManualClock(),
    }).result;

    expect(outcomes.map(plainCall).map(({ kind }) => kind)).toEqual(["dispatchable"]);
  });
});
