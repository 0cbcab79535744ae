/**
 * From chunks of any form to the events of a reader.
 *
 * Owns: framing, parsing of records, the limits on bytes, and what counts as payload. Does not own: the calls.
 *
 * - D1 The same bytes in any chunking give the same events.
 * - D2 A record that cannot be read ends the message; one that was cut by the end of the stream is dropped.
 * - D3 Behind the end of the message nothing reaches the roll; a record that would have is a fault. The reader is told of
 *   the end, so that whoever listens to it takes down what the roll was told, and no more.
 */
import type { CallEvent } from "../protocol/call-event.ts";
import type { Format, RecordKind } from "../formats/format.ts";
import type { Limits } from "../wire/limits.ts";
import type { WireRecord } from "../wire/record.ts";
import { createSseDecoder, hasForeignLine, type SseFrame, type SseSink } from "../wire/sse.ts";
import { createUtf8Decoder, utf8Length } from "../wire/utf8.ts";
import type { FaultList } from "./faults.ts";
import type { Roll } from "./roll.ts";
import type { Arrival } from "./watchdog.ts";

export interface Decoder {
  /** Takes one chunk and says what was in it. */
  feed(chunk: unknown): Arrival;
  /** The stream is over: reads a last frame that lacks only its blank line. */
  end(): void;
  /** Whether bytes came behind the last payload: pings, comments, the beginning of a frame. */
  readonly hasBytesSincePayload: boolean;
  /** The chunks are events that an SDK has parsed. */
  readonly isParsed: boolean;
  /** Something came, and not one record of the format was in it. */
  readonly isForeign: boolean;
}

export interface DecoderOptions {
  readonly format: Format;
  readonly limits: Limits;
  readonly roll: Roll;
  readonly faults: FaultList;
}

/** Makes the decoder of one stream. */
export function createDecoder(options: DecoderOptions): Decoder {
  return new ChunkDecoder(options);
}

const DONE = "[DONE]";
const NOTHING_CAME: Arrival = { isPayload: false, isKeepAlive: false };
const MAX_OPENING_CHARS = 4096;

/** Event names, ids and retries without data dispatch nothing, and are bytes all the same. */
const MORE_THAN_LINE_ENDS = /[^\r\n]/;

class ChunkDecoder implements Decoder, SseSink {
  isParsed = false;
  readonly #options: DecoderOptions;
  readonly #utf8 = createUtf8Decoder();
  readonly #sse;
  readonly #reader;
  readonly #emit = (event: CallEvent): void => {
    const { roll } = this.#options;
    roll.apply(event);
    if (roll.isOver) this.#reader.close?.();
  };
  #totalBytes = 0;
  #recognized = 0;
  #strange = 0;
  #hasPayload = false;
  #hasKeepAlive = false;
  #keptAliveSincePayload = false;
  #isInsideLine = false;
  /** The text in front of the first record that was recognized, to tell a foreign file from a stream that was cut. */
  #opening = "";
  /** Nothing behind a byte that is not UTF-8, or behind the limit, is read. */
  #isClosed = false;

  constructor(options: DecoderOptions) {
    this.#options = options;
    this.#reader = options.format.createReader();
    this.#sse = createSseDecoder(options.limits.maxFrameBytes, this);
  }

  get hasBytesSincePayload(): boolean {
    return this.#keptAliveSincePayload || this.#isInsideLine;
  }

  get isForeign(): boolean {
    return this.#recognized === 0 && (this.#strange > 0 || hasForeignLine(this.#opening));
  }

  feed(chunk: unknown): Arrival {
    this.#hasPayload = false;
    this.#hasKeepAlive = false;
    if (this.#isClosed) return NOTHING_CAME;
    if (typeof chunk === "string") this.#feedString(chunk);
    // Nearly every chunk is one already, and a new view for each costs as much as the rest of this function.
    else if (chunk instanceof Uint8Array) this.#feedBytes(chunk);
    else if (ArrayBuffer.isView(chunk))
      this.#feedBytes(new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    else if (chunk instanceof ArrayBuffer) this.#feedBytes(new Uint8Array(chunk));
    else if (isFrame(chunk)) this.#feedFrame({ event: chunk.event ?? undefined, data: chunk.data });
    else this.#feedParsed(chunk);
    return { isPayload: this.#hasPayload, isKeepAlive: this.#hasKeepAlive };
  }

  end(): void {
    if (!this.#isClosed) this.#sse.end();
  }

  onFrame(frame: SseFrame): void {
    this.#readFrame(frame, false);
  }

  onCutFrame(frame: SseFrame): void {
    this.#readFrame(frame, true);
  }

  onComment(): void {
    this.#keepAlive();
  }

  onOversize(): void {
    this.#break(`a frame of more than ${this.#options.limits.maxFrameBytes} bytes (maxFrameBytes)`);
  }

  /** An SDK has split the stream already; the limits are the same. */
  #feedFrame(frame: SseFrame): void {
    const { maxFrameBytes, maxTotalBytes } = this.#options.limits;
    const bytes = utf8Length(frame.data);
    this.#totalBytes += bytes;
    if (bytes > maxFrameBytes) return this.#break(`a frame of more than ${maxFrameBytes} bytes (maxFrameBytes)`);
    if (this.#totalBytes > maxTotalBytes) return this.#break(`more than ${maxTotalBytes} bytes in all (maxTotalBytes)`);
    this.#readFrame(frame, false);
  }

  #feedParsed(value: unknown): void {
    this.isParsed = true;
    try {
      this.#readRecord({ event: undefined, value, source: undefined });
    } catch {
      // No JSON text can be such a record: it nests deeper than the stack, or holds a cycle, a BigInt, a getter that throws.
      this.#refuse("a record that cannot be read or written down");
    }
  }

  #feedString(text: string): void {
    const bytes = utf8Length(text);
    if (this.#totalBytes + bytes > this.#options.limits.maxTotalBytes)
      return this.#feedBytes(new TextEncoder().encode(text));
    this.#totalBytes += bytes;
    this.#feedText(text);
  }

  /** What the limit on the whole stream leaves of the chunk is read: where the chunk began must not matter. */
  #feedBytes(bytes: Uint8Array): void {
    const { maxTotalBytes } = this.#options.limits;
    const left = Math.max(0, maxTotalBytes - this.#totalBytes);
    this.#totalBytes += bytes.length;
    const { text, isBroken } = this.#utf8.decode(bytes.length > left ? bytes.subarray(0, left) : bytes);
    this.#feedText(text);
    if (isBroken) this.#refuse("a byte that is not UTF-8");
    if (bytes.length > left) this.#break(`more than ${maxTotalBytes} bytes in all (maxTotalBytes)`);
    this.#isClosed = isBroken || bytes.length > left;
  }

  #feedText(text: string): void {
    if (text === "") return;
    if (this.#recognized === 0 && this.#opening.length < MAX_OPENING_CHARS) this.#opening += text;
    this.#sse.feed(text);
    const last = text.charCodeAt(text.length - 1);
    this.#isInsideLine = last !== 0x0a && last !== 0x0d;
    if (!this.#hasPayload && MORE_THAN_LINE_ENDS.test(text)) this.#keptAliveSincePayload = true;
  }

  #readFrame(frame: SseFrame, isCut: boolean): void {
    const data = frame.data.trim();
    // An event without data, or with blank data, is no record; hosts use it to keep the link open.
    if (data === "") return this.#keepAlive();
    if (data === DONE) {
      this.#hasPayload = true;
      this.#keptAliveSincePayload = false;
      this.#reader.readDone(this.#emit);
      return;
    }
    let value: unknown;
    try {
      // The faster reading, though not safe for escaped keys: a record's are the provider's words, and of an object that the
      // model wrote the readers take the text from `source`.
      value = JSON.parse(data);
    } catch {
      return this.#refuseFrame(isCut);
    }
    this.#readRecord({ event: frame.event, value, source: data });
  }

  #refuseFrame(isCut: boolean): void {
    if (isCut) return this.#options.faults.add("record-cut", "the stream ended inside a record");
    this.#refuse("a record that is not JSON");
  }

  #refuse(detail: string): void {
    this.#strange += 1;
    if (this.#options.roll.isOver) this.#options.faults.add("late-record", `${detail}, behind the end of the message`);
    this.#break(detail);
  }

  #readRecord(record: WireRecord): void {
    if (!isObject(record.value)) return this.#refuse("a record that is no object");
    const wasOver = this.#options.roll.isOver;
    const kind = this.#reader.read(record, this.#emit);
    this.#count(kind);
    if (wasOver && kind === "payload")
      this.#options.faults.add("late-record", "a record came behind the end of the message");
  }

  #count(kind: RecordKind): void {
    switch (kind) {
      case "payload":
        this.#recognize();
        this.#hasPayload = true;
        this.#keptAliveSincePayload = false;
        return;
      case "keep-alive":
        this.#recognize();
        return this.#keepAlive();
      case "unknown":
        this.#strange += 1;
        this.#keptAliveSincePayload = true;
        this.#options.faults.add("unknown-record", "a record that this format does not have");
        return;
    }
  }

  #recognize(): void {
    this.#recognized += 1;
    this.#opening = "";
  }

  #keepAlive(): void {
    this.#hasKeepAlive = true;
    this.#keptAliveSincePayload = true;
  }

  #break(detail: string): void {
    this.#options.roll.close({ kind: "broken", cause: "provider-error", detail });
    this.#reader.close?.();
  }
}

/** A list is no record either: Google's look-alike wraps its errors in one. */
function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A raw SSE event, as the SDKs' own decoders yield it before they parse the data. */
function isFrame(chunk: unknown): chunk is { readonly event?: string | null; readonly data: string } {
  return (
    typeof chunk === "object" &&
    chunk !== null &&
    "data" in chunk &&
    typeof chunk.data === "string" &&
    !("type" in chunk)
  );
}
