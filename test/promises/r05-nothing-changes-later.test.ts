import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { drive } from "./support/drive.ts";
import { holds } from "./support/holds.ts";
import { chunking, chunksOf, plan, write } from "./support/plans.ts";
import type { Plan, PlannedRecord } from "./support/said.ts";

const unreadable: PlannedRecord = { lines: "data: {oops", kind: "unreadable", says: [] };

/**
 * A stream that is over by its own end, and whatever the provider says behind it: all of it again, another message, in
 * front of which something comes that cannot be read.
 */
const prolonged = fc
  .tuple(plan, plan, fc.boolean(), fc.boolean())
  .filter(([stream, tail]) => stream.wire === tail.wire && isEnded(stream) && tail.records.some(isPayload))
  .map(([stream, tail, isEcho, isUnreadable]) => {
    const behind = isEcho ? stream.records : tail.records;
    const records = [...stream.records, ...(isUnreadable ? [unreadable] : []), ...behind];
    return { stream, longer: { ...stream, records } };
  });

function isEnded({ records }: Plan): boolean {
  return records.some((record) => record.says.some(({ say }) => say === "end"));
}

function isPayload(record: PlannedRecord): boolean {
  return record.kind === "payload";
}

describe("R5: a settled call never changes", () => {
  test("R5 whatever comes behind the end changes no outcome, and is reported as a fault", async () => {
    await holds(
      fc.asyncProperty(prolonged, chunking, async ({ stream, longer }, how) => {
        const alone = await drive(stream, [write(stream).bytes], { exit: "eof" });
        const followed = await drive(longer, chunksOf(write(longer).bytes, how), { exit: "eof" });

        const { faultCodes: _before, ...expected } = alone.settled;
        const { faultCodes, ...settled } = followed.settled;
        expect(settled).toEqual(expected);
        expect(followed.result.outcomes.map(({ call }) => call.text)).toEqual(
          alone.result.outcomes.map(({ call }) => call.text),
        );
        expect(faultCodes).toContain("late-record");
      }),
    );
  });

  test("R5 a cancel, a reset or a leaving consumer behind the end changes nothing", async () => {
    const exits = fc.constantFrom("cancel", "left", "dry", "reset");
    const ended = plan.filter(isEnded);
    await holds(
      fc.asyncProperty(ended, exits, async (stream, exit) => {
        const { bytes } = write(stream);
        const plainly = await drive(stream, [bytes], { exit: "eof" });

        const later = await drive(stream, [bytes], { exit });

        const { faultCodes: _before, ...expected } = plainly.settled;
        const { faultCodes: _after, ...settled } = later.settled;
        expect(settled).toEqual(expected);
      }),
    );
  });

  test("R5 the outcome that was told is the outcome of the result, and neither can be changed", async () => {
    await holds(
      fc.asyncProperty(prolonged, chunking, async ({ longer }, how) => {
        const { events, result } = await drive(longer, chunksOf(write(longer).bytes, how), { exit: "eof" });

        const settled = events.filter((event) => event.type === "settled").map((event) => event.outcome);
        for (const outcome of settled) expect(result.outcomes[outcome.call.index]).toBe(outcome);
        expect(settled.every((outcome) => Object.isFrozen(outcome) && Object.isFrozen(outcome.call))).toBe(true);
      }),
    );
  });
});
