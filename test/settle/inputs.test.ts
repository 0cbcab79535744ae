import { Readable } from "node:stream";

import { describe, expect, test } from "vitest";

import { anthropicMessages } from "../../src/anthropic.ts";
import { settle } from "../../src/index.ts";
import { openaiChat } from "../../src/openai.ts";
import { lost, ready } from "../support/chat-stream.ts";
import { callMessage, calls, finish, open, opening, records } from "../support/chat-wire.ts";
import { draining, plainCalls, plainEnding } from "../support/live-roll.ts";
import { createManualClock, settleTasks } from "../support/manual-clock.ts";
import { createPushSource } from "../support/push-source.ts";
import { abandoned, anthropicSse, complete, deliver, sdkObjects } from "../support/settle-stream.ts";

const body = callMessage(calls(open(0, "call_a", "get_tide", '{"port":"Åyle"}')));
const bytes = new TextEncoder().encode(body);
const oneReady = [ready("call_a", "get_tide", { port: "Åyle" })];
const eventStream = { headers: { "content-type": "text/event-stream" } };
const options = { format: openaiChat, tools: "any", clock: createManualClock() } as const;

function resultOf(roll: unknown): unknown {
  return typeof roll === "object" && roll !== null && "result" in roll ? roll.result : undefined;
}

/** A body that brings these bytes and then stays open; it remembers why it was cancelled. */
function openBody(...chunks: readonly Uint8Array[]): {
  readonly stream: ReadableStream<Uint8Array>;
  isCancelled(): boolean;
} {
  let cancelled = false;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
    },
    cancel() {
      cancelled = true;
    },
  });
  return { stream, isCancelled: () => cancelled };
}

/** A body that brings these pieces and ends. */
function closedBody<Piece extends Uint8Array | string>(...chunks: readonly Piece[]): ReadableStream<Piece> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

describe("forms in which a stream is held", () => {
  const forms = [
    ["a Response", () => new Response(body, eventStream)],
    ["the body of a Response", () => new Response(body).body ?? fail("a Response without a body")],
    ["a ReadableStream of bytes", () => closedBody(bytes.subarray(0, 90), bytes.subarray(90))],
    ["a ReadableStream of strings", () => closedBody(body.slice(0, 94), body.slice(94))],
    ["an async iterable of bytes", () => deliver([bytes.subarray(0, 91), bytes.subarray(91)])],
    ["an async iterable of Buffers", () => deliver([Buffer.from(bytes)])],
    ["a stream of Node", () => Readable.from([Buffer.from(bytes.subarray(0, 92)), Buffer.from(bytes.subarray(92))])],
    ["an async iterable of strings", () => deliver([body.slice(0, 93), body.slice(93)])],
    ["an async iterable of empty and full strings", () => deliver(["", body, ""])],
    ["an async iterable of parsed events", () => deliver(sdkObjects(body))],
  ] as const;
  for (const [label, make] of forms) {
    test(`R1 R6 ${label} comes to the same outcomes`, async () => {
      const result = await settle(make(), options).result;

      expect(plainEnding(result)).toEqual(complete("tool_calls", "clean"));
      expect(plainCalls(result)).toEqual(oneReady);
    });
  }

  test("R6 bytes that split a letter of several bytes are put together", async () => {
    const at = bytes.indexOf(0xc3) + 1;

    const result = await settle(deliver([bytes.subarray(0, at), bytes.subarray(at)]), options).result;

    expect(plainCalls(result)).toEqual(oneReady);
  });

  test("R6 an Anthropic stream as a Response and as parsed events", async () => {
    const text = anthropicSse(
      { type: "message_start", message: { id: "msg_1", role: "assistant", content: [], usage: {} } },
      {
        type: "content_block_start",
        index: 0,
        content_block: { type: "tool_use", id: "toolu_a", name: "get_tide", input: {} },
      },
      { type: "ping" },
      { type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: '{"port":"Ayle"}' } },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 9 } },
      { type: "message_stop" },
    );
    const anthropic = { ...options, format: anthropicMessages };

    const response = await settle(new Response(text, eventStream), anthropic).result;
    const objects = await settle(deliver(sdkObjects(text)), anthropic).result;

    expect(plainCalls(response)).toEqual([ready("toolu_a", "get_tide", { port: "Ayle" })]);
    expect(plainCalls(objects)).toEqual([ready("toolu_a", "get_tide", { port: "Ayle" })]);
  });

  test("R1 a Response without a body ended early", async () => {
    const result = await settle(new Response(null, { status: 200 }), options).result;

    expect(plainEnding(result)).toEqual(abandoned("ended-early"));
  });
});

describe("answers that are no stream", () => {
  for (const [status, said] of [
    [400, { error: { message: "tools: bad schema", type: "invalid_request_error" } }],
    [401, { error: { message: "no key" } }],
    [429, { error: { message: "slow down", code: "rate_limit_exceeded" } }],
    [500, { error: { message: "belt stopped" } }],
    [529, { type: "error", error: { type: "overloaded_error", message: "full" } }],
  ] as const) {
    test(`R1 a Response with status ${status} is the provider's error, and says the status`, async () => {
      const result = await settle(new Response(JSON.stringify(said), { status }), options).result;

      expect(plainEnding(result)).toEqual(abandoned("provider-error"));
      expect(result.outcomes).toEqual([]);
      expect(result.ending.detail).toContain(String(status));
    });
  }

  test("R1 an error status wins over a body that looks like a good stream", async () => {
    const result = await settle(new Response(body, { ...eventStream, status: 502 }), options).result;

    expect(plainEnding(result)).toEqual(abandoned("provider-error"));
    expect(result.outcomes).toEqual([]);
  });

  test("R7 the body of an answer with an error status is freed", async () => {
    const clock = createManualClock();
    const { stream, isCancelled } = openBody(bytes);

    const result = draining(settle(new Response(stream, { status: 500 }), { ...options, clock }));
    await clock.advance(2_001);
    await result;

    expect(isCancelled()).toBe(true);
  });
});

describe("sources that are none", () => {
  const wrong = [
    ["undefined", undefined],
    ["null", null],
    ["a number", 7],
    ["the text of a stream", body],
    ["a plain object", { choices: [] }],
    ["a list of events", sdkObjects(body)],
  ] as const;
  for (const [label, source] of wrong) {
    test(`R1 ${label} is refused at once, with what to pass instead`, () => {
      const act = (): unknown => Reflect.apply(settle, undefined, [source, options]);

      expect(act).toThrow(TypeError);
      expect(act).toThrow(/Response|ReadableStream|async iterable/);
    });
  }

  test("R1 a promise of a stream is refused, with the function that sends the request and with the missing await", () => {
    const act = (): unknown => Reflect.apply(settle, undefined, [Promise.resolve(deliver([body])), options]);

    expect(act).toThrow(TypeError);
    expect(act).toThrow(/settle\(\(signal\) => /);
    expect(act).toThrow(/await/);
  });

  test("R1 a Response whose body was read already is refused", async () => {
    const response = new Response(body);
    await response.text();

    expect(() => settle(response, options)).toThrow(TypeError);
    expect(() => settle(response, options)).toThrow(/read|used/);
  });

  test("R1 a ReadableStream that is locked is refused", () => {
    const { stream } = openBody(bytes);
    stream.getReader();

    expect(() => settle(stream, options)).toThrow(TypeError);
  });

  test.each([
    ["nothing", undefined],
    ["null", null],
    ["a number", 7],
  ])("R1 an iterator that gives %s instead of a result has lost its connection", async (_label, given) => {
    const broken = { [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve(given) }) };
    const roll: unknown = Reflect.apply(settle, undefined, [broken, options]);

    expect(await resultOf(roll)).toMatchObject({ ending: abandoned("disconnected"), outcomes: [] });
  });

  test("R1 chunks that are no stream are an outcome, not a throw", async () => {
    const result = await settle(deliver([1, 2, 3]), options).result;

    expect(result.ending.kind).toBe("abandoned");
    expect(result.outcomes).toEqual([]);
  });
});

describe("leaving frees what is held", () => {
  const oneCut = records(opening, calls(open(0, "call_a", "get_tide", '{"port":"Ay')));
  const cutBytes = new TextEncoder().encode(oneCut);
  const oneCancelled = [lost("call_a", "get_tide", "cancelled")];

  test("R1 break cancels a ReadableStream", async () => {
    const { stream, isCancelled } = openBody(cutBytes);
    const roll = settle(stream, options);

    for await (const event of roll) if (event.type === "announced") break;

    expect(plainCalls(await roll.result)).toEqual(oneCancelled);
    expect(isCancelled()).toBe(true);
  });

  test("R14 an abort cancels the body of a Response while a read waits", async () => {
    const { stream, isCancelled } = openBody(cutBytes);
    const controller = new AbortController();
    const result = draining(settle(new Response(stream, eventStream), { ...options, signal: controller.signal }));
    await settleTasks();

    controller.abort();

    expect(plainCalls(await result)).toEqual(oneCancelled);
    expect(isCancelled()).toBe(true);
  });

  test("R7 a clock that fires cancels the body of a Response while a read waits", async () => {
    const clock = createManualClock();
    const { stream, isCancelled } = openBody(cutBytes);
    const result = draining(settle(new Response(stream, eventStream), { ...options, clock, progressMs: 10_000 }));

    await clock.advance(11_000);

    expect(plainCalls(await result)).toEqual([lost("call_a", "get_tide", "idle")]);
    expect(isCancelled()).toBe(true);
  });

  test("R14 an abort destroys a stream of Node while a read waits", async () => {
    const controller = new AbortController();
    const stream = new Readable({ read: () => undefined });
    stream.push(Buffer.from(cutBytes));
    const result = draining(settle(stream, { ...options, signal: controller.signal }));
    await settleTasks();

    controller.abort();

    expect(plainCalls(await result)).toEqual(oneCancelled);
    expect(stream.destroyed).toBe(true);
  });

  test("R14 an abort ends an async generator that waits for ever", async () => {
    const controller = new AbortController();
    const hang = async function* (): AsyncGenerator<string, void> {
      yield oneCut;
      await new Promise(() => undefined);
    };
    const result = draining(settle(hang(), { ...options, signal: controller.signal }));
    await settleTasks();

    controller.abort();

    expect(plainCalls(await result)).toEqual(oneCancelled);
  });

  test("R14 an abort aborts the controller that an SDK's stream carries, while a read waits", async () => {
    const signal = new AbortController();
    const request = new AbortController();
    const source = Object.assign(createPushSource<object>(...sdkObjects(oneCut)), { controller: request });
    const result = draining(settle(source, { ...options, signal: signal.signal }));
    await settleTasks();
    expect(source.isWaiting).toBe(true);

    signal.abort();

    expect(plainCalls(await result)).toEqual(oneCancelled);
    expect(request.signal.aborted).toBe(true);
  });

  test("R1 the body is freed when the end marker came and the connection stays open", async () => {
    const clock = createManualClock();
    const { stream, isCancelled } = openBody(bytes);
    const result = draining(settle(stream, { ...options, clock }));

    await clock.advance(2_500);

    expect(plainCalls(await result)).toEqual(oneReady);
    expect(isCancelled()).toBe(true);
  });
});

describe("errors that a source throws", () => {
  const oneCut = records(opening, calls(open(0, "call_a", "get_tide", '{"port":"Ay')));
  const reset = new TypeError("terminated", {
    cause: Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }),
  });
  const thrown = [
    ["a reset", reset, "disconnected"],
    ["a plain error", new Error("socket hang up"), "disconnected"],
    ["a text", "boom", "disconnected"],
    ["nothing at all", undefined, "disconnected"],
    ["an AbortError", new DOMException("This operation was aborted", "AbortError"), "cancelled"],
    [
      "an error with the provider's words",
      Object.assign(new Error("Belt stopped."), { status: undefined, error: { message: "Belt stopped." } }),
      "provider-error",
    ],
    ["a record that an SDK could not parse", new SyntaxError("Unexpected token o in JSON"), "provider-error"],
  ] as const;
  for (const [label, reason, cause] of thrown) {
    test(`R1 ${label} makes the calls ${cause}`, async () => {
      const source = createPushSource<string>(oneCut);
      source.fail(reason);

      const result = await settle(source, options).result;

      expect(plainEnding(result)).toEqual(abandoned(cause));
      expect(plainCalls(result)).toEqual([lost("call_a", "get_tide", cause)]);
    });
  }

  test("R1 a plain error after the stop changes nothing", async () => {
    const source = createPushSource<string>(
      records(opening, calls(open(0, "call_a", "get_tide", '{"port":"Åyle"}')), finish("tool_calls")),
    );
    source.fail(new Error("socket hang up"));

    const result = await settle(source, options).result;

    expect(plainCalls(result)).toEqual(oneReady);
  });

  test("R1 a source that throws when it is opened is refused or disconnected, never silent", async () => {
    const broken: AsyncIterable<string> = {
      [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error("no socket")) }),
    };

    const result = await settle(broken, options).result;

    expect(plainEnding(result)).toEqual(abandoned("disconnected"));
  });

  test("R1 a next that throws instead of rejecting is a lost connection", async () => {
    const broken: AsyncIterable<string> = {
      [Symbol.asyncIterator]: () => ({
        next(): Promise<IteratorResult<string>> {
          throw new Error("no socket");
        },
      }),
    };

    const result = await settle(broken, options).result;

    expect(plainEnding(result)).toEqual(abandoned("disconnected"));
  });
});

function fail(reason: string): never {
  throw new Error(reason);
}
