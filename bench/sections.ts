import { FLOOR, ownContenders, sdkContender, SETTLE, EVENTS, type Contender, type SourceKind } from "./contenders.ts";
import { structuredDocument, ticketDocument, writeFileDocument, type BenchDocument } from "./documents.ts";
import { growthExponent } from "./fit.ts";
import { goals, type Verdict } from "./goals.ts";
import { measureHeap } from "./heap.ts";
import { measure, type Measurement } from "./measure.ts";
import { formats, piecesByCount, piecesOfSize, rechunk, recordStream, SEGMENT_BYTES } from "./streams.ts";
import type { BenchFormat, BenchStream } from "./streams.ts";

/** One table: a title, the names of its columns and its rows. */
export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** What a section of the bench came to. */
export interface Section {
  readonly tables: readonly Table[];
  readonly verdicts: readonly Verdict[];
}

/** How long a section takes. */
export interface Effort {
  readonly isQuick: boolean;
}

const MEGABYTE = 1_000_000;
const PIECE_CHARS = 16;

interface Cell {
  readonly title: string;
  readonly measurements: readonly Measurement[];
}

/** A call of 300 bytes in 60 pieces, in every format, from both kinds of source, in two kinds of chunks. */
export async function measureShortCalls({ isQuick }: Effort): Promise<Section> {
  const document = ticketDocument();
  const options = { rounds: isQuick ? 5 : 9, sampleMs: isQuick ? 15 : 20 };
  const tables: Table[] = [];
  const verdicts: Verdict[] = [];
  for (const format of formats) {
    const stream = await recordStream(format, document, piecesByCount(document.text, 60));
    const cells: Cell[] = [];
    for (const place of placesOf(stream)) {
      // The helpers of the SDKs read responses and nothing else.
      const helpers = place.kind === "Response" ? [sdkContender(stream, place.chunks)] : [];
      cells.push({ title: place.title, measurements: await measure([...place.own, ...helpers], options) });
    }
    tables.push(tableOfCells(`${format}: a call of ${document.text.length} bytes in ${stream.deltas} pieces`, cells));
    for (const cell of cells)
      verdicts.push({ what: `${format}, ${cell.title}`, figure: ratioOf(cell, SETTLE), goal: goals.shortCall });
  }
  return { tables, verdicts };
}

/** One megabyte of arguments in pieces of 16 bytes, in every format, from a generator. */
export async function measureLongCalls({ isQuick }: Effort): Promise<Section> {
  const options = { rounds: isQuick ? 3 : 4, sampleMs: 1 };
  const documents = [writeFileDocument(MEGABYTE), structuredDocument(MEGABYTE)];
  const tables: Table[] = [];
  const verdicts: Verdict[] = [];
  for (const { format, document } of formats.flatMap((each) =>
    documents.map((one) => ({ format: each, document: one })),
  )) {
    const stream = await recordText(format, document);
    const cells: Cell[] = [];
    for (const place of placesOf(stream).filter(({ kind }) => kind === "generator")) {
      // A goal is set for these two; the others would only take as long again.
      cells.push({ title: place.title, measurements: await measure(place.own.filter(isFloorOrSettle), options) });
    }
    tables.push(tableOfCells(`${format}: ${document.name}, 1 MB in ${stream.deltas} pieces`, cells));
    for (const cell of cells) {
      const what = `${format}, ${document.name}, ${cell.title}`;
      verdicts.push({ what, figure: ratioOf(cell, SETTLE), goal: goals.longCall });
    }
  }
  return { tables, verdicts };
}

/** How CPU grows from 1 KB to 4 MB in pieces of 16 bytes. Nothing is subtracted. */
export async function measureGrowth({ isQuick }: Effort): Promise<Section> {
  const sizes = [1, 4, 16, 64, 256, 1024, ...(isQuick ? [] : [4096])].map((kilobytes) => kilobytes * 1024);
  const options = { rounds: isQuick ? 1 : 2, sampleMs: isQuick ? 10 : 20 };
  const rows: string[][] = [];
  const verdicts: Verdict[] = [];
  for (const format of formats) {
    const points = { floor: [] as Point[], rollcall: [] as Point[] };
    for (const size of sizes) {
      const stream = await recordText(format, writeFileDocument(size));
      const wanted = ownContenders(stream, stream.events, "generator").filter(isFloorOrSettle);
      const [floor, rollcall] = await measure(wanted, options);
      points.floor.push({ size: stream.document.text.length, cost: floor?.cpuMicros ?? Number.NaN });
      points.rollcall.push({ size: stream.document.text.length, cost: rollcall?.cpuMicros ?? Number.NaN });
    }
    const large = points.rollcall.filter(({ size }) => size >= 60_000);
    const whole = growthExponent(points.rollcall);
    const steep = growthExponent(large);
    rows.push([
      format,
      growthExponent(points.floor).toFixed(2),
      whole.toFixed(2),
      growthExponent(points.floor.filter(({ size }) => size >= 60_000)).toFixed(2),
      steep.toFixed(2),
      points.rollcall.map(({ cost }) => milliseconds(cost)).join(" "),
    ]);
    verdicts.push({ what: `${format}, from 1 KB`, figure: whole, goal: goals.growth });
    verdicts.push({ what: `${format}, from 64 KB`, figure: steep, goal: goals.growth });
  }
  const title = `write_file in pieces of ${PIECE_CHARS} bytes: exponent of CPU over bytes, ${sizes.map(kilobytesOf).join(", ")}`;
  const columns = ["format", "floor", "Rollcall", "floor from 64 KB", "Rollcall from 64 KB", "Rollcall, ms"];
  return { tables: [{ title, columns, rows }], verdicts };
}

/** What an open stream holds when half of its pieces have come and no more does. */
export async function measureIdleHeap({ isQuick }: Effort): Promise<Section> {
  const document = ticketDocument();
  const options = { streams: 2000, rounds: isQuick ? 1 : 2 };
  const rows: string[][] = [];
  const verdicts: Verdict[] = [];
  for (const format of formats) {
    const stream = await recordStream(format, document, piecesByCount(document.text, 60));
    const { floorBytes, rollcallBytes, ratio } = await measureHeap(stream, options);
    rows.push([format, floorBytes.toFixed(0), rollcallBytes.toFixed(0), `${ratio.toFixed(2)}x`]);
    verdicts.push({ what: format, figure: ratio, goal: goals.heap });
  }
  const title = `${options.streams} open streams, half of the pieces delivered, then silence: bytes of heap for each`;
  return { tables: [{ title, columns: ["format", "floor", "Rollcall", "ratio"], rows }], verdicts };
}

interface Point {
  readonly size: number;
  readonly cost: number;
}

interface Place {
  readonly title: string;
  readonly kind: SourceKind;
  readonly chunks: readonly Uint8Array[];
  readonly own: readonly Contender[];
}

function placesOf(stream: BenchStream): readonly Place[] {
  const chunkings = [
    { name: "one event a chunk", chunks: stream.events },
    { name: `${SEGMENT_BYTES}-byte chunks`, chunks: rechunk(stream.events, SEGMENT_BYTES) },
  ];
  const kinds = ["generator", "Response"] as const;
  return chunkings.flatMap(({ name, chunks }) =>
    kinds.map((kind) => ({ title: `${kind}, ${name}`, kind, chunks, own: ownContenders(stream, chunks, kind) })),
  );
}

function recordText(format: BenchFormat, document: BenchDocument): Promise<BenchStream> {
  return recordStream(format, document, piecesOfSize(document.text, PIECE_CHARS));
}

function isFloorOrSettle({ name }: Contender): boolean {
  return name === FLOOR || name === SETTLE;
}

/** Contenders in rows, cells in columns: the ratio, its quartiles and the CPU time. */
function tableOfCells(title: string, cells: readonly Cell[]): Table {
  const names = [...new Set(cells.flatMap((cell) => cell.measurements.map(({ name }) => name)))];
  const rows = names.map((name) => [
    name === SETTLE || name === EVENTS ? `* ${name}` : name,
    ...cells.map((cell) => describe(cell.measurements.find((measurement) => measurement.name === name))),
  ]);
  return { title, columns: ["", ...cells.map((cell) => cell.title)], rows };
}

function describe(measurement: Measurement | undefined): string {
  if (measurement === undefined) return "";
  const { ratio, ratioLow, ratioHigh, cpuMicros } = measurement;
  return `${ratio.toFixed(2)}x (${ratioLow.toFixed(2)}-${ratioHigh.toFixed(2)}) ${milliseconds(cpuMicros)} ms`;
}

function ratioOf(cell: Cell, name: string): number {
  return cell.measurements.find((measurement) => measurement.name === name)?.ratio ?? Number.NaN;
}

function milliseconds(micros: number): string {
  const ms = micros / 1000;
  return ms < 10 ? ms.toFixed(2) : ms.toFixed(0);
}

function kilobytesOf(bytes: number): string {
  return bytes < 1024 * 1024 ? `${bytes / 1024} KB` : `${bytes / 1024 / 1024} MB`;
}
