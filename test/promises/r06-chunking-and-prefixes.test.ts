import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { expectStream, type SettledStream } from "../support/settle-stream.ts";
import { drive } from "./support/drive.ts";
import { holds } from "./support/holds.ts";
import { expectedOf, lossOf, seenRecords } from "./support/oracle.ts";
import { chunking, chunksOf, clearCut, cutByte, cutShare, plan, write } from "./support/plans.ts";
import type { PlannedRecord } from "./support/said.ts";

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

  test("R6 it does not matter how a record is written down", async () => {
    const newlines = fc.constantFrom("\n", "\r\n", "\r");
    await holds(
      fc.asyncProperty(plan, newlines, fc.constantFrom(...dresses), chunking, async (stream, newline, dress, how) => {
        const records = stream.records.map((record) => ({ ...record, lines: dressed(record.lines, dress) }));
        const written = write({ ...stream, records, newline });

        const { settled } = await drive(stream, chunksOf(written.bytes, how), { exit: "eof" });

        expectStream(settled, expectedOf(seenRecords(written, written.bytes.length, "eof"), lossOf("eof", "idle")));
      }),
      2,
    );
  });

  test("R6 a byte that is not UTF-8 is the provider's error, wherever it stands and however it was cut", async () => {
    const broken = fc.integer({ min: 0x80, max: 0xff });
    await holds(
      fc.asyncProperty(plan, broken, cutShare, chunking, async (stream, byte, share, how) => {
        const written = write(stream);
        const at = clearCut(written, share);
        // A space behind it, so that it begins no character either.
        const bytes = [...written.bytes.subarray(0, at), byte, 0x20, ...written.bytes.subarray(at)];
        const error: PlannedRecord = { lines: "", kind: "unreadable", says: [{ say: "error" }] };

        const { settled } = await drive(stream, chunksOf(new Uint8Array(bytes), how), { exit: "eof" });

        expectStream(settled, expectedOf([...seenRecords(written, at, "cancel"), error], lossOf("eof", "idle")));
      }),
      2,
    );
  });
});

function sorted(stream: SettledStream): SettledStream {
  return { ...stream, faultCodes: stream.faultCodes.toSorted() };
}

type Dress = "plain" | "no-space" | "data-first" | "with-id" | "with-retry" | "many-lines";

const dresses: readonly Dress[] = ["plain", "no-space", "data-first", "with-id", "with-retry", "many-lines"];

/** The same event, written in another way that the event stream format allows. */
function dressed(lines: string, dress: Dress): string {
  if (lines.startsWith(":")) return lines;
  switch (dress) {
    case "plain":
      return lines;
    case "no-space":
      return lines.replaceAll(/^(data|event): /gm, "$1:");
    case "data-first":
      return lines.split("\n").toReversed().join("\n");
    case "with-id":
      return `id: 7\n${lines}`;
    case "with-retry":
      return `retry: 100\n${lines}`;
    case "many-lines":
      return lines.replace(/^data: \{"/m, 'data: {\ndata: "');
  }
}
