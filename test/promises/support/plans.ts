import fc from "fast-check";

import { anthropicPlan } from "./anthropic-plan.ts";
import { chatPlan } from "./chat-plan.ts";
import { responsesPlan } from "./responses-plan.ts";
import type { Plan, PlannedRecord } from "./said.ts";

/** A stream of any of the three wires. */
export const plan: fc.Arbitrary<Plan> = fc.oneof(anthropicPlan, chatPlan, responsesPlan);

const encoder = new TextEncoder();

/** Where the bytes of one record stand in its stream. */
export interface Span {
  readonly record: PlannedRecord;
  readonly start: number;
  /** Behind the last byte of its lines. */
  readonly linesEnd: number;
  /** Behind its blank line. */
  readonly end: number;
}

/** A plan as bytes. */
export interface WrittenPlan {
  readonly bytes: Uint8Array;
  readonly spans: readonly Span[];
}

/** Writes a plan. */
export function write({ records, newline, hasByteOrderMark }: Plan): WrittenPlan {
  const mark = hasByteOrderMark ? "\uFEFF" : "";
  let text = mark;
  let at = encoder.encode(mark).length;
  const spans = records.map((record): Span => {
    const lines = record.lines.replaceAll("\n", newline);
    text += lines + newline + newline;
    const start = at;
    const linesEnd = start + encoder.encode(lines).length;
    at = linesEnd + newline.length * 2;
    return { record, start, linesEnd, end: at };
  });
  return { bytes: encoder.encode(text), spans };
}

/** A place to cut the stream, as a share of its bytes; the whole stream now and then. */
export const cutShare: fc.Arbitrary<number> = fc.oneof(
  { arbitrary: fc.double({ min: 0, max: 0.999, noNaN: true }), weight: 5 },
  { arbitrary: fc.constant(1), weight: 1 },
);

/** The byte that a share stands for. */
export function cutByte({ bytes }: WrittenPlan, share: number): number {
  return share === 1 ? bytes.length : Math.floor(share * bytes.length);
}

/** The same, moved out of the line ends behind a record, where a live stream has brought it whole but not dispatched it. */
export function clearCut(written: WrittenPlan, share: number): number {
  const cut = cutByte(written, share);
  return written.spans.find((span) => span.linesEnd <= cut && cut < span.end)?.end ?? cut;
}

/** Ways to cut bytes into chunks. */
export type Chunking =
  | { readonly kind: "whole" }
  | { readonly kind: "bytes" }
  | { readonly kind: "records" }
  | { readonly kind: "sizes"; readonly sizes: readonly number[] };

/** Any chunking. */
export const chunking: fc.Arbitrary<Chunking> = fc.oneof(
  fc.constantFrom<Chunking>({ kind: "whole" }, { kind: "bytes" }, { kind: "records" }),
  fc
    .array(fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 200 })), { minLength: 1, maxLength: 12 })
    .filter((sizes) => sizes.some((size) => size > 0))
    .map((sizes): Chunking => ({ kind: "sizes", sizes })),
);

/** Cuts the bytes into chunks; the sizes come round again until nothing is left. */
export function chunksOf(bytes: Uint8Array, how: Chunking): readonly Uint8Array[] {
  if (how.kind === "whole") return [bytes];
  if (how.kind === "records") return recordChunks(bytes);
  const sizes = how.kind === "sizes" ? how.sizes : [1];
  const chunks: Uint8Array[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    chunks.push(bytes.subarray(at, at + size));
    at += size;
  }
  return chunks;
}

function recordChunks(bytes: Uint8Array): readonly Uint8Array[] {
  const chunks: Uint8Array[] = [];
  let start = 0;
  for (let at = 1; at < bytes.length; at += 1) {
    const isBlank = bytes[at] === 0x0a && (bytes[at - 1] === 0x0a || bytes[at - 2] === 0x0a);
    if (!isBlank) continue;
    chunks.push(bytes.subarray(start, at + 1));
    start = at + 1;
  }
  return start < bytes.length ? [...chunks, bytes.subarray(start)] : chunks;
}
