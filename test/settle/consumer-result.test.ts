import { describe, expect, test } from "vitest";

import { settle } from "../../src/index.ts";
import { openaiChat } from "../../src/openai.ts";
import { lost, ready } from "../support/chat-stream.ts";
import { calls, done, finish, more, open, opening, records, say } from "../support/chat-wire.ts";
import { draining, plainCalls, plainEnding } from "../support/live-roll.ts";
import { createManualClock, settleTasks } from "../support/manual-clock.ts";
import { createEndedSource, createPushSource, type PushSource } from "../support/push-source.ts";
import { abandoned, complete } from "../support/settle-stream.ts";

const text = records(opening, say("One moment."));
const oneCut = records(calls(open(0, "call_a", "get_tide", '{"port":"Ay')));
const rest = records(calls(more(0, 'le"}')));
const end = records(finish("tool_calls")) + done;
const oneReady = [ready("call_a", "get_tide", { port: "Ayle" })];

function settleSource(source: PushSource<string>): ReturnType<typeof settle> {
  return settle(source, { format: openaiChat, tools: "any", clock: createManualClock() });
}

describe("a consumer that wants the result", () => {
  test("R1 the result alone drains the source", async () => {
    const roll = settleSource(createEndedSource(text, oneCut, rest, end));

    const result = await roll.result;

    expect(plainCalls(result)).toEqual(oneReady);
    expect(result.count).toEqual({ announced: 1, dispatchable: 1, invalid: 0, failed: 0, observed: 0 });
  });

  test("R1 the result of a source that throws at once is there and does not reject", async () => {
    const source = createPushSource<string>();
    source.fail(new TypeError("terminated"));

    const result = await settleSource(source).result;

    expect(plainEnding(result)).toEqual(abandoned("disconnected"));
  });

  test("R1 the result is the same every time it is asked for", async () => {
    const roll = settleSource(createEndedSource(text, oneCut, rest, end));

    const [first, second] = await Promise.all([roll.result, roll.result]);

    expect(first).toBe(second);
    expect(await roll.result).toBe(first);
  });

  test("R1 the result can be awaited inside the loop", async () => {
    const roll = settleSource(createEndedSource(text, oneCut, rest, end));
    let inside: unknown;

    for await (const event of roll) {
      if (event.type === "text") inside = plainCalls(await roll.result);
    }

    expect(inside).toEqual(oneReady);
  });

  test("R1 the result awaited inside the loop may be followed by a break", async () => {
    const source = createEndedSource(text, oneCut, rest, end);
    const roll = settleSource(source);

    for await (const event of roll) {
      if (event.type !== "text") continue;
      await roll.result;
      break;
    }

    expect(plainEnding(await roll.result)).toEqual(complete("tool_calls", "clean"));
    expect(source.readsAfterEnd).toBe(0);
  });

  test("R1 the loop and the result at once do not wait for each other", async () => {
    const roll = settleSource(createEndedSource(text, oneCut, rest, end));
    let last = "";
    const loop = async (): Promise<void> => {
      for await (const event of roll) last = event.type;
    };

    const [result] = await Promise.all([roll.result, loop()]);

    expect(plainCalls(result)).toEqual(oneReady);
    expect(["ended", ""]).toContain(last);
  });

  test("R1 the loop, then the result", async () => {
    const roll = settleSource(createEndedSource(text, oneCut, rest, end));

    for await (const event of roll) void event;

    expect(plainCalls(await roll.result)).toEqual(oneReady);
  });

  test("R1 the result, then the loop: the loop ends", async () => {
    const roll = settleSource(createEndedSource(text, oneCut, rest, end));
    await roll.result;
    const types: string[] = [];

    for await (const event of roll) types.push(event.type);

    expect(types.length).toBeLessThan(2);
  });

  test("R13 events that nobody takes are not kept while the result drains the source", async () => {
    const source = createPushSource(text, oneCut);
    const roll = settleSource(source);
    const result = draining(roll);
    await settleTasks();
    for (let step = 0; step < 200; step++) source.push(records(say("word ")));
    await settleTasks();
    source.push(rest + end);
    source.end();
    await result;
    let left = 0;

    for await (const event of roll) if (event.type === "text") left += 1;

    expect(left).toBe(0);
  });

  test("R1 nothing is read before somebody asks", async () => {
    const source = createEndedSource(text, oneCut, rest, end);

    settleSource(source);
    await settleTasks();

    expect(source.reads).toBe(0);
  });

  test("R13 a loop that pauses reads no further ahead than it must", async () => {
    const source = createPushSource(text, oneCut, rest, records(say("a")), records(say("b")), end);
    const iterator = settleSource(source)[Symbol.asyncIterator]();

    await iterator.next();
    await settleTasks();

    expect(source.reads).toBeLessThanOrEqual(2);
    await iterator.return?.();
  });
});

describe("two iterations of one roll", () => {
  test("R1 a second loop after the first one is refused, with what to do instead", async () => {
    const roll = settleSource(createEndedSource(text, oneCut, rest, end));
    for await (const event of roll) void event;

    expect(() => roll[Symbol.asyncIterator]()).toThrow(TypeError);
    expect(() => roll[Symbol.asyncIterator]()).toThrow(/result/);
    expect(plainCalls(await roll.result)).toEqual(oneReady);
  });

  test("R1 a second loop while the first one runs is refused, and takes nothing from it", async () => {
    const roll = settleSource(createEndedSource(text, oneCut, rest, end));
    const types: string[] = [];

    for await (const event of roll) {
      types.push(event.type);
      expect(() => roll[Symbol.asyncIterator]()).toThrow(TypeError);
    }

    expect(types).toEqual(["text", "announced", "fragment", "fragment", "closed", "settled", "ended"]);
  });

  test("R1 a second loop after a break is refused, and the calls stay cancelled", async () => {
    const roll = settleSource(createEndedSource(text, oneCut, rest, end));
    for await (const event of roll) if (event.type === "announced") break;

    expect(() => roll[Symbol.asyncIterator]()).toThrow(TypeError);
    expect(plainCalls(await roll.result)).toEqual([lost("call_a", "get_tide", "cancelled")]);
  });

  test("R1 reads that are asked for at once are answered in order, and each event is handed out once", async () => {
    const roll = settleSource(createEndedSource(text, oneCut, rest, end));
    const iterator = roll[Symbol.asyncIterator]();

    const results = await Promise.all(Array.from({ length: 9 }, () => iterator.next()));

    expect(results.map((result) => (result.done === true ? "done" : result.value.type))).toEqual([
      "text",
      "announced",
      "fragment",
      "fragment",
      "closed",
      "settled",
      "ended",
      "done",
      "done",
    ]);
  });

  test("R1 next after the end is done", async () => {
    const iterator = settleSource(createEndedSource(end))[Symbol.asyncIterator]();
    for (let result = await iterator.next(); result.done !== true; result = await iterator.next());

    expect(await iterator.next()).toEqual({ done: true, value: undefined });
  });
});
