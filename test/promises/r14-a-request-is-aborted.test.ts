import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { SourceOpener, StreamSource } from "../../src/index.ts";
import { drive } from "./support/drive.ts";
import { holds } from "./support/holds.ts";
import { chunking, chunksOf, clearCut, cutShare, plan, write } from "./support/plans.ts";

/** How the stream is left, and for how many turns of the microtask queue its answer is waited for. */
const ways = fc.record({
  exit: fc.constantFrom("eof", "reset", "dry", "cancel", "left"),
  turns: fc.nat({ max: 5 }),
});

/** Gives this stream when its turn has come, and keeps the signals of those who asked. */
function sending(stream: StreamSource, turns: number | "never", signals: AbortSignal[]): SourceOpener {
  return async (signal) => {
    signals.push(signal);
    if (turns === "never") return new Promise(() => {});
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    return stream;
  };
}

describe("R14: a request that settle sends is aborted whatever ends it", () => {
  test("R14 a stream that a function gives comes to what the stream itself comes to, and its signal aborts", async () => {
    await holds(
      fc.asyncProperty(plan, cutShare, chunking, ways, async (stream, share, how, { exit, turns }) => {
        const written = write(stream);
        const chunks = chunksOf(written.bytes.subarray(0, clearCut(written, share)), how);
        const signals: AbortSignal[] = [];

        const given = await drive(stream, chunks, { exit });
        const sent = await drive(stream, chunks, {
          exit,
          wrap: (source) => sending(source, turns, signals),
          // Behind the end of the message the stream is read on for a while.
          afterwardsMs: 60_000,
        });

        expect(sent.settled).toEqual(given.settled);
        expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
      }),
      2,
    );
  });

  test("R14 a request that is never answered is aborted when a clock fires, a cancel comes, or the consumer leaves", async () => {
    await holds(
      fc.asyncProperty(plan, fc.constantFrom("dry", "cancel", "left"), async (stream, exit) => {
        const signals: AbortSignal[] = [];

        const { settled } = await drive(stream, [], {
          exit,
          wrap: (source) => sending(source, "never", signals),
        });

        expect(settled).toEqual({
          ending: { kind: "abandoned", stop: null, class: null, cause: exit === "dry" ? "idle" : "cancelled" },
          announced: 0,
          calls: [],
          text: "",
          faultCodes: [],
        });
        expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
      }),
      0.5,
    );
  });
});
