import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { isDispatchable } from "../../src/index.ts";
import { expectStream } from "../support/settle-stream.ts";
import { drive } from "./support/drive.ts";
import { holds } from "./support/holds.ts";
import { drynessAt, expectedOf, lossOf, seenRecords, type Exit } from "./support/oracle.ts";
import { chunking, chunksOf, clearCut, cutShare, plan, write } from "./support/plans.ts";

const truncation = fc.constantFrom("all", "last");
const ceiling = fc.constantFrom(undefined, 20, 1024, 4096);

describe("R3: what may run", () => {
  test("R3 a call is dispatchable if it is closed, cleanly stopped, strictly read and fitting, and only then", async () => {
    await holds(
      fc.asyncProperty(plan, chunking, truncation, ceiling, async (stream, how, policy, maxOutputTokens) => {
        const written = write(stream);
        const rules = { truncation: policy, ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }) } as const;
        const seen = seenRecords(written, written.bytes.length, "eof");

        const { settled } = await drive(stream, chunksOf(written.bytes, how), { exit: "eof", options: rules });

        expectStream(settled, expectedOf(seen, lossOf("eof", "idle"), rules));
      }),
      3,
    );
  });

  test("R3 nothing of a stream that never stated its stop is dispatchable, whatever was closed and fits", async () => {
    const exits = fc.constantFrom<Exit>("eof", "reset", "cancel", "left", "dry");
    await holds(
      fc.asyncProperty(plan, cutShare, exits, async (stream, share, exit) => {
        const written = write(stream);
        const cut = clearCut(written, share);
        const seen = seenRecords(written, cut, exit);
        fc.pre(!seen.some((record) => record.says.some(({ say }) => say === "stop")));

        const { result } = await drive(stream, [written.bytes.subarray(0, cut)], { exit });

        expect(result.ending.kind).toBe("abandoned");
        expect(result.outcomes.filter(isDispatchable)).toEqual([]);
        const expected = expectedOf(seen, lossOf(exit, drynessAt(written, cut)));
        expect(result.count.announced).toBe(expected.calls.length);
      }),
      2,
    );
  });

  test("R3 only the finalizer's own outcome passes for one that may run; a copy of it does not", async () => {
    await holds(
      fc.asyncProperty(plan, async (stream) => {
        const written = write(stream);

        const { result } = await drive(stream, [written.bytes], { exit: "eof" });

        for (const outcome of result.outcomes) {
          expect(isDispatchable(outcome)).toBe(outcome.kind === "dispatchable");
          expect(isDispatchable({ ...outcome, kind: "dispatchable", args: {} })).toBe(false);
        }
      }),
    );
  });
});
