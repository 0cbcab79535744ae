import { describe, expect, test } from "vitest";

import { lost, ready } from "../support/chat-stream.ts";
import { calls, delta, done, finish, more, open, opening, records, say } from "../support/chat-wire.ts";
import { plainCalls, plainEnding, startRoll } from "../support/live-roll.ts";
import { abandoned, complete } from "../support/settle-stream.ts";

const ayle = '{"port":"Ayle"}';
const oneCut = records(opening, calls(open(0, "call_a", "get_tide", '{"port":"Ay')));
const oneWhole = records(opening, calls(open(0, "call_a", "get_tide", ayle)));
const comment = ": keep-alive\n\n";

describe("the clock of the first payload", () => {
  test("R7 stall-hang: not one byte within firstMs is idle", async () => {
    const { clock, source, result } = startRoll({ firstMs: 60_000, progressMs: 10_000 });

    await clock.advance(59_999);
    expect(source.returns).toBe(0);
    await clock.advance(1_000);

    expect(plainEnding(await result)).toEqual(abandoned("idle"));
    expect(plainCalls(await result)).toEqual([]);
    expect(source.returns).toBeGreaterThan(0);
  });

  test("R7 stall-hang: comments and no payload within firstMs is stalled", async () => {
    const { clock, source, result } = startRoll({ firstMs: 60_000 });

    for (let second = 0; second < 50; second += 10) {
      source.push(comment);
      await clock.advance(10_000);
    }
    expect(source.returns).toBe(0);
    await clock.advance(11_000);

    expect(plainEnding(await result)).toEqual(abandoned("stalled"));
    expect(source.returns).toBeGreaterThan(0);
  });

  test("R7 idle-timer-wrong: comments do not lengthen firstMs", async () => {
    const roll = startRoll({ firstMs: 60_000 });

    await roll.clock.advance(59_000);
    roll.source.push(comment);
    await roll.clock.advance(900);
    expect(roll.isOver).toBe(false);
    await roll.clock.advance(1_100);

    expect(plainEnding(await roll.result)).toEqual(abandoned("stalled"));
  });

  test("R7 idle-timer-wrong: a first payload just in time starts the shorter clock of progress", async () => {
    const roll = startRoll({ firstMs: 60_000, progressMs: 10_000 });

    await roll.clock.advance(59_900);
    roll.source.push(oneCut);
    await roll.clock.advance(9_900);
    expect(roll.isOver).toBe(false);
    await roll.clock.advance(1_100);

    expect(plainEnding(await roll.result)).toEqual(abandoned("idle"));
    expect(plainCalls(await roll.result)).toEqual([lost("call_a", "get_tide", "idle")]);
  });

  test("R7 idle-timer-wrong: a first token after 110 s and a gap of 120 s pass under the defaults", async () => {
    const roll = startRoll();

    await roll.clock.advance(110_000);
    roll.source.push(records(opening, say("Let me look.")));
    await roll.clock.advance(120_000);
    roll.source.push(records(calls(open(0, "call_a", "get_tide", ayle)), finish("tool_calls")) + done);
    await roll.clock.advance(1);

    expect(plainEnding(await roll.result)).toEqual(complete("tool_calls", "clean"));
    expect(plainCalls(await roll.result)).toEqual([ready("call_a", "get_tide", { port: "Ayle" })]);
  });

  test("R7 stall-hang: the default of firstMs is 180 s", async () => {
    const roll = startRoll();

    await roll.clock.advance(179_999);
    expect(roll.isOver).toBe(false);
    await roll.clock.advance(1_000);

    expect(plainEnding(await roll.result)).toEqual(abandoned("idle"));
  });
});

describe("the clock of progress", () => {
  test("R7 stall-hang: a call that goes silent is idle, and what was announced is accounted for", async () => {
    const roll = startRoll({ progressMs: 10_000 });

    roll.source.push(oneCut);
    await roll.clock.advance(3_000);
    roll.source.push(records(calls(more(0, "l"))));
    await roll.clock.advance(9_999);
    expect(roll.isOver).toBe(false);
    await roll.clock.advance(1_000);

    expect(plainEnding(await roll.result)).toEqual(abandoned("idle"));
    expect(plainCalls(await roll.result)).toEqual([lost("call_a", "get_tide", "idle")]);
    expect(roll.source.returns).toBeGreaterThan(0);
  });

  test("R7 stall-hang: a whole call on a stream that goes silent is idle too", async () => {
    const roll = startRoll({ progressMs: 10_000 });

    roll.source.push(oneWhole);
    await roll.clock.advance(11_000);

    expect(plainCalls(await roll.result)).toEqual([lost("call_a", "get_tide", "idle")]);
  });

  test("R7 stall-hang: the default of progressMs is 180 s", async () => {
    const roll = startRoll();

    roll.source.push(oneCut);
    await roll.clock.advance(179_999);
    expect(roll.isOver).toBe(false);
    await roll.clock.advance(1_000);

    expect(plainEnding(await roll.result)).toEqual(abandoned("idle"));
  });

  for (const [label, noise] of [
    ["comments", comment],
    ["records with empty data", "data:\n\n"],
    ["named events without data", "event: ping\n\n"],
    ["ids and retries", "id: 7\nretry: 3000\n\n"],
    ["records of no kind that the format has", 'data: {"tick":1}\n\n'],
  ] as const) {
    test(`R7 idle-timer-wrong: ${label} are no progress, and the silence behind them is stalled`, async () => {
      const roll = startRoll({ progressMs: 10_000 });

      roll.source.push(oneCut);
      for (let second = 0; second < 9; second++) {
        await roll.clock.advance(1_000);
        roll.source.push(noise);
      }
      await roll.clock.advance(900);
      expect(roll.isOver).toBe(false);
      await roll.clock.advance(1_100);

      expect(plainEnding(await roll.result)).toEqual(abandoned("stalled"));
      expect(plainCalls(await roll.result)).toEqual([lost("call_a", "get_tide", "stalled")]);
    });
  }

  test("R7 idle-timer-wrong: bytes of a record that is never finished are no progress", async () => {
    const roll = startRoll({ progressMs: 10_000 });

    roll.source.push(oneCut);
    await roll.clock.advance(5_000);
    roll.source.push('data: {"id":"c-1","choices":[');
    await roll.clock.advance(6_000);

    expect(plainEnding(await roll.result)).toEqual(abandoned("stalled"));
  });

  test("R7 idle-timer-wrong: reasoning is progress", async () => {
    const roll = startRoll({ progressMs: 10_000 });

    for (let step = 0; step < 20; step++) {
      roll.source.push(records(delta({ reasoning_content: "hm " })));
      await roll.clock.advance(9_000);
    }
    roll.source.push(oneWhole + records(finish("tool_calls")) + done);
    await roll.clock.advance(1);

    expect(plainCalls(await roll.result)).toEqual([ready("call_a", "get_tide", { port: "Ayle" })]);
  });

  test("R7 idle-timer-wrong: no total limit ends a stream that keeps going", async () => {
    const roll = startRoll({ progressMs: 10_000, firstMs: 10_000 });

    roll.source.push(records(opening, calls(open(0, "call_a", "get_tide", '{"port":"'))));
    for (let minute = 0; minute < 60; minute++) {
      roll.source.push(records(calls(more(0, "a"))));
      await roll.clock.advance(9_000);
    }
    roll.source.push(records(calls(more(0, '"}')), finish("tool_calls")) + done);
    await roll.clock.advance(1);

    expect(plainCalls(await roll.result)).toEqual([ready("call_a", "get_tide", { port: "a".repeat(60) })]);
  });
});

describe("the clock of liveness", () => {
  test("R7 a link without a byte for livenessMs is idle, though progress may take longer", async () => {
    const roll = startRoll({ livenessMs: 5_000, progressMs: 60_000 });

    roll.source.push(oneCut);
    await roll.clock.advance(4_999);
    expect(roll.isOver).toBe(false);
    await roll.clock.advance(1_000);

    expect(plainEnding(await roll.result)).toEqual(abandoned("idle"));
  });

  test("R7 a comment keeps the link alive, and what follows it is stalled", async () => {
    const roll = startRoll({ livenessMs: 5_000, progressMs: 60_000 });

    roll.source.push(oneCut);
    await roll.clock.advance(4_000);
    roll.source.push(comment);
    await roll.clock.advance(4_900);
    expect(roll.isOver).toBe(false);
    await roll.clock.advance(1_100);

    expect(plainEnding(await roll.result)).toEqual(abandoned("stalled"));
  });

  test("R7 comments without end keep the link alive until the clock of progress runs out", async () => {
    const roll = startRoll({ livenessMs: 5_000, progressMs: 60_000 });

    roll.source.push(oneCut);
    for (let second = 0; second < 56; second += 4) {
      await roll.clock.advance(4_000);
      roll.source.push(comment);
    }
    expect(roll.isOver).toBe(false);
    await roll.clock.advance(4_900);

    expect(plainEnding(await roll.result)).toEqual(abandoned("stalled"));
  });

  test("R7 Chat Completions does not ping, so that liveness is off where it is not set", async () => {
    const roll = startRoll({ progressMs: 120_000 });

    roll.source.push(oneCut);
    await roll.clock.advance(119_000);
    expect(roll.isOver).toBe(false);
    roll.source.push(records(calls(more(0, 'le"}')), finish("tool_calls")) + done);
    await roll.clock.advance(1);

    expect(plainCalls(await roll.result)).toEqual([ready("call_a", "get_tide", { port: "Ayle" })]);
  });
});

describe("clocks that are set together or switched off", () => {
  test("R7 idleMs sets the clock of progress", async () => {
    const roll = startRoll({ idleMs: 10_000 });

    roll.source.push(oneCut);
    for (let second = 0; second < 9; second += 3) {
      await roll.clock.advance(3_000);
      roll.source.push(comment);
    }
    await roll.clock.advance(900);
    expect(roll.isOver).toBe(false);
    await roll.clock.advance(1_100);

    expect(plainEnding(await roll.result)).toEqual(abandoned("stalled"));
  });

  test("R7 idleMs sets the clock of liveness", async () => {
    const roll = startRoll({ idleMs: 10_000, progressMs: 60_000 });

    roll.source.push(oneCut);
    await roll.clock.advance(9_999);
    expect(roll.isOver).toBe(false);
    await roll.clock.advance(1_000);

    expect(plainEnding(await roll.result)).toEqual(abandoned("idle"));
  });

  test("R7 a clock of its own wins over idleMs", async () => {
    const roll = startRoll({ idleMs: 10_000, progressMs: 30_000, livenessMs: "off" });

    roll.source.push(oneCut);
    await roll.clock.advance(29_999);
    expect(roll.isOver).toBe(false);
    await roll.clock.advance(1_000);

    expect(plainEnding(await roll.result)).toEqual(abandoned("idle"));
  });

  test("R7 idle-timer-wrong: with every clock off a day of silence is no end", async () => {
    const roll = startRoll({ firstMs: "off", progressMs: "off", livenessMs: "off" });

    await roll.clock.advance(86_400_000);
    roll.source.push(oneCut);
    await roll.clock.advance(86_400_000);
    expect(roll.isOver).toBe(false);
    roll.source.push(records(calls(more(0, 'le"}')), finish("tool_calls")) + done);
    await roll.clock.advance(1);

    expect(plainCalls(await roll.result)).toEqual([ready("call_a", "get_tide", { port: "Ayle" })]);
  });

  test("R7 idle-timer-wrong: idleMs off leaves the first payload its limit", async () => {
    const roll = startRoll({ firstMs: 20_000, idleMs: "off" });

    await roll.clock.advance(21_000);

    expect(plainEnding(await roll.result)).toEqual(abandoned("idle"));
  });

  test("R7 idle-timer-wrong: idleMs off switches the later clocks off", async () => {
    const roll = startRoll({ idleMs: "off" });

    roll.source.push(oneCut);
    await roll.clock.advance(3_600_000);
    expect(roll.isOver).toBe(false);
    roll.source.end();
    await roll.clock.advance(1);

    expect(plainEnding(await roll.result)).toEqual(abandoned("ended-early"));
  });
});

describe("the grace after a stop", () => {
  test("R1 a connection held open after the stop is complete after 2 s", async () => {
    const roll = startRoll();

    roll.source.push(oneWhole + records(finish("tool_calls")));
    await roll.clock.advance(1_999);
    expect(roll.isOver).toBe(false);
    await roll.clock.advance(500);

    expect(plainEnding(await roll.result)).toEqual(complete("tool_calls", "clean"));
    expect(plainCalls(await roll.result)).toEqual([ready("call_a", "get_tide", { port: "Ayle" })]);
    expect(roll.source.returns).toBeGreaterThan(0);
  });

  test("R1 endMs sets the grace", async () => {
    const roll = startRoll({ endMs: 500 });

    roll.source.push(oneWhole + records(finish("tool_calls")));
    await roll.clock.advance(499);
    expect(roll.isOver).toBe(false);
    await roll.clock.advance(200);

    expect(plainEnding(await roll.result)).toEqual(complete("tool_calls", "clean"));
  });

  test("R1 comments without end do not lengthen the grace", async () => {
    const roll = startRoll();

    roll.source.push(oneWhole + records(finish("tool_calls")));
    for (let step = 0; step < 12 && !roll.isOver; step++) {
      await roll.clock.advance(250);
      roll.source.push(comment);
    }

    expect(roll.isOver).toBe(true);
    expect(plainEnding(await roll.result)).toEqual(complete("tool_calls", "clean"));
  });

  test("R1 payload without end does not lengthen the grace", async () => {
    const roll = startRoll();

    roll.source.push(oneWhole + records(finish("tool_calls")));
    for (let step = 0; step < 12 && !roll.isOver; step++) {
      await roll.clock.advance(250);
      roll.source.push(records(say("more")));
    }

    expect(roll.isOver).toBe(true);
    expect(plainEnding(await roll.result)).toEqual(complete("tool_calls", "clean"));
    expect(plainCalls(await roll.result)).toEqual([ready("call_a", "get_tide", { port: "Ayle" })]);
    expect(roll.source.returns).toBeGreaterThan(0);
  });

  test("R1 payload without end behind the end marker does not hold the connection", async () => {
    const roll = startRoll();

    roll.source.push(oneWhole + records(finish("tool_calls")) + done);
    for (let step = 0; step < 12; step++) {
      await roll.clock.advance(250);
      roll.source.push(records(say("more")));
    }

    expect(plainEnding(await roll.result)).toEqual(complete("tool_calls", "clean"));
    expect(roll.source.returns).toBeGreaterThan(0);
  });

  test("R1 an end marker within the grace ends the message at once", async () => {
    const roll = startRoll();

    roll.source.push(oneWhole + records(finish("tool_calls")));
    await roll.clock.advance(1_000);
    roll.source.push(done);
    await roll.clock.advance(1);

    expect(roll.isOver).toBe(true);
    expect((await roll.result).faults).toEqual([]);
  });

  test("R1 an idle clock shorter than the grace neither undoes the stop nor cuts the grace", async () => {
    const roll = startRoll({ idleMs: 1_000, endMs: 5_000 });

    roll.source.push(oneWhole + records(finish("tool_calls")));
    await roll.clock.advance(4_999);
    expect(roll.isOver).toBe(false);
    await roll.clock.advance(1_000);

    expect(plainEnding(await roll.result)).toEqual(complete("tool_calls", "clean"));
  });

  test("R1 a length stop on a connection held open stays a length stop", async () => {
    const roll = startRoll();

    roll.source.push(oneCut + records(finish("length")));
    await roll.clock.advance(3_000);

    expect(plainEnding(await roll.result)).toEqual(complete("length", "ceiling"));
  });

  test("R1 the error of a late record within the grace fails the message", async () => {
    const roll = startRoll();

    roll.source.push(oneWhole + records(finish("tool_calls")));
    await roll.clock.advance(1_000);
    roll.source.push(records({ error: { message: "late" } }));
    await roll.clock.advance(1);

    expect(plainEnding(await roll.result)).toEqual(abandoned("provider-error", "tool_calls", "clean"));
  });
});
