import { describe, expect, test } from "vitest";

import { settle } from "../../src/index.ts";
import { openaiChat } from "../../src/openai.ts";
import type { StreamSource } from "../../src/wire/stream-source.ts";
import { lost, ready } from "../support/chat-stream.ts";
import { callMessage, calls, open, opening, records } from "../support/chat-wire.ts";
import { draining, plainCalls, plainEnding } from "../support/live-roll.ts";
import { createManualClock, settleTasks } from "../support/manual-clock.ts";
import { createPushSource } from "../support/push-source.ts";
import { abandoned, complete, connectionReset, deliver } from "../support/settle-stream.ts";

const body = callMessage(calls(open(0, "call_a", "get_tide", '{"port":"Ayle"}')));
const oneReady = [ready("call_a", "get_tide", { port: "Ayle" })];
const oneCut = records(opening, calls(open(0, "call_a", "get_tide", '{"port":"Ay')));
const options = { format: openaiChat, tools: "any", clock: createManualClock() } as const;

/** An opener that the test answers when it likes, and that remembers the signal it was given. */
function createOpener() {
  let answer: (source: StreamSource) => void = () => {};
  let refuse: (reason: unknown) => void = () => {};
  const answered = new Promise<StreamSource>((resolve, reject) => {
    answer = resolve;
    refuse = reject;
  });
  const signals: AbortSignal[] = [];
  return {
    open: (signal: AbortSignal): Promise<StreamSource> => {
      signals.push(signal);
      return answered;
    },
    answer: (source: StreamSource) => answer(source),
    refuse: (reason: unknown) => refuse(reason),
    get calls() {
      return signals.length;
    },
    get isAborted() {
      return signals.some(({ aborted }) => aborted);
    },
  };
}

/** A body that brings nothing and stays open. */
function silentBody() {
  let isCancelled = false;
  const stream = new ReadableStream<Uint8Array>({
    cancel() {
      isCancelled = true;
    },
  });
  return {
    stream,
    get isCancelled() {
      return isCancelled;
    },
  };
}

describe("a source that is opened by a function", () => {
  const forms = [
    ["a stream", () => deliver([body])],
    ["a promise of a stream", () => Promise.resolve(deliver([body]))],
    ["a promise of a Response", () => Promise.resolve(new Response(body))],
    ["a stream of bytes", () => new Response(body).body ?? deliver([])],
  ] as const;
  test.each(forms)("R1 that gives %s comes to the same outcomes", async (_label, send) => {
    const result = await settle(send, options).result;

    expect(plainEnding(result)).toEqual(complete("tool_calls", "clean"));
    expect(plainCalls(result)).toEqual(oneReady);
    expect(result.faults).toEqual([]);
  });

  test("is not called before somebody reads, and then once", async () => {
    const opener = createOpener();
    const roll = settle(opener.open, options);
    await settleTasks();
    expect(opener.calls).toBe(0);

    const result = draining(roll);
    opener.answer(deliver([body]));
    const events = await Array.fromAsync(roll);

    expect(plainCalls(await result)).toEqual(oneReady);
    expect(events.at(-1)?.type).toBe("ended");
    expect(opener.calls).toBe(1);
  });

  test("R14 is not called at all where the signal had fired before", async () => {
    const opener = createOpener();

    const result = await settle(opener.open, { ...options, signal: AbortSignal.abort() }).result;

    expect(plainEnding(result)).toEqual(abandoned("cancelled"));
    expect(opener.calls).toBe(0);
  });
});

describe("the wait for the answer", () => {
  test("R7 counts for firstMs, and the request that is never answered is aborted", async () => {
    const clock = createManualClock();
    const opener = createOpener();
    const result = draining(settle(opener.open, { ...options, clock, firstMs: 5_000 }));

    await clock.advance(4_999);
    expect(opener.isAborted).toBe(false);
    await clock.advance(2);

    expect(plainEnding(await result)).toEqual(abandoned("idle"));
    expect((await result).ending.detail).toBe("nothing came within firstMs (5000)");
    expect(opener.isAborted).toBe(true);
    expect(clock.pending()).toBe(0);
  });

  test("R7 and the wait for the first payload share firstMs", async () => {
    const clock = createManualClock();
    const opener = createOpener();
    const result = draining(settle(opener.open, { ...options, clock, firstMs: 5_000, livenessMs: 1_000 }));
    await clock.advance(4_000);

    opener.answer(createPushSource<string>());
    await clock.advance(999);
    expect(opener.isAborted).toBe(false);
    await clock.advance(2);

    expect(plainEnding(await result)).toEqual(abandoned("idle"));
  });

  test("R7 leaves the whole of progressMs behind the first payload", async () => {
    const clock = createManualClock();
    const opener = createOpener();
    const result = draining(settle(opener.open, { ...options, clock, firstMs: 5_000, progressMs: 1_000 }));
    await clock.advance(4_000);

    opener.answer(createPushSource<string>(oneCut));
    await clock.advance(1_002);

    expect(plainEnding(await result)).toEqual(abandoned("idle"));
    expect((await result).ending.detail).toBe("nothing came within progressMs (1000)");
    expect(plainCalls(await result)).toEqual([lost("call_a", "get_tide", "idle")]);
  });

  test("R7 leaves the whole of endMs for the body of a refusal", async () => {
    const clock = createManualClock();
    const opener = createOpener();
    const { stream } = silentBody();
    let isOver = false;
    const result = draining(settle(opener.open, { ...options, clock })).then((settled) => {
      isOver = true;
      return settled;
    });
    await clock.advance(60_000);

    opener.answer(new Response(stream, { status: 503 }));
    await clock.advance(1_999);
    expect(isOver).toBe(false);
    await clock.advance(2);

    expect(plainEnding(await result)).toEqual(abandoned("provider-error"));
    expect((await result).ending.detail).toBe("HTTP 503");
    expect(opener.isAborted).toBe(true);
  });

  test("R14 ends with a cancel, and the request is aborted", async () => {
    const opener = createOpener();
    const controller = new AbortController();
    const result = draining(settle(opener.open, { ...options, signal: controller.signal }));
    await settleTasks();

    controller.abort();

    expect(plainEnding(await result)).toEqual(abandoned("cancelled"));
    expect(opener.isAborted).toBe(true);
  });

  test("R1 ends when the consumer leaves, and the request is aborted", async () => {
    const opener = createOpener();
    const roll = settle(opener.open, options);
    const events = roll[Symbol.asyncIterator]();
    void events.next();
    await settleTasks();

    await events.return?.();

    expect(plainEnding(await roll.result)).toEqual(abandoned("cancelled"));
    expect(opener.isAborted).toBe(true);
  });
});

describe("an answer that comes when the message is over", () => {
  test("R14 is released: a body is cancelled", async () => {
    const opener = createOpener();
    const late = silentBody();
    const controller = new AbortController();
    const result = draining(settle(opener.open, { ...options, signal: controller.signal }));
    await settleTasks();
    controller.abort();
    await result;

    opener.answer(new Response(late.stream));
    await settleTasks();

    expect(late.isCancelled).toBe(true);
  });

  test("R14 is released: an iterator is returned without being read", async () => {
    const opener = createOpener();
    const late = createPushSource<string>(body);
    const controller = new AbortController();
    const result = draining(settle(opener.open, { ...options, signal: controller.signal }));
    await settleTasks();
    controller.abort();

    opener.answer(late);
    await settleTasks();

    expect(plainEnding(await result)).toEqual(abandoned("cancelled"));
    expect(late.returns).toBe(1);
    expect(late.reads).toBe(0);
  });

  test("R5 changes nothing where it is a failure", async () => {
    const opener = createOpener();
    const controller = new AbortController();
    const result = draining(settle(opener.open, { ...options, signal: controller.signal }));
    await settleTasks();
    controller.abort();

    opener.refuse(connectionReset());
    await settleTasks();

    expect(plainEnding(await result)).toEqual(abandoned("cancelled"));
    expect((await result).faults).toEqual([]);
  });
});

describe("the signal that the function is given", () => {
  test("is quiet while the stream is read, and aborts when it has ended by itself", async () => {
    const source = createPushSource<string>(oneCut);
    const opener = createOpener();
    opener.answer(source);
    const result = draining(settle(opener.open, options));
    await settleTasks();
    expect(opener.isAborted).toBe(false);

    source.end();

    expect(plainEnding(await result)).toEqual(abandoned("ended-early"));
    expect(opener.isAborted).toBe(true);
    expect(source.returns).toBe(0);
  });

  test("R7 aborts when a clock fires in the middle of the stream", async () => {
    const clock = createManualClock();
    const source = createPushSource<string>(oneCut);
    const opener = createOpener();
    opener.answer(source);
    const result = draining(settle(opener.open, { ...options, clock, progressMs: 1_000 }));

    await clock.advance(1_002);

    expect(plainCalls(await result)).toEqual([lost("call_a", "get_tide", "idle")]);
    expect(opener.isAborted).toBe(true);
    expect(source.returns).toBe(1);
  });

  test("R1 aborts when the consumer leaves in the middle of the stream", async () => {
    const opener = createOpener();
    opener.answer(createPushSource<string>(oneCut));
    const roll = settle(opener.open, options);

    for await (const event of roll) if (event.type === "announced") break;

    expect(plainCalls(await roll.result)).toEqual([lost("call_a", "get_tide", "cancelled")]);
    expect(opener.isAborted).toBe(true);
  });

  test("aborts when the provider reports an error and the connection stays open", async () => {
    const clock = createManualClock();
    const opener = createOpener();
    opener.answer(createPushSource<string>('data: {"error":{"code":"overloaded","message":"full"}}\n\n'));
    const result = draining(settle(opener.open, { ...options, clock }));

    await clock.advance(2_001);

    expect(plainEnding(await result)).toEqual(abandoned("provider-error"));
    expect(opener.isAborted).toBe(true);
  });
});

describe("a function that gives no stream", () => {
  const failures = [
    ["a refused connection", Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNREFUSED" } })],
    ["a text", "boom"],
    ["nothing", undefined],
  ] as const;
  test.each(failures)("R1 that rejects with %s is disconnected", async (_label, reason) => {
    const opener = createOpener();
    opener.refuse(reason);

    const result = await settle(opener.open, options).result;

    expect(plainEnding(result)).toEqual(abandoned("disconnected"));
    expect(result.outcomes).toEqual([]);
  });

  test("R1 that throws instead of rejecting is disconnected, and its signal aborts", async () => {
    let given: AbortSignal | undefined;
    const roll = settle((signal) => {
      given = signal;
      throw new Error("no socket");
    }, options);

    const result = await roll.result;

    expect(plainEnding(result)).toEqual(abandoned("disconnected"));
    expect(result.ending.detail).toBe("no socket");
    expect(given?.aborted).toBe(true);
  });

  test("R14 that was aborted elsewhere is cancelled", async () => {
    const result = await settle(() => Promise.reject(new DOMException("aborted", "AbortError")), options).result;

    expect(plainEnding(result)).toEqual(abandoned("cancelled"));
  });

  test.each([
    ["undefined", undefined],
    ["a list", []],
    ["a function", () => deliver([body])],
  ])("R1 that gives %s comes to an ending that says what to give instead", async (_label, given) => {
    const wrong: unknown = Reflect.apply(settle, undefined, [() => given, options]);

    const result = await resultOf(wrong);

    expect(result).toMatchObject({ ending: { ...abandoned("provider-error") }, outcomes: [] });
    expect(result).toHaveProperty(
      "ending.detail",
      expect.stringMatching(/^settle reads a Response, a ReadableStream or/),
    );
    expect(result).not.toHaveProperty("ending.error");
  });
});

function resultOf(roll: unknown): unknown {
  return typeof roll === "object" && roll !== null && "result" in roll ? roll.result : undefined;
}
