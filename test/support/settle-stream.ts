import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import type { Format } from "../../src/formats/format.ts";
import { settle } from "../../src/index.ts";
import type { AbandonedCause, Ending, Outcome } from "../../src/protocol/outcome.ts";
import type { StopClass } from "../../src/protocol/call-event.ts";
import { createManualClock } from "./manual-clock.ts";

/** The options of `settle`, all but the format. */
export type StreamOptions = Partial<Omit<Parameters<typeof settle>[1], "format">>;

/** How one call ended, as plain data: `reason` of failed calls, `cause` of failed and invalid ones, `args` of dispatchable ones. */
export interface SettledCall {
  readonly id: string;
  readonly name: string;
  readonly runBy: "client" | "provider";
  readonly kind: Outcome["kind"];
  readonly reason?: string;
  readonly cause?: string;
  readonly args?: unknown;
}

/** What a whole stream came to, as plain data. */
export interface SettledStream {
  readonly ending: {
    readonly kind: Ending["kind"];
    readonly stop: string | null;
    readonly class: StopClass | null;
    readonly cause: AbandonedCause | null;
  };
  readonly announced: number;
  readonly calls: readonly SettledCall[];
  readonly text: string;
  readonly faultCodes: readonly string[];
}

/** A literal expectation. `faults` says whether anything odd is to be reported; left out, nothing is said about it. */
export interface ExpectedStream extends Omit<SettledStream, "announced" | "faultCodes"> {
  readonly faults?: boolean;
}

/** How the connection behaves after the last byte. */
export type ConnectionEnd = "eof" | "reset";

/** One stream and what it comes to. */
export interface StreamCase {
  readonly format: Format;
  readonly body: string | Uint8Array;
  readonly options?: StreamOptions;
  /** Default `eof`. */
  readonly end?: ConnectionEnd;
  /** Also hands the records over as the parsed objects that an SDK yields. Default false. */
  readonly objects?: boolean;
  readonly expected: ExpectedStream;
}

/** A complete message: the provider said why it stopped. */
export function complete(stop: string, stopClass: StopClass): SettledStream["ending"] {
  return { kind: "complete", stop, class: stopClass, cause: null };
}

/** A message that was abandoned; `stop` and `stopClass` are what had been stated before. */
export function abandoned(
  cause: AbandonedCause,
  stop: string | null = null,
  stopClass: StopClass | null = null,
): SettledStream["ending"] {
  return { kind: "abandoned", stop, class: stopClass, cause };
}

/**
 * Registers one test: the stream is settled whole, byte by byte, at 20 seeded random splits, as strings where it is
 * ASCII, and as objects if asked for; each way must come to the literal expectation.
 */
export function describeStream(title: string, stream: StreamCase): void {
  test(title, async () => {
    const bytes = bytesOf(stream.body);
    const whole = await settleChunks(stream, [bytes]);

    expectStream(whole, stream.expected, "whole");
    for (const [label, chunks] of splitsOf(bytes)) {
      expect(await settleChunks(stream, chunks), label).toEqual(whole);
    }
    if (stream.objects === true) {
      expectStream(await settleChunks(stream, sdkObjects(stream.body)), stream.expected, "as objects");
    }
  });
}

/** Settles one body that comes in one piece (or in the given pieces) and ends with EOF (or as `end` says). */
export async function settleBytes(
  format: Format,
  body: string | Uint8Array,
  options: StreamOptions & { readonly end?: ConnectionEnd } = {},
): Promise<SettledStream> {
  const { end = "eof", ...rest } = options;
  return settleChunks({ format, options: rest, end }, [bytesOf(body)]);
}

/** Settles a stream that comes in these pieces: bytes, strings or parsed objects. */
export async function settleChunks(
  stream: Pick<StreamCase, "format" | "options" | "end">,
  chunks: readonly (Uint8Array | string | object)[],
): Promise<SettledStream> {
  const source = deliver(chunks, stream.end ?? "eof");
  const roll = settle(source, {
    tools: "any",
    clock: createManualClock(),
    ...stream.options,
    format: stream.format,
  });
  let text = "";
  for await (const event of roll) {
    if (event.type === "text") text += event.text;
  }
  const { ending, outcomes, count, faults } = await roll.result;

  return {
    ending: { kind: ending.kind, stop: ending.stop, class: ending.class, cause: ending.cause },
    announced: count.announced,
    calls: outcomes.map(plainCall),
    text,
    faultCodes: faults.map((fault) => fault.code),
  };
}

/** The plain form of one outcome. */
export function plainCall(outcome: Outcome): SettledCall {
  const call = { id: outcome.call.id, name: outcome.call.name, runBy: outcome.call.runBy, kind: outcome.kind };
  switch (outcome.kind) {
    case "dispatchable":
      return { ...call, args: outcome.args };
    case "invalid":
      return { ...call, cause: outcome.cause };
    case "failed":
      return { ...call, reason: outcome.reason, cause: outcome.cause };
    case "observed":
      return call;
  }
}

/** Stands in an expectation for an id that Rollcall made: any text, but one that no other call has. */
export const made = "(an id that was made)";

/** Holds a settled stream to a literal expectation. */
export function expectStream(settled: SettledStream, expected: ExpectedStream, label = "stream"): void {
  const { faults, ...rest } = expected;
  const { faultCodes, ...seen } = settled;
  const ids = seen.calls.map((call) => call.id);
  expect(new Set(ids).size, `${label}: ids are unique among ${ids.join()}`).toBe(ids.length);
  expect(ids, `${label}: no id is empty`).not.toContain("");
  const calls = seen.calls.map((call, at) => (rest.calls[at]?.id === made ? { ...call, id: made } : call));

  expect({ ...seen, calls }, label).toEqual({ ...rest, announced: rest.calls.length });
  if (faults !== undefined) expect(faultCodes.length > 0, `${label}: faults ${faultCodes.join()}`).toBe(faults);
}

/** The raw text of a recorded stream, such as `anthropic/ok.sse`. */
export function recording(name: string): string {
  return readFileSync(new URL(`../recordings/${name}`, import.meta.url), "utf8");
}

/** A server-sent event with an optional name. `data` that is a string goes in as it is. */
export function sseRecord(data: string | object, event?: string): string {
  const text = typeof data === "string" ? data : JSON.stringify(data);
  return `${event === undefined ? "" : `event: ${event}\n`}data: ${text}\n\n`;
}

/** An event whose `type` is also the name of its server-sent event. */
export interface TypedEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** The text of an Anthropic stream: each event under its own name. A string is one ready-made piece of the wire. */
export function anthropicSse(...events: readonly (TypedEvent | string)[]): string {
  return events.map((event) => (typeof event === "string" ? event : sseRecord(event, event.type))).join("");
}

/** The text of a Responses stream: named events with running sequence numbers. A string is one ready-made piece. */
export function responsesSse(...events: readonly (TypedEvent | string)[]): string {
  return events
    .map((event, sequence) =>
      typeof event === "string" ? event : sseRecord({ ...event, sequence_number: sequence }, event.type),
    )
    .join("");
}

/** The text of a Chat Completions stream that ends with `[DONE]`. A string is one ready-made piece of the wire. */
export function chatSse(...chunks: readonly (object | string)[]): string {
  return `${chatSseWithoutDone(...chunks)}data: [DONE]\n\n`;
}

/** The text of a Chat Completions stream without its `[DONE]`. */
function chatSseWithoutDone(...chunks: readonly (object | string)[]): string {
  return chunks.map((chunk) => (typeof chunk === "string" ? chunk : sseRecord(chunk))).join("");
}

/** The pieces, one read each; then EOF or a reset connection. */
export async function* deliver<Piece>(
  pieces: readonly Piece[],
  end: ConnectionEnd = "eof",
): AsyncGenerator<Piece, void> {
  for (const piece of pieces) {
    await Promise.resolve();
    yield piece;
  }
  if (end === "reset") throw connectionReset();
}

/** The error that a read throws when the peer resets the connection. */
export function connectionReset(): Error {
  const reset = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
  return new TypeError("terminated", { cause: reset });
}

/** The records as an SDK hands them over: parsed, without pings, ending at `[DONE]`. */
export function sdkObjects(body: string | Uint8Array): readonly object[] {
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  const objects: object[] = [];
  for (const line of text.split("\n")) {
    if (line === "data: [DONE]") break;
    if (!line.startsWith("data: ")) continue;
    const value: unknown = JSON.parse(line.slice("data: ".length));
    if (typeof value !== "object" || value === null) throw new Error("a record of this stream is no object");
    if (!("type" in value && value.type === "ping")) objects.push(value);
  }
  return objects;
}

/** Ways to cut the same bytes: byte by byte, 20 seeded random splits, and as strings where the bytes are ASCII. */
export function splitsOf(bytes: Uint8Array): readonly (readonly [string, readonly (Uint8Array | string)[]])[] {
  const splits: [string, readonly (Uint8Array | string)[]][] = [
    ["byte by byte", Array.from(bytes, (_byte, at) => bytes.subarray(at, at + 1))],
  ];
  const isAscii = bytes.every((byte) => byte < 0x80);
  for (let seed = 1; seed <= 20; seed++) {
    const pieces = randomSplit(bytes, seed);
    splits.push([`random split ${seed}`, pieces]);
    if (isAscii && seed <= 5) {
      splits.push([`random split ${seed}, as strings`, pieces.map((piece) => new TextDecoder().decode(piece))]);
    }
  }
  return splits;
}

/** The same bytes in pieces of random length, some of them empty; the same seed gives the same pieces. */
export function randomSplit(bytes: Uint8Array, seed: number): readonly Uint8Array[] {
  const random = seededRandom(seed);
  const longest = 1 + Math.floor(random() * 96);
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = Math.floor(random() * (longest + 1));
    pieces.push(bytes.subarray(at, at + length));
    at += length;
  }
  return pieces;
}

/** The bytes of a text, or the bytes as they are. */
export function bytesOf(body: string | Uint8Array): Uint8Array {
  return typeof body === "string" ? new TextEncoder().encode(body) : body;
}

// A linear congruential generator: enough to vary where streams are cut, and the same on every machine.
function seededRandom(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
