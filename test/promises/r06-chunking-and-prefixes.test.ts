import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { expectStream, type SettledStream } from "../support/settle-stream.ts";
import { drive } from "./support/drive.ts";
import { holds } from "./support/holds.ts";
import { expectedOf, lossOf, seenRecords } from "./support/oracle.ts";
import { chunking, chunksOf, cutByte, cutShare, plan, write } from "./support/plans.ts";

describe("R6: bytes count, not how they were cut", () => {
  test("R6 the same bytes in any chunking amount to the same, faults included", async () => {
    await holds(
      fc.asyncProperty(plan, cutShare, chunking, async (stream, share, how) => {
        const written = write(stream);
        const bytes = written.bytes.subarray(0, cutByte(written, share));

        const whole = await drive(stream, [bytes], { exit: "eof" });
        const pieces = await drive(stream, chunksOf(bytes, how), { exit: "eof" });

        // What was strange is the same too; in which order it was noticed is not promised.
        expect(sorted(pieces.settled)).toEqual(sorted(whole.settled));
      }),
      2,
    );
  });

  test("R6 every prefix of every stream amounts to what its records say, whether it ends or breaks", async () => {
    await holds(
      fc.asyncProperty(plan, cutShare, chunking, fc.constantFrom("eof", "reset"), async (stream, share, how, exit) => {
        const written = write(stream);
        const cut = cutByte(written, share);

        const { settled } = await drive(stream, chunksOf(written.bytes.subarray(0, cut), how), { exit });

        expectStream(settled, expectedOf(seenRecords(written, cut, exit), lossOf(exit, "idle")));
      }),
      2,
    );
  });
});

function sorted(stream: SettledStream): SettledStream {
  return { ...stream, faultCodes: stream.faultCodes.toSorted() };
}
