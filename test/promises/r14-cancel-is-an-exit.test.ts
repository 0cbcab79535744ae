import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { SettledCall, SettledStream } from "../support/settle-stream.ts";
import { expectStream } from "../support/settle-stream.ts";
import { drive } from "./support/drive.ts";
import { holds } from "./support/holds.ts";
import { expectedOf, lossOf, seenRecords } from "./support/oracle.ts";
import { chunking, chunksOf, clearCut, cutShare, plan, write } from "./support/plans.ts";

const by = fc.constantFrom("cancel", "left");

/** The stream with the one word changed in which a cancel may differ from a lost connection. */
function asLost(stream: SettledStream): object {
  const { faultCodes: _faults, ...rest } = stream;
  const rename = (cause: string | null | undefined): string | null | undefined =>
    cause === "cancelled" ? "disconnected" : cause;
  const calls = stream.calls.map((call): SettledCall => {
    const cause = rename(call.cause);
    return typeof cause === "string" ? { ...call, cause } : call;
  });
  return { ...rest, calls, ending: { ...stream.ending, cause: rename(stream.ending.cause) } };
}

describe("R14: cancellation is not a softer path", () => {
  test("R14 until the stop is known, a cancel comes to what a lost connection comes to, but for the cause", async () => {
    await holds(
      fc.asyncProperty(plan, cutShare, chunking, by, async (stream, share, how, exit) => {
        const written = write(stream);
        const cut = clearCut(written, share);
        const seen = seenRecords(written, cut, exit);
        fc.pre(!seen.some((record) => record.says.some(({ say }) => say === "stop")));
        const chunks = chunksOf(written.bytes.subarray(0, cut), how);

        const cancelled = await drive(stream, chunks, { exit });
        const lost = await drive(stream, chunks, { exit: "reset" });

        expect(asLost(cancelled.settled)).toEqual(asLost(lost.settled));
        expect(cancelled.result.outcomes.map(({ call }) => call.text)).toEqual(
          lost.result.outcomes.map(({ call }) => call.text),
        );
      }),
      2,
    );
  });

  test("R14 a cancel at any point settles every call; behind a stop, before the end, it still wins", async () => {
    await holds(
      fc.asyncProperty(plan, cutShare, chunking, by, async (stream, share, how, exit) => {
        const written = write(stream);
        const cut = clearCut(written, share);

        const { settled } = await drive(stream, chunksOf(written.bytes.subarray(0, cut), how), { exit });

        expectStream(settled, expectedOf(seenRecords(written, cut, exit), lossOf(exit, "idle")));
      }),
      2,
    );
  });

  test("R14 a signal that was aborted before the stream was opened cancels it without reading", async () => {
    await holds(
      fc.asyncProperty(plan, async (stream) => {
        const { result } = await drive(stream, [write(stream).bytes], {
          exit: "eof",
          options: { signal: AbortSignal.abort() },
        });

        expect(result).toMatchObject({ ending: { kind: "abandoned", cause: "cancelled" }, outcomes: [] });
      }),
      0.2,
    );
  });
});
