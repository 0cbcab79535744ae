import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { settle, type RollResult } from "../../src/index.ts";
import { createManualClock, settleTasks } from "../support/manual-clock.ts";
import { createPushSource } from "../support/push-source.ts";
import { anthropicSse } from "../support/settle-stream.ts";
import { messageStart, textDelta } from "../support/anthropic-events.ts";
import { anthropicMessages } from "../../src/anthropic.ts";
import { holds } from "./support/holds.ts";

/** One moment of a stream: a silence of the provider, what ends it, and how long the consumer is then busy. */
interface Moment {
  readonly silenceMs: number;
  /** The event loop stands still during the silence, and the bytes are let in only behind the timers. */
  readonly isBlocked: boolean;
  readonly arrival: "payload" | "ping" | "comment" | "begun";
  /** Only a payload gives the consumer something to be busy with. */
  readonly busyMs: number;
}

interface Limits {
  readonly firstMs: number | "off";
  readonly progressMs: number | "off";
  readonly livenessMs: number | "off";
}

// Silences are multiples of 100 and limits lie between them, so that no sum of silences comes near a limit.
const silenceMs = fc.integer({ min: 0, max: 12 }).map((tenths) => tenths * 100);
const limit = fc.oneof(
  fc.integer({ min: 0, max: 14 }).map((tenths) => tenths * 100 + 50),
  fc.constant("off" as const),
);
const limits = fc.record<Limits>({ firstMs: limit, progressMs: limit, livenessMs: limit });
const moment = fc
  .record<Moment>({
    silenceMs,
    isBlocked: fc.integer({ min: 0, max: 4 }).map((roll) => roll === 0),
    arrival: fc.constantFrom("payload", "payload", "ping", "comment", "begun"),
    busyMs: fc.constantFrom(0, 0, 500, 60_000),
  })
  // A record that has begun takes in whatever comes next, so nothing but a payload may follow: it ends the record.
  .map((each) => ({ ...each, isBlocked: each.isBlocked && each.arrival === "payload" }));
const moments = fc.array(moment, { minLength: 1, maxLength: 8 });

const delta = anthropicSse(textDelta(0, "a"));

function bytesOf({ arrival }: Moment, isInsideRecord: boolean): string {
  // A line that has begun is closed first; on its own it is no record.
  const end = isInsideRecord ? "\n\n" : "";
  switch (arrival) {
    case "payload":
      return end + delta;
    case "ping":
      return `${end}event: ping\ndata: {"type":"ping"}\n\n`;
    case "comment":
      return `${end}: quiet\n\n`;
    case "begun":
      return `${end}event: content_block_delta`;
  }
}

interface Firing {
  readonly at: number;
  readonly cause: "idle" | "stalled";
}

/** Which moment's silence is too long, by the design's words; `null` if none is. */
function firstTooLong(all: readonly Moment[], { firstMs, progressMs, livenessMs }: Limits): Firing | null {
  let withoutPayload = 0;
  let withoutBytes = 0;
  let hasPayload = false;
  let hasBytes = false;
  let areBytesBehindPayload = false;
  for (const [at, { silenceMs: silence, isBlocked, arrival }] of all.entries()) {
    withoutPayload += silence;
    withoutBytes += silence;
    const payloadLimit = hasPayload ? progressMs : firstMs;
    const isTooLong =
      (payloadLimit !== "off" && withoutPayload > payloadLimit) ||
      (hasBytes && livenessMs !== "off" && withoutBytes > livenessMs);
    if (isTooLong && !isBlocked) return { at, cause: areBytesBehindPayload ? "stalled" : "idle" };
    hasBytes = true;
    withoutBytes = 0;
    areBytesBehindPayload = arrival !== "payload";
    if (arrival === "payload") withoutPayload = 0;
    hasPayload ||= arrival === "payload";
  }
  return null;
}

interface Played {
  readonly at: number | null;
  readonly result: RollResult | null;
}

/** Plays the moments to a consumer that is busy now and then; tells at which one the stream was given up. */
async function play(all: readonly Moment[], silence: Limits): Promise<Played> {
  const clock = createManualClock();
  const source = createPushSource<string>();
  const roll = settle(source, { format: anthropicMessages, tools: "any", clock, ...silence });
  const iterator = roll[Symbol.asyncIterator]();
  let given = 0;
  let ended = false;
  const take = (): void => {
    void iterator.next().then((step) => {
      given += 1;
      ended ||= step.done === true || step.value.type === "ended";
    });
  };
  take();
  await settleTasks();
  let isInsideRecord = false;
  for (const [at, each] of all.entries()) {
    if (each.isBlocked) {
      clock.jump(each.silenceMs);
      await clock.advance(0);
    } else {
      await clock.advance(each.silenceMs);
      // The second look at a deadline comes one millisecond behind it; the limits leave room for that.
      await settleTasks();
    }
    if (ended) return { at, result: await roll.result };
    const before = given;
    source.push(bytesOf(each, isInsideRecord));
    isInsideRecord = each.arrival === "begun";
    await settleTasks();
    if (given > before) {
      await clock.advance(each.busyMs);
      take();
      await settleTasks();
    }
  }
  source.end();
  return { at: null, result: null };
}

describe("R7: the clocks measure the provider's silence, and nothing else", () => {
  test("R7 a clock fires if and only if the provider was silent for longer than its limit", async () => {
    await holds(
      fc.asyncProperty(moments, limits, async (all, silence) => {
        const expected = firstTooLong(all, silence);

        const played = await play(all, silence);

        expect(played.at).toBe(expected?.at ?? null);
        if (played.result !== null) expect(played.result.ending.cause).toBe(expected?.cause);
      }),
      3,
    );
  });

  test("R7 firing frees the source, with the read that is pending", async () => {
    await holds(
      fc.asyncProperty(fc.boolean(), silenceMs, async (hasBegun, extraMs) => {
        const clock = createManualClock();
        const source = createPushSource<string>(...(hasBegun ? [anthropicSse(messageStart())] : []));
        const roll = settle(source, { format: anthropicMessages, tools: "any", clock, firstMs: 1_000, idleMs: 1_000 });
        const result = Promise.resolve(roll.result).then((settled) => settled);

        await clock.advance(1_001 + extraMs);

        expect((await result).ending).toMatchObject({ kind: "abandoned", cause: "idle" });
        expect(source.returns).toBe(1);
        expect(clock.pending()).toBe(0);
      }),
      0.2,
    );
  });

  test("R7 a consumer that never comes back does not make the provider silent", async () => {
    const clock = createManualClock();
    const source = createPushSource<string>(anthropicSse(messageStart(), textDelta(0, "a")), delta);
    const roll = settle(source, { format: anthropicMessages, tools: "any", clock, firstMs: 1_000, idleMs: 1_000 });
    const iterator = roll[Symbol.asyncIterator]();

    await iterator.next();
    await clock.advance(3_600_000);

    expect(await iterator.next()).toEqual({ done: false, value: { type: "text", text: "a" } });
    expect(source.returns).toBe(0);
  });
});
