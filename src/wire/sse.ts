import { createParser } from "eventsource-parser";
import { utf8Length } from "./utf8.ts";

/** One dispatched SSE event. */
export interface SseFrame {
  readonly event?: string | undefined;
  readonly data: string;
}

/** What an SSE decoder reports, in the order of the stream. */
export interface SseSink {
  onFrame(frame: SseFrame): void;
  /** The stream ended inside this frame; whether it is whole is for its reader to see. */
  onCutFrame(frame: SseFrame): void;
  /** A comment, which hosts send to keep a quiet link open. */
  onComment(): void;
  /** A frame outgrew `maxFrameBytes`; nothing is reported after it. */
  onOversize(): void;
}

/** Splits text into SSE frames, however the text is split. */
export interface SseDecoder {
  feed(text: string): void;
  /** The stream is over: reports a frame that lacks only its blank line. */
  end(): void;
}

/** The parser counts buffered lines, not a frame's data: the field names of a frame need some room as well. */
const FRAME_OVERHEAD_CHARS = 64 * 1024;

/** Makes a decoder for one stream. */
export function createSseDecoder(maxFrameBytes: number, sink: SseSink): SseDecoder {
  return new FrameSplitter(maxFrameBytes, sink);
}

class FrameSplitter implements SseDecoder {
  #state: "open" | "ending" | "oversize" = "open";
  readonly #maxFrameBytes: number;
  readonly #sink: SseSink;
  readonly #parser;

  constructor(maxFrameBytes: number, sink: SseSink) {
    this.#maxFrameBytes = maxFrameBytes;
    this.#sink = sink;
    this.#parser = createParser({
      maxBufferSize: maxFrameBytes + FRAME_OVERHEAD_CHARS,
      onEvent: (message) => this.#report(message),
      onComment: () => sink.onComment(),
      onError: (error) => {
        if (error.type === "max-buffer-size-exceeded") this.#reportOversize();
      },
    });
  }

  feed(text: string): void {
    if (this.#state === "open") this.#parser.feed(text);
  }

  end(): void {
    if (this.#state !== "open") return;
    this.#state = "ending";
    this.#parser.feed("\n\n");
  }

  #report(frame: SseFrame): void {
    if (this.#state === "oversize") return;
    if (isLongerThan(frame.data, this.#maxFrameBytes)) return this.#reportOversize();
    if (this.#state === "ending") this.#sink.onCutFrame(frame);
    else this.#sink.onFrame(frame);
  }

  #reportOversize(): void {
    if (this.#state === "oversize") return;
    this.#state = "oversize";
    this.#sink.onOversize();
  }
}

function isLongerThan(text: string, maxBytes: number): boolean {
  if (text.length > maxBytes) return true;
  return text.length * 3 > maxBytes && utf8Length(text) > maxBytes;
}

const FIELDS = ["data", "event", "id", "retry"];

/**
 * Whether `text`, the beginning of a stream, has a line that no event stream has. The last line may have been cut inside the
 * name of its field.
 */
export function hasForeignLine(text: string): boolean {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  const cutLine = lines.pop() ?? "";
  return (
    lines.some((line) => !isField(line)) || !(isField(cutLine) || FIELDS.some((field) => field.startsWith(cutLine)))
  );
}

function isField(line: string): boolean {
  const name = line.split(":", 1)[0] ?? "";
  return line.trim() === "" || name === "" || FIELDS.includes(name);
}
