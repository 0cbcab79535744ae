import type { StandardSchemaV1 } from "@standard-schema/spec";
import { describe, expect, test } from "vitest";

import { settle } from "../../src/index.ts";
import { openaiChat } from "../../src/openai.ts";
import type { RollEvent } from "../../src/protocol/roll-event.ts";
import { lost, ready } from "../support/chat-stream.ts";
import { calls, done, finish, more, open, opening, records, say } from "../support/chat-wire.ts";
import { draining, plainCalls, plainEnding } from "../support/live-roll.ts";
import { createManualClock, settleTasks } from "../support/manual-clock.ts";
import { createEndedSource, createPushSource, type PushSource } from "../support/push-source.ts";
import { abandoned, complete, plainCall, type StreamOptions } from "../support/settle-stream.ts";

const ayle = '{"port":"Ayle"}';
const text = records(opening, say("One moment."));
const oneCut = records(calls(open(0, "call_a", "get_tide", '{"port":"Ay')));
const oneMore = records(calls(open(1, "call_b", "get_wind", ayle)));
const rest = records(calls(more(0, 'le"}')));
const end = records(finish("tool_calls")) + done;
const bothCancelled = [lost("call_a", "get_tide", "cancelled"), lost("call_b", "get_wind", "cancelled")];

function settleSource(source: PushSource<string>, options: StreamOptions = {}): ReturnType<typeof settle> {
  return settle(source, { format: openaiChat, tools: "any", clock: createManualClock(), ...options });
}

describe("a consumer that takes everything", () => {
  test("R1 R2 each call is announced first, settled once, and the end comes last with a count that adds up", async () => {
    const source = createEndedSource(text, oneCut, oneMore, rest, end);
    const roll = settleSource(source);
    const events: RollEvent[] = [];

    for await (const event of roll) events.push(event);

    expect(events.map((event) => (event.type === "settled" ? `settled ${event.outcome.call.id}` : event.type))).toEqual(
      [
        "text",
        "announced",
        "fragment",
        "announced",
        "fragment",
        "fragment",
        "closed",
        "closed",
        "settled call_a",
        "settled call_b",
        "ended",
      ],
    );
    expect(events.at(-1)).toMatchObject({
      count: { announced: 2, dispatchable: 2, invalid: 0, failed: 0, observed: 0 },
      ending: { kind: "complete", stop: "tool_calls", class: "clean", cause: null },
    });
  });

  test("R5 the outcomes of the events are the outcomes of the result, and cannot be changed", async () => {
    const source = createEndedSource(text, oneCut, oneMore, rest, end);
    const roll = settleSource(source);
    const seen: unknown[] = [];

    for await (const event of roll) if (event.type === "settled") seen.push(event.outcome);
    const { outcomes } = await roll.result;

    expect(seen).toEqual([...outcomes]);
    expect(outcomes.map((outcome) => Object.isFrozen(outcome))).toEqual([true, true]);
  });

  test("R1 a source that is over is not read again", async () => {
    const source = createPushSource(text, oneCut, rest, records(finish("tool_calls")));
    source.end();
    const roll = settleSource(source);

    for await (const event of roll) void event;
    await roll.result;

    expect(source.readsAfterEnd).toBe(0);
  });

  test("R5 a connection held open behind [DONE] does not hold the result back, changes nothing, and is freed", async () => {
    const clock = createManualClock();
    const source = createPushSource(text, oneCut, rest, end);
    const result = draining(settleSource(source, { clock }));
    await clock.advance(100);
    const settled = await result;

    source.push(oneMore);
    await clock.advance(2_100);

    expect(plainCalls(settled)).toEqual([ready("call_a", "get_tide", { port: "Ayle" })]);
    expect(settled.count).toEqual({ announced: 1, dispatchable: 1, invalid: 0, failed: 0, observed: 0 });
    expect(source.returns).toBe(1);
    expect(clock.pending()).toBe(0);
  });
});

describe("a consumer that leaves", () => {
  test("R1 R14 break settles every announced call as cancelled and frees the source", async () => {
    const source = createEndedSource(text, oneCut, oneMore, rest, end);
    const roll = settleSource(source);

    for await (const event of roll) if (event.type === "announced" && event.index === 1) break;
    const result = await roll.result;

    expect(plainEnding(result)).toEqual(abandoned("cancelled"));
    expect(plainCalls(result)).toEqual(bothCancelled);
    expect(result.count).toEqual({ announced: 2, dispatchable: 0, invalid: 0, failed: 2, observed: 0 });
    expect(source.returns).toBe(1);
  });

  test("R1 R14 a throw in the loop settles the calls, frees the source and is the consumer's own", async () => {
    const source = createEndedSource(text, oneCut, oneMore, rest, end);
    const roll = settleSource(source);
    const failure = new Error("the screen is gone");

    await expect(async () => {
      for await (const event of roll) if (event.type === "announced" && event.index === 1) throw failure;
    }).rejects.toBe(failure);
    const result = await roll.result;

    expect(plainCalls(result)).toEqual(bothCancelled);
    expect(source.returns).toBe(1);
  });

  test("R1 R14 a function that returns out of the loop settles the calls", async () => {
    const source = createEndedSource(text, oneCut, oneMore, rest, end);
    const roll = settleSource(source);
    const firstCall = async (): Promise<string | null> => {
      for await (const event of roll) if (event.type === "announced") return event.id;
      return null;
    };

    expect(await firstCall()).toBe("call_a");
    const result = await roll.result;

    expect(plainCalls(result)).toEqual([lost("call_a", "get_tide", "cancelled")]);
    expect(source.returns).toBe(1);
  });

  test("R14 return before the first read is a cancel of nothing", async () => {
    const source = createEndedSource(text, end);
    const roll = settleSource(source);

    await roll[Symbol.asyncIterator]().return?.();
    const result = await roll.result;

    expect(plainEnding(result)).toEqual(abandoned("cancelled"));
    expect(result.outcomes).toEqual([]);
  });

  test("R14 return twice is one cancel, and a read after it is done", async () => {
    const source = createPushSource(oneCut);
    const roll = settleSource(source);
    const iterator = roll[Symbol.asyncIterator]();
    await iterator.next();

    await iterator.return?.();
    await iterator.return?.();

    expect(await iterator.next()).toEqual({ done: true, value: undefined });
    expect(source.returns).toBe(1);
    expect((await roll.result).count).toEqual({ announced: 1, dispatchable: 0, invalid: 0, failed: 1, observed: 0 });
  });

  test("R14 return while a read waits frees the source and answers the read", async () => {
    const source = createPushSource(oneCut);
    const roll = settleSource(source);
    const iterator = roll[Symbol.asyncIterator]();
    await iterator.next();
    await iterator.next();
    const waiting = iterator.next();
    await settleTasks();
    expect(source.isWaiting).toBe(true);

    await iterator.return?.();

    expect(source.returns).toBe(1);
    expect(await waiting).toEqual({ done: true, value: undefined });
    expect(plainCalls(await roll.result)).toEqual([lost("call_a", "get_tide", "cancelled")]);
  });

  test("R1 leaving after the stop and before the end is a cancel, and the stop stays known", async () => {
    const source = createPushSource(oneCut + rest, records(finish("tool_calls")));
    const roll = settleSource(source);
    const iterator = roll[Symbol.asyncIterator]();
    for (let taken = 0; taken < 5; taken++) void iterator.next();
    await settleTasks();
    expect(source.reads).toBe(3);

    await iterator.return?.();
    const result = await roll.result;

    expect(plainEnding(result)).toEqual(abandoned("cancelled", "tool_calls", "clean"));
    expect(plainCalls(result)).toEqual([lost("call_a", "get_tide", "cancelled")]);
  });

  test("R5 leaving after the calls settled changes no outcome", async () => {
    const source = createEndedSource(text, oneCut, oneMore, rest, end);
    const roll = settleSource(source);

    for await (const event of roll) if (event.type === "settled") break;
    const result = await roll.result;

    expect(plainEnding(result)).toEqual(complete("tool_calls", "clean"));
    expect(plainCalls(result)).toEqual([
      ready("call_a", "get_tide", { port: "Ayle" }),
      ready("call_b", "get_wind", { port: "Ayle" }),
    ]);
  });

  test("R14 a source whose return throws does not spoil the result", async () => {
    const source = createPushSource(text, oneCut);
    const iterator = source[Symbol.asyncIterator]();
    const stubborn: AsyncIterable<string> = {
      [Symbol.asyncIterator]: () => ({
        next: () => iterator.next(),
        return: () => Promise.reject(new Error("cannot close")),
      }),
    };
    const roll = settle(stubborn, { format: openaiChat, tools: "any", clock: createManualClock() });

    for await (const event of roll) if (event.type === "announced") break;

    expect(plainCalls(await roll.result)).toEqual([lost("call_a", "get_tide", "cancelled")]);
  });

  test("R1 a source without a return can be left", async () => {
    const iterator = createPushSource(text, oneCut)[Symbol.asyncIterator]();
    const bare: AsyncIterable<string> = { [Symbol.asyncIterator]: () => ({ next: () => iterator.next() }) };
    const roll = settle(bare, { format: openaiChat, tools: "any", clock: createManualClock() });

    for await (const event of roll) if (event.type === "announced") break;

    expect(plainEnding(await roll.result)).toEqual(abandoned("cancelled"));
  });
});

describe("a consumer that cancels by signal", () => {
  test("R14 a signal that is aborted already cancels the message and frees the source", async () => {
    const source = createEndedSource(text, oneCut, end);
    const roll = settleSource(source, { signal: AbortSignal.abort() });

    const result = await roll.result;

    expect(plainEnding(result)).toEqual(abandoned("cancelled"));
    expect(result.outcomes).toEqual([]);
    expect(source.isWaiting).toBe(false);
    expect(source.returns).toBe(1);
  });

  test("R14 a loop under a signal that is aborted already ends with one event", async () => {
    const roll = settleSource(createEndedSource(text, end), { signal: AbortSignal.abort() });
    const types: string[] = [];

    for await (const event of roll) types.push(event.type);

    expect(types).toEqual(["ended"]);
  });

  test("R14 an abort while a read waits settles the calls and frees the source", async () => {
    const controller = new AbortController();
    const source = createPushSource(text, oneCut, oneMore);
    const result = draining(settleSource(source, { signal: controller.signal }));
    await settleTasks();
    expect(source.isWaiting).toBe(true);

    controller.abort();
    const settled = await result;

    expect(plainEnding(settled)).toEqual(abandoned("cancelled"));
    expect(plainCalls(settled)).toEqual(bothCancelled);
    expect(source.returns).toBe(1);
    expect(source.readsAfterEnd).toBe(0);
  });

  test("R14 an abort inside the loop hands out the settled calls and the end", async () => {
    const controller = new AbortController();
    const source = createEndedSource(text, oneCut, oneMore, rest, end);
    const roll = settleSource(source, { signal: controller.signal });
    const seen: string[] = [];

    for await (const event of roll) {
      if (event.type === "announced" && event.index === 1) controller.abort(new Error("the person pressed stop"));
      if (event.type === "settled") seen.push(`settled ${event.outcome.call.id}`);
      if (event.type === "ended") seen.push(`ended ${event.ending.cause ?? "well"}`);
    }

    expect(seen).toEqual(["settled call_a", "settled call_b", "ended cancelled"]);
    expect(source.returns).toBe(1);
  });

  test("R14 an abort after the stop and before the end wins over the stop", async () => {
    const controller = new AbortController();
    const source = createPushSource(text, oneCut, rest, records(finish("tool_calls")));
    const result = draining(settleSource(source, { signal: controller.signal }));
    await settleTasks();

    controller.abort();
    const settled = await result;

    expect(plainEnding(settled)).toEqual(abandoned("cancelled", "tool_calls", "clean"));
    expect(plainCalls(settled)).toEqual([lost("call_a", "get_tide", "cancelled")]);
  });

  test("R5 an abort after the end changes nothing", async () => {
    const controller = new AbortController();
    const roll = settleSource(createEndedSource(text, oneCut, rest, end), { signal: controller.signal });
    const before = await roll.result;

    controller.abort();
    await settleTasks();

    expect(await roll.result).toBe(before);
    expect(plainEnding(before)).toEqual(complete("tool_calls", "clean"));
  });

  test("R14 two aborts are one cancel", async () => {
    const controller = new AbortController();
    const source = createPushSource(text, oneCut);
    const result = draining(settleSource(source, { signal: controller.signal }));
    await settleTasks();

    controller.abort();
    controller.abort();
    const settled = await result;

    expect(settled.count).toEqual({ announced: 1, dispatchable: 0, invalid: 0, failed: 1, observed: 0 });
    expect(source.returns).toBe(1);
  });

  test("R14 an abort while nobody reads yet frees the source", async () => {
    const controller = new AbortController();
    const source = createPushSource(text, oneCut);
    const roll = settleSource(source, { signal: controller.signal });

    controller.abort();
    await settleTasks();

    expect(source.returns).toBe(1);
    expect(source.reads).toBe(0);
    expect(plainEnding(await roll.result)).toEqual(abandoned("cancelled"));
  });

  test("R5 an abort while a validator still checks a call of a message that is over changes nothing", async () => {
    const controller = new AbortController();
    let answer: () => void = () => undefined;
    const checked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const slowly: StandardSchemaV1 = {
      "~standard": {
        version: 1,
        vendor: "test",
        validate: async (value) => {
          await checked;
          return { value };
        },
      },
    };
    const source = createEndedSource(text, oneCut, rest, end);
    const tools = [{ name: "get_tide", input: slowly }];
    const result = draining(settleSource(source, { signal: controller.signal, tools }));
    await settleTasks();

    controller.abort();
    await settleTasks();
    answer();

    expect(plainEnding(await result)).toEqual(complete("tool_calls", "clean"));
    expect(plainCalls(await result)).toEqual([ready("call_a", "get_tide", { port: "Ayle" })]);
  });

  test("R14 the calls of a cancelled message read as cancelled, those of a lost connection as disconnected", async () => {
    const controller = new AbortController();
    const cancelled = createPushSource(text, oneCut);
    const reset = createPushSource(text, oneCut);
    const first = draining(settleSource(cancelled, { signal: controller.signal }));
    const second = draining(settleSource(reset, { signal: controller.signal }));
    await settleTasks();

    reset.fail(new TypeError("terminated"));
    await second;
    controller.abort();

    expect((await first).outcomes.map(plainCall)).toEqual([lost("call_a", "get_tide", "cancelled")]);
    expect((await second).outcomes.map(plainCall)).toEqual([lost("call_a", "get_tide", "disconnected")]);
  });
});
