import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { createPushSource } from "../support/push-source.ts";
import { draining } from "../support/live-roll.ts";
import { createManualClock } from "../support/manual-clock.ts";
import { settle, type Limits } from "../../src/index.ts";
import { expectStream } from "../support/settle-stream.ts";
import { pieces, shares } from "./support/documents.ts";
import { drive, formats } from "./support/drive.ts";
import { holds } from "./support/holds.ts";
import { expectedOf, lossOf, seenRecords } from "./support/oracle.ts";
import { chunking, chunksOf, plan, write, type Span, type WrittenPlan } from "./support/plans.ts";
import type { Plan, PlannedRecord, Wire } from "./support/said.ts";
import { wholeMessage } from "./support/whole-message.ts";

const wire = fc.constantFrom<Wire>("anthropic-messages", "openai-chat", "openai-responses");
/** One below the limit, at the limit, one above it. */
const beside = fc.constantFrom(-1, 0, 1);

/** What of a plan is left where its reader gives up in front of a record, or of a place. */
function refusedAt(written: WrittenPlan, isBeyond: (span: Span) => boolean): readonly PlannedRecord[] {
  const at = written.spans.findIndex(isBeyond);
  const seen = seenRecords(written, written.bytes.length, "eof");
  if (at === -1) return seen;
  return [...seen.slice(0, at), { lines: "", kind: "unreadable", says: [{ say: "error" }] }];
}

function dataBytes({ record }: Span): number {
  const data = record.lines
    .split("\n")
    .filter((line) => line.startsWith("data: "))
    .map((line) => line.slice("data: ".length));
  return new TextEncoder().encode(data.join("\n")).length;
}

function limited(limits: Partial<Limits>): { readonly limits: Partial<Limits> } {
  return { limits };
}

/** The outcome of the only call. */
async function verdictOn(stream: Plan, chunks: readonly Uint8Array[], limits: Partial<Limits>): Promise<object> {
  const { settled } = await drive(stream, chunks, { exit: "eof", options: { tools: "any", ...limited(limits) } });
  const [call] = settled.calls;
  return { kind: call?.kind, reason: call?.reason, cause: call?.cause };
}

const ran = { kind: "dispatchable", reason: undefined, cause: undefined };

describe("R13: what one stream can make Rollcall hold is bounded", () => {
  test("R13 maxFrameBytes: a record of that many bytes is read, and one of one more ends the message", async () => {
    await holds(
      fc.asyncProperty(plan, fc.nat(), beside, chunking, async (stream, pick, aside, how) => {
        const written = write(stream);
        const withData = written.spans.filter((span) => dataBytes(span) > 1);
        // Where characters and bytes are not as many, it is bytes that count.
        const wide = withData.filter(({ record }) => /[^\0-\x7f]/.test(record.lines));
        const candidates = wide.length > 0 ? wide : withData;
        const maxFrameBytes = (candidates.map(dataBytes)[pick % candidates.length] ?? 2) + aside;
        const seen = refusedAt(written, (span) => dataBytes(span) > maxFrameBytes);

        const { settled } = await drive(stream, chunksOf(written.bytes, how), {
          exit: "eof",
          options: limited({ maxFrameBytes }),
        });

        expectStream(settled, expectedOf(seen, lossOf("eof", "idle")));
      }),
    );
  });

  test("R13 maxTotalBytes: what lies beyond that many bytes is not read, and ends a message that has not ended", async () => {
    await holds(
      fc.asyncProperty(plan, fc.nat(), beside, chunking, async (stream, pick, aside, how) => {
        const written = write(stream);
        const place = written.spans[pick % written.spans.length]?.end ?? 1;
        const maxTotalBytes = place + aside;
        // Just behind `\r\n\r` only the next byte tells whether the record is over.
        fc.pre(stream.newline === "\n" || aside !== -1);
        const isBeyond = ({ end }: Span): boolean => end > maxTotalBytes;
        const seen = refusedAt(written, isBeyond);

        const { settled } = await drive(stream, chunksOf(written.bytes, how), {
          exit: "eof",
          options: limited({ maxTotalBytes }),
        });

        expectStream(settled, expectedOf(seen, lossOf("eof", "idle")));
      }),
    );
  });

  test("R13 maxCallBytes: text of that many bytes is kept, and of one more it is too large, however it came", async () => {
    const title = fc.stringMatching(/^[aé東🙂]{1,12}$/u);
    await holds(
      fc.asyncProperty(wire, fc.tuple(title, shares), beside, chunking, async (format, [text, cuts], aside, how) => {
        const document = JSON.stringify({ title: text });
        const bytes = new TextEncoder().encode(document).length;
        const stream = wholeMessage(format, [pieces(document, cuts)]);

        const verdict = await verdictOn(stream, chunksOf(write(stream).bytes, how), { maxCallBytes: bytes + aside });

        expect(verdict).toEqual(aside >= 0 ? ran : { kind: "failed", reason: "unparseable", cause: "too-large" });
      }),
    );
  });

  test("R13 maxCalls: that many calls are taken, and one more ends the message", async () => {
    await holds(
      fc.asyncProperty(wire, fc.integer({ min: 2, max: 6 }), beside, chunking, async (format, many, aside, how) => {
        const stream = wholeMessage(
          format,
          Array.from({ length: many }, () => ["{}"]),
        );
        const maxCalls = many + aside;

        const { settled } = await drive(stream, chunksOf(write(stream).bytes, how), {
          exit: "eof",
          options: { tools: "any", ...limited({ maxCalls }) },
        });

        const verdict = aside >= 0 ? [undefined, undefined] : ["abandoned", "provider-error"];
        expect(settled.calls.map(({ reason, cause }) => [reason, cause])).toEqual(
          Array.from({ length: Math.min(many, maxCalls) }, () => verdict),
        );
        expect(settled.ending.cause).toBe(aside >= 0 ? null : "provider-error");
      }),
    );
  });

  test("R13 maxDepth: that many levels are read, and one more is too deep", async () => {
    await holds(
      fc.asyncProperty(wire, fc.integer({ min: 2, max: 40 }), beside, shares, async (format, depth, aside, cuts) => {
        const document = `{"a":${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}}`;
        const stream = wholeMessage(format, [pieces(document, cuts)]);

        const verdict = await verdictOn(stream, [write(stream).bytes], { maxDepth: depth + aside });

        expect(verdict).toEqual(aside >= 0 ? ran : { kind: "failed", reason: "unparseable", cause: "too-deep" });
      }),
    );
  });

  test("R13 a record without an end is given up on while it is still coming", async () => {
    await holds(
      fc.asyncProperty(wire, fc.integer({ min: 200, max: 4_000 }), async (format, size) => {
        const chunk = "x".repeat(size);
        const needed = Math.ceil(200_000 / size);
        const source = createPushSource<string>("data: {", ...Array.from({ length: needed }, () => chunk));
        const clock = createManualClock();
        const limits = { maxFrameBytes: 1_000 };
        const result = draining(settle(source, { format: formats[format], tools: "any", clock, limits }));

        await clock.advance(10);

        expect((await result).ending).toMatchObject({ kind: "abandoned", cause: "provider-error" });
      }),
      0.1,
    );
  });
});
