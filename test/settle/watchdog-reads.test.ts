import { describe, expect, test } from "vitest";

import { anthropicMessages } from "../../src/anthropic.ts";
import { settle } from "../../src/index.ts";
import { openaiChat } from "../../src/openai.ts";
import { lost, ready } from "../support/chat-stream.ts";
import { calls, delta, done, finish, more, open, opening, records, say } from "../support/chat-wire.ts";
import { draining, plainCalls, plainEnding, startRoll } from "../support/live-roll.ts";
import { createManualClock, settleTasks, type ManualClock } from "../support/manual-clock.ts";
import { createEndedSource, createPushSource } from "../support/push-source.ts";
import { abandoned, anthropicSse, complete } from "../support/settle-stream.ts";

const oneCut = records(opening, calls(open(0, "call_a", "get_tide", '{"port":"Ay')));
const rest = records(calls(more(0, 'le"}')), finish("tool_calls")) + done;

describe("a slow consumer", () => {
  test("R7 idle-timer-wrong: an hour between two events is the consumer's hour, not the provider's", async () => {
    const clock = createManualClock();
    const source = createEndedSource<string>(records(opening, say("One ")), records(say("two ")), oneCut, rest);
    const roll = settle(source, { format: openaiChat, tools: "any", clock, idleMs: 10_000, firstMs: 10_000 });
    const types: string[] = [];

    for await (const event of roll) {
      types.push(event.type);
      await clock.advance(3_600_000);
    }

    const result = await roll.result;
    expect(plainEnding(result)).toEqual(complete("tool_calls", "clean"));
    expect(plainCalls(result)).toEqual([ready("call_a", "get_tide", { port: "Ayle" })]);
    expect(types).toEqual(["text", "text", "announced", "fragment", "fragment", "closed", "settled", "ended"]);
  });

  test("R7 idle-timer-wrong: an hour before the first read is not the provider's either", async () => {
    const clock = createManualClock();
    const source = createEndedSource<string>(oneCut, rest);
    const roll = settle(source, { format: openaiChat, tools: "any", clock, idleMs: 10_000, firstMs: 10_000 });

    await clock.advance(3_600_000);
    const result = await roll.result;

    expect(plainEnding(result)).toEqual(complete("tool_calls", "clean"));
  });

  test("R7 stall-hang: the provider's silence counts from the read that waits, not from the consumer's pause", async () => {
    const clock = createManualClock();
    const source = createPushSource<string>(records(opening, say("One ")));
    const roll = settle(source, { format: openaiChat, tools: "any", clock, progressMs: 10_000 });
    const iterator = roll[Symbol.asyncIterator]();

    await iterator.next();
    await clock.advance(3_600_000);
    const next = iterator.next();
    await clock.advance(9_000);
    source.push(records(say("two")));
    await settleTasks();

    expect(await next).toEqual({ done: false, value: { type: "text", text: "two" } });
    await iterator.return?.();
  });

  test("R7 stall-hang: a provider that is silent while a read waits is idle, whatever the consumer did before", async () => {
    const clock = createManualClock();
    const source = createPushSource<string>(oneCut);
    const roll = settle(source, { format: openaiChat, tools: "any", clock, progressMs: 10_000 });
    const iterator = roll[Symbol.asyncIterator]();

    await iterator.next();
    await clock.advance(5_000);
    const result = draining(roll);
    await clock.advance(11_000);

    expect(plainCalls(await result)).toEqual([lost("call_a", "get_tide", "idle")]);
  });
});

describe("a pause of the event loop", () => {
  test("R7 idle-timer-wrong: bytes that waited through the pause are let in", async () => {
    const roll = startRoll({ progressMs: 10_000 });
    roll.source.push(oneCut);
    await roll.clock.advance(1_000);

    roll.clock.jump(60_000);
    roll.source.push(records(calls(more(0, "l"))));
    await roll.clock.advance(0);
    expect(roll.isOver).toBe(false);
    roll.source.push(records(calls(more(0, 'e"}')), finish("tool_calls")) + done);
    await roll.clock.advance(1);

    expect(plainCalls(await roll.result)).toEqual([ready("call_a", "get_tide", { port: "Ayle" })]);
  });

  test("R7 idle-timer-wrong: bytes that come in the turn after the timer are let in", async () => {
    const roll = startRoll({ progressMs: 10_000 });
    roll.source.push(oneCut);
    await roll.clock.advance(1_000);

    roll.clock.jump(60_000);
    await roll.clock.advance(0);
    expect(roll.isOver).toBe(false);
    roll.source.push(rest);
    await roll.clock.advance(1);

    expect(plainCalls(await roll.result)).toEqual([ready("call_a", "get_tide", { port: "Ayle" })]);
  });

  test("R7 stall-hang: silence after the pause still ends the stream", async () => {
    const roll = startRoll({ progressMs: 10_000 });
    roll.source.push(oneCut);
    await roll.clock.advance(1_000);

    roll.clock.jump(60_000);
    await roll.clock.advance(11_000);

    expect(plainEnding(await roll.result)).toEqual(abandoned("idle"));
  });

  test("R7 idle-timer-wrong: the pause does not end a first payload that waits", async () => {
    const roll = startRoll({ firstMs: 10_000 });
    await roll.clock.advance(1_000);

    roll.clock.jump(60_000);
    roll.source.push(oneCut + rest);
    await roll.clock.advance(1);

    expect(plainEnding(await roll.result)).toEqual(complete("tool_calls", "clean"));
  });
});

describe("firing frees the source", () => {
  test("R7 a read that waits does not keep the source from being freed", async () => {
    const roll = startRoll({ progressMs: 10_000 });
    roll.source.push(oneCut);
    await roll.clock.advance(1_000);
    expect(roll.source.isWaiting).toBe(true);

    await roll.clock.advance(10_000);
    await roll.result;

    expect(roll.source.returns).toBe(1);
    expect(roll.source.readsAfterEnd).toBe(0);
  });

  test("R7 a source that never answers its return does not hold the result back", async () => {
    const clock = createManualClock();
    const stuck: AsyncIterable<string> = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise(() => undefined),
        return: () => new Promise(() => undefined),
      }),
    };
    const roll = settle(stuck, { format: openaiChat, tools: "any", clock, firstMs: 1_000 });
    const result = draining(roll);

    await clock.advance(2_000);

    expect(plainEnding(await result)).toEqual(abandoned("idle"));
  });

  test("R5 bytes that come after the clock fired change nothing", async () => {
    const roll = startRoll({ progressMs: 10_000 });
    roll.source.push(oneCut);
    await roll.clock.advance(11_000);
    const before = plainCalls(await roll.result);

    roll.source.push(rest);
    await roll.clock.advance(1_000);

    expect(plainCalls(await roll.result)).toEqual(before);
    expect(before).toEqual([lost("call_a", "get_tide", "idle")]);
  });

  test("R13 no timer is left behind by a stream that is over", async () => {
    const roll = startRoll({ idleMs: 10_000 });
    roll.source.push(oneCut + rest);
    roll.source.end();
    await roll.clock.advance(1);
    await roll.result;

    expect(roll.clock.pending()).toBe(0);
  });

  test("R14 a cancel during silence is a cancel, not idleness", async () => {
    const controller = new AbortController();
    const roll = startRoll({ progressMs: 10_000, signal: controller.signal });
    roll.source.push(oneCut);
    await roll.clock.advance(9_000);

    controller.abort();
    await roll.clock.advance(60_000);

    expect(plainEnding(await roll.result)).toEqual(abandoned("cancelled"));
  });
});

describe("a wire that pings", () => {
  const start = anthropicSse(
    { type: "ping" },
    {
      type: "message_start",
      message: {
        id: "msg_1",
        type: "message",
        role: "assistant",
        model: "m",
        content: [],
        stop_reason: null,
        usage: {},
      },
    },
    {
      type: "content_block_start",
      index: 0,
      content_block: { type: "tool_use", id: "toolu_a", name: "get_tide", input: {} },
    },
  );
  const ping = anthropicSse({ type: "ping" });

  test("R7 stall-hang: where pings were seen, total silence is a sign of death after 30 s", async () => {
    const roll = startRoll({ format: anthropicMessages });

    roll.source.push(start);
    await roll.clock.advance(29_999);
    expect(roll.isOver).toBe(false);
    await roll.clock.advance(1_000);

    expect(plainEnding(await roll.result)).toEqual(abandoned("idle"));
    expect(plainCalls(await roll.result)).toEqual([lost("toolu_a", "get_tide", "idle")]);
  });

  test("R7 idle-timer-wrong: pings keep a stream alive through two minutes of buffering, and are no progress", async () => {
    const roll = startRoll({ format: anthropicMessages });

    roll.source.push(start);
    for (let second = 0; second < 170; second += 10) {
      await roll.clock.advance(10_000);
      roll.source.push(ping);
    }
    expect(roll.isOver).toBe(false);
    await roll.clock.advance(10_500);

    expect(plainEnding(await roll.result)).toEqual(abandoned("stalled"));
  });

  test("R7 idle-timer-wrong: liveness is off where an SDK hides the pings", async () => {
    const clock = createManualClock();
    const source = createPushSource<object>(
      { type: "message_start", message: { id: "msg_1", role: "assistant", content: [], usage: {} } },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    );
    const roll = settle(source, { format: anthropicMessages, tools: "any", clock });
    const result = draining(roll);
    await clock.advance(170_000);
    expect(source.returns).toBe(0);
    source.push({ type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 1 } });
    source.push({ type: "message_stop" });
    await clock.advance(1);

    expect(plainEnding(await result)).toEqual(complete("end_turn", "clean"));
  });

  test("R7 idle-timer-wrong: liveness that is set is off as well where an SDK hides what shows life", async () => {
    const clock = createManualClock();
    const source = createPushSource<object>(opening, calls(open(0, "call_a", "get_tide", '{"port":"Ay')));
    const settings = { format: openaiChat, tools: "any", clock, livenessMs: 5_000, progressMs: 60_000 } as const;
    const result = draining(settle(source, settings));

    await clock.advance(59_999);
    expect(source.returns).toBe(0);
    await clock.advance(1_000);

    expect(plainEnding(await result)).toEqual(abandoned("idle"));
  });

  test("R7 reasoning deltas of a look-alike under another name are progress as well", async () => {
    const roll = startRoll({ progressMs: 10_000 });

    for (let step = 0; step < 5; step++) {
      roll.source.push(records(delta({ reasoning: "hm " })));
      await roll.clock.advance(9_000);
    }
    roll.source.push(records(finish("stop")) + done);
    await roll.clock.advance(1);

    expect(plainEnding(await roll.result)).toEqual(complete("stop", "clean"));
  });
});

describe("a source that never lets a timer have its turn", () => {
  /** Every piece is there at once, and takes a quarter of a second of the clock. */
  async function* flood(clock: ManualClock, first: string, endless: string): AsyncGenerator<string> {
    yield first;
    for (;;) {
      clock.jump(250);
      yield endless;
    }
  }

  test("R1 what floods in behind the end is left after the grace", async () => {
    const clock = createManualClock();
    const source = flood(clock, oneCut + rest, ": keep-alive\n\n");

    const result = await settle(source, { format: openaiChat, tools: "any", clock }).result;

    expect(plainEnding(result)).toEqual(complete("tool_calls", "clean"));
    expect(plainCalls(result)).toEqual([ready("call_a", "get_tide", { port: "Ayle" })]);
  });

  test("R13 what floods in behind the limit on the whole stream is left after the grace", async () => {
    const clock = createManualClock();
    const limits = { maxTotalBytes: 2_000 };
    const source = flood(clock, oneCut, records(say("more")));

    const result = await settle(source, { format: openaiChat, tools: "any", clock, limits }).result;

    expect(plainEnding(result)).toEqual(abandoned("provider-error"));
    expect(plainCalls(result)).toEqual([lost("call_a", "get_tide", "provider-error")]);
  });

  test("R7 keep-alives during the second look do not put off the deadline", async () => {
    const clock = createManualClock();
    const source = createPushSource<string>(oneCut);
    const roll = settle(source, { format: openaiChat, tools: "any", clock, progressMs: 10_000 });
    let cause: string | null = null;
    void draining(roll).then((result) => {
      cause = result.ending.cause;
      return result;
    });

    await clock.advance(10_000);
    source.push(": keep-alive\n\n");
    await clock.advance(1);
    await settleTasks();

    expect(cause).toBe("stalled");
  });
});
