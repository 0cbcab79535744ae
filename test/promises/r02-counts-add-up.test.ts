import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { SettledCall } from "../support/settle-stream.ts";
import { drive } from "./support/drive.ts";
import { holds } from "./support/holds.ts";
import { drynessAt, expectedOf, lossOf, seenRecords, type Exit } from "./support/oracle.ts";
import { chunking, chunksOf, clearCut, cutShare, plan, write } from "./support/plans.ts";

function countOf(calls: readonly SettledCall[]): object {
  const of = (kind: string): number => calls.filter((call) => call.kind === kind).length;
  return {
    announced: calls.length,
    dispatchable: of("dispatchable"),
    invalid: of("invalid"),
    failed: of("failed"),
    observed: of("observed"),
  };
}

describe("R2: announced = dispatchable + invalid + failed + observed", () => {
  test("R2 the count of every stream, however it is left, is the count that its records add up to", async () => {
    const exits = fc.constantFrom<Exit>("eof", "reset", "cancel", "dry");
    await holds(
      fc.asyncProperty(plan, cutShare, chunking, exits, async (stream, share, how, exit) => {
        const written = write(stream);
        const cut = clearCut(written, share);
        const expected = expectedOf(seenRecords(written, cut, exit), lossOf(exit, drynessAt(written, cut)));

        const { result, events } = await drive(stream, chunksOf(written.bytes.subarray(0, cut), how), { exit });

        const count = countOf(expected.calls);
        expect(result.count).toEqual(count);
        expect(result.outcomes.length).toBe(result.count.announced);
        expect(events.filter((event) => event.type === "ended").map((event) => event.count)).toEqual([count]);
      }),
      2,
    );
  });
});
