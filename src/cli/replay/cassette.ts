import { describeJson, isJsonObject, readJson } from "../json-value.ts";
import { UsageError } from "../usage-error.ts";
import { decodeLine, decodeLines, firstLine, type NumberedLine } from "./byte-lines.ts";
import type { RecordedChunk, RecordedEndKind, Recording } from "./recording.ts";

const SUPPORTED_VERSION = 1;

const endKinds: Readonly<Record<RecordedEndKind, true>> = { eof: true, reset: true, silence: true, cancel: true };

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

type Entry =
  | { readonly type: "chunk"; readonly chunk: RecordedChunk }
  | { readonly type: "end"; readonly end: Recording["end"] };

/** Says whether bytes are a cassette: their first line is a JSON object with a key `cassette`. */
export function isCassette(bytes: Uint8Array): boolean {
  const line = firstLine(bytes);
  const text = decodeLine(line);
  const read = text === null ? null : readJson(text);
  return read?.kind === "json" && isJsonObject(read.value) && "cassette" in read.value;
}

/** How many lines are looked at for a cassette whose header is missing. */
const LINES_LOOKED_AT = 3;

/**
 * Says whether bytes were meant to be a cassette though their first line is no header: it is blank, or was cut, or is
 * missing. No stream of any format has such lines.
 */
export function isCassetteWithoutHeader(bytes: Uint8Array): boolean {
  if (isCassette(bytes)) return false;
  let rest = bytes;
  for (let seen = 0; seen < LINES_LOOKED_AT && rest.length > 0;) {
    const line = firstLine(rest);
    rest = rest.subarray(line.length + 1);
    const text = decodeLine(line)?.trim() ?? "";
    if (isOfCassette(text)) return true;
    if (text !== "") seen += 1;
  }
  return false;
}

function isOfCassette(text: string): boolean {
  if (/^\{\s*"cassette"/.test(text)) return true;
  const read = readJson(text);
  const entry = read.kind === "json" && isJsonObject(read.value) ? read.value : {};
  return typeof entry["ms"] === "number" && ["text", "base64", "end"].some((key) => typeof entry[key] === "string");
}

/** Says that the first line of a file is no header. */
export function missingHeader(fileName: string): string {
  return (
    `${fileName}, line 1: this is not the header of a cassette, though the file looks like one; ` +
    `begin it with a line such as {"cassette":1,"format":"openai-chat"}`
  );
}

/**
 * Reads a cassette: JSON lines, a header, then what arrived and when, then how it ended. Blank lines are skipped.
 *
 * @throws UsageError naming the line
 */
export function parseCassette(bytes: Uint8Array, fileName: string): Recording {
  const [header, ...rest] = decodeLines(bytes, fileName);
  if (header === undefined) throw new UsageError(`${fileName}: an empty file is no cassette`);
  const format = parseHeader(header, fileName);
  const chunks: RecordedChunk[] = [];
  let end: Recording["end"] | null = null;
  let latestMs = 0;

  for (const line of rest) {
    const where = `${fileName}, line ${line.number}`;
    if (end !== null) throw new UsageError(`${where}: nothing may follow the "end" line`);
    const entry = parseEntry(line, where);
    const atMs = entry.type === "end" ? entry.end.atMs : entry.chunk.atMs;
    if (atMs < latestMs) {
      throw new UsageError(`${where}: "ms" goes backwards, from ${latestMs} to ${atMs}; it counts from the start`);
    }
    latestMs = atMs;
    if (entry.type === "end") end = entry.end;
    else chunks.push(entry.chunk);
  }

  if (end === null) throw new UsageError(missingEnd(rest.at(-1) ?? header, fileName));
  return { format, chunks, end };
}

function missingEnd(lastLine: NumberedLine, fileName: string): string {
  return (
    `${fileName}, line ${lastLine.number}: the cassette stops without an "end" line; ` +
    `add one such as {"ms":900,"end":"eof"} (or "reset", "silence", "cancel")`
  );
}

function parseHeader(line: NumberedLine, fileName: string): string | null {
  const where = `${fileName}, line ${line.number}`;
  const header = parseObject(line, where);
  if (header["cassette"] !== SUPPORTED_VERSION) {
    throw new UsageError(
      `${where}: cassette version ${JSON.stringify(header["cassette"])} is not known; this reads version 1`,
    );
  }
  const format = header["format"];
  if (format === undefined || format === null) return null;
  if (typeof format !== "string") {
    throw new UsageError(`${where}: "format" must be a string, not ${describeJson(format)}`);
  }
  return format;
}

function parseEntry(line: NumberedLine, where: string): Entry {
  const entry = parseObject(line, where);
  const atMs = parseMs(entry["ms"], where);
  if (!("end" in entry)) return { type: "chunk", chunk: { atMs, bytes: parseContent(entry, where) } };
  if ("text" in entry || "base64" in entry) {
    throw new UsageError(`${where}: an "end" line carries no "text" and no "base64"; give them a line of their own`);
  }
  return { type: "end", end: { atMs, kind: parseEndKind(entry["end"], where) } };
}

function parseObject(line: NumberedLine, where: string): Readonly<Record<string, unknown>> {
  const read = readJson(line.text);
  if (read.kind === "not-json") throw new UsageError(`${where}: not JSON (${read.complaint})`);
  if (!isJsonObject(read.value)) {
    throw new UsageError(`${where}: expected a JSON object, found ${describeJson(read.value)}`);
  }
  return read.value;
}

function parseMs(value: unknown, where: string): number {
  if (typeof value === "number" && Number.isFinite(value) && value >= 0) return value;
  const found = typeof value === "number" ? String(value) : describeJson(value);
  throw new UsageError(`${where}: "ms" must be a number of milliseconds since the start, 0 or more; found ${found}`);
}

function parseContent(entry: Readonly<Record<string, unknown>>, where: string): Uint8Array {
  const { text, base64 } = entry;
  if (text !== undefined && base64 !== undefined) {
    throw new UsageError(`${where}: "text" and "base64" exclude each other; keep one of them`);
  }
  if (text === undefined && base64 === undefined) {
    throw new UsageError(`${where}: expected "text", "base64" or "end" beside "ms"`);
  }
  const content = text ?? base64;
  if (typeof content !== "string") {
    const key = text === undefined ? "base64" : "text";
    throw new UsageError(`${where}: "${key}" must be a string, not ${describeJson(content)}`);
  }
  return text === undefined ? parseBase64(content, where) : new TextEncoder().encode(content);
}

function parseBase64(base64: string, where: string): Uint8Array {
  if (!BASE64.test(base64)) {
    throw new UsageError(`${where}: "base64" is not base64 (the standard alphabet, padded with "=")`);
  }
  return Buffer.from(base64, "base64");
}

function parseEndKind(value: unknown, where: string): RecordedEndKind {
  if (isEndKind(value)) return value;
  const known = Object.keys(endKinds).join(", ");
  throw new UsageError(`${where}: end ${JSON.stringify(value)} is not known; it is one of ${known}`);
}

function isEndKind(value: unknown): value is RecordedEndKind {
  return typeof value === "string" && Object.hasOwn(endKinds, value);
}
