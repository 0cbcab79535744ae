import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { settle } from "../../src/index.ts";
import { openaiChat } from "../../src/openai.ts";
import type { RollEvent } from "../../src/protocol/roll-event.ts";
import { createManualClock } from "../support/manual-clock.ts";
import { deliver, randomSplit, recording } from "../support/settle-stream.ts";

const bodies = [
  "openai-chat/ok.sse",
  "openai-chat/parallel.sse",
  "openai-chat/truncated.sse",
  "openai-chat/content-filter.sse",
  "openai-chat/error.sse",
  "openai-chat/custom-tool.sse",
  "openai-compat/gemini-no-index-finish-stop.sse",
  "openai-compat/same-index-for-parallel.sse",
  "openai-compat/name-late.sse",
  "openai-compat/openrouter-comment-then-error.sse",
  "openai-compat/id-missing.sse",
].map((name) => new TextEncoder().encode(recording(name)));

/** One way out of a stream: which, and after how many events where the consumer is the one who leaves. */
const exits = fc.record({
  kind: fc.constantFrom("eof", "reset", "break", "throw", "abort"),
  afterEvents: fc.integer({ min: 1, max: 12 }),
});

const streams = fc.record({
  body: fc.constantFrom(...bodies),
  kept: fc.double({ min: 0, max: 1, noNaN: true }),
  seed: fc.integer({ min: 1, max: 1_000 }),
  exit: exits,
});

type Stream = typeof streams extends fc.Arbitrary<infer Value> ? Value : never;

class Leaving extends Error {}

async function play(
  stream: Stream,
): Promise<{ readonly roll: ReturnType<typeof settle>; readonly events: readonly RollEvent[] }> {
  const { body, exit } = stream;
  const controller = new AbortController();
  const kept = body.subarray(0, Math.ceil(body.length * stream.kept));
  const source = deliver(randomSplit(kept, stream.seed), exit.kind === "reset" ? "reset" : "eof");
  const roll = settle(source, {
    format: openaiChat,
    tools: "any",
    clock: createManualClock(),
    signal: controller.signal,
  });
  const events: RollEvent[] = [];
  try {
    for await (const event of roll) {
      events.push(event);
      if (events.length !== exit.afterEvents) continue;
      if (exit.kind === "break") break;
      if (exit.kind === "throw") throw new Leaving();
      if (exit.kind === "abort") controller.abort();
    }
  } catch (error) {
    if (!(error instanceof Leaving)) throw error;
  }
  return { roll, events };
}

describe("any stream, cut anywhere, left in any way", () => {
  test("R1 R2 every announced call has one outcome, and the count adds up", async () => {
    await fc.assert(
      fc.asyncProperty(streams, async (stream) => {
        const { roll, events } = await play(stream);
        const { outcomes, count } = await roll.result;

        const announced = events.flatMap((event) => (event.type === "announced" ? [event.index] : []));
        expect(outcomes.map((outcome) => outcome.call.index)).toEqual(outcomes.map((_outcome, at) => at));
        expect(new Set(announced).size).toBe(announced.length);
        expect(announced.every((index) => index < outcomes.length)).toBe(true);
        expect(count.announced).toBe(outcomes.length);
        expect(count.dispatchable + count.invalid + count.failed + count.observed).toBe(count.announced);
        expect(new Set(outcomes.map((outcome) => outcome.call.id)).size).toBe(outcomes.length);
      }),
    );
  });

  test("R1 R5 no event tells of a call before it is announced or after it settled, and a settled call is told once", async () => {
    await fc.assert(
      fc.asyncProperty(streams, async (stream) => {
        const { events } = await play(stream);

        const announced = new Set<number>();
        const settled = new Set<number>();
        for (const event of events) {
          if (event.type === "announced") announced.add(event.index);
          if (event.type === "fragment" || event.type === "closed") {
            expect(announced.has(event.index) && !settled.has(event.index)).toBe(true);
          }
          if (event.type !== "settled") continue;
          expect(announced.has(event.outcome.call.index) && !settled.has(event.outcome.call.index)).toBe(true);
          settled.add(event.outcome.call.index);
        }
      }),
    );
  });

  test("R3 a call may run only if the whole stop word was received and nobody left before", async () => {
    await fc.assert(
      fc.asyncProperty(streams, async (stream) => {
        const { roll } = await play(stream);
        const { ending, count } = await roll.result;

        const kept = new TextDecoder().decode(stream.body.subarray(0, Math.ceil(stream.body.length * stream.kept)));
        const sawCleanStop = /"finish_reason":"(tool_calls|stop)"/.test(kept);
        if (count.dispatchable > 0)
          expect([ending.kind, ending.class, sawCleanStop]).toEqual(["complete", "clean", true]);
      }),
    );
  });
});
