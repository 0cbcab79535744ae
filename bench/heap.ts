import { settle } from "../src/index.ts";
import { settleOptions } from "./contenders.ts";
import { median } from "./fit.ts";
import { createFloorReader, readAll } from "./floor.ts";
import type { BenchStream } from "./streams.ts";

/** What an open stream that has fallen silent holds. */
export interface HeapMeasurement {
  /** Bytes of heap for each open stream, the source itself included, the median of the rounds. */
  readonly floorBytes: number;
  readonly rollcallBytes: number;
  readonly ratio: number;
}

export interface HeapOptions {
  readonly streams: number;
  readonly rounds: number;
}

/** Opens many streams, delivers half of each, and weighs what is held while nothing more comes. */
export async function measureHeap(stream: BenchStream, options: HeapOptions): Promise<HeapMeasurement> {
  const half = stream.events.slice(0, Math.ceil(stream.events.length / 2));
  const settings = settleOptions(stream.format, stream.document);
  const openers = {
    floor: (source: AsyncIterable<Uint8Array>) => readAll(source, createFloorReader(stream.format)),
    rollcall: (source: AsyncIterable<Uint8Array>) => Promise.resolve(settle(source, settings).result),
  };
  // The first round pays for compiled code and is thrown away.
  const floors: number[] = [];
  const rollcalls: number[] = [];
  for (let round = 0; round <= options.rounds; round += 1) {
    const floor = await weigh(half, options.streams, openers.floor);
    const rollcall = await weigh(half, options.streams, openers.rollcall);
    if (round > 0) floors.push(floor);
    if (round > 0) rollcalls.push(rollcall);
  }
  return {
    floorBytes: median(floors),
    rollcallBytes: median(rollcalls),
    ratio: median(rollcalls.map((bytes, round) => bytes / (floors[round] ?? Number.NaN))),
  };
}

type Opener = (source: AsyncIterable<Uint8Array>) => Promise<unknown>;

/** Heap bytes for each of `streams` open streams. */
async function weigh(half: readonly Uint8Array[], streams: number, open: Opener): Promise<number> {
  const closers: (() => void)[] = [];
  const readings: Promise<unknown>[] = [];
  const before = await settledHeap();
  for (let count = 0; count < streams; count += 1) {
    const source = silentSource(half, (close) => closers.push(close));
    // Half a document is no document: the floor throws, and Rollcall says that the answer ended early.
    readings.push(open(source).catch(() => {}));
  }
  const after = await settledHeap();
  for (const close of closers) close();
  await Promise.all(readings);
  return (after - before) / streams;
}

/** Gives the chunks, and then nothing until it is closed. */
async function* silentSource(
  chunks: readonly Uint8Array[],
  onSilence: (close: () => void) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  for (const chunk of chunks) yield chunk;
  await new Promise<void>((resolve) => onSilence(resolve));
}

/** Bytes in use when everything that can be delivered was delivered and everything that can be freed was freed. */
async function settledHeap(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 20));
  globalThis.gc?.();
  await new Promise((resolve) => setTimeout(resolve, 20));
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}
