import { playScript, type Script, type ScriptFormat } from "../src/simulator.ts";
import type { BenchDocument } from "./documents.ts";

/** The formats that are measured. */
export const formats = ["anthropic-messages", "openai-chat", "openai-responses"] as const;

export type BenchFormat = (typeof formats)[number] & ScriptFormat;

/** One recorded answer: a single call, and how its bytes came. */
export interface BenchStream {
  readonly format: BenchFormat;
  readonly document: BenchDocument;
  /** The body, one event per chunk. */
  readonly events: readonly Uint8Array[];
  /** Pieces of argument text. */
  readonly deltas: number;
}

/** The largest body of one TCP segment on an Ethernet link: what a busy stream is read in. */
export const SEGMENT_BYTES = 1460;

/** Cuts the text into pieces of `size` characters. */
export function piecesOfSize(text: string, size: number): readonly string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += size) pieces.push(text.slice(at, at + size));
  return pieces;
}

/** Cuts the text into `count` pieces of nearly the same length. */
export function piecesByCount(text: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, piece) =>
    text.slice(Math.floor((text.length * piece) / count), Math.floor((text.length * (piece + 1)) / count)),
  );
}

/** Lets the simulator speak one call in these pieces, and keeps the bytes. */
export async function recordStream(
  format: BenchFormat,
  document: BenchDocument,
  pieces: readonly string[],
): Promise<BenchStream> {
  const script: Script = {
    format,
    transport: "whole",
    // Padding of its own for every event would only make the recording slow.
    envelope: format === "anthropic-messages" ? {} : { padding: "WJgL3UprvCAn" },
    steps: [
      { kind: "call", id: "call_bench", name: document.tool, pieces },
      { kind: "stop", reason: "calls" },
      // Responses has no end marker behind its terminal event.
      ...(format === "openai-responses" ? [] : [{ kind: "done" } as const]),
    ],
  };
  const chunks: Uint8Array[] = [];
  for await (const chunk of playScript(script)) chunks.push(chunk);
  return { format, document, events: splitEvents(concatenate(chunks)), deltas: pieces.length };
}

/** Cuts a body behind the blank line of every event. */
function splitEvents(body: Uint8Array): readonly Uint8Array[] {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const events: Uint8Array[] = [];
  let start = 0;
  for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n", start)) {
    events.push(body.slice(start, end + 2));
    start = end + 2;
  }
  return events;
}

/** The same bytes in chunks of `size` bytes. */
export function rechunk(chunks: readonly Uint8Array[], size: number): readonly Uint8Array[] {
  const whole = concatenate(chunks);
  return Array.from({ length: Math.ceil(whole.length / size) }, (_, index) =>
    whole.slice(index * size, (index + 1) * size),
  );
}

function concatenate(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((bytes, chunk) => bytes + chunk.length, 0));
  let end = 0;
  for (const chunk of chunks) {
    whole.set(chunk, end);
    end += chunk.length;
  }
  return whole;
}
