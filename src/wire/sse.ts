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
  let state: "open" | "ending" | "oversize" = "open";

  function reportOversize(): void {
    if (state === "oversize") return;
    state = "oversize";
    sink.onOversize();
  }

  const parser = createParser({
    maxBufferSize: maxFrameBytes + FRAME_OVERHEAD_CHARS,
    onEvent(message) {
      if (state === "oversize") return;
      if (isLongerThan(message.data, maxFrameBytes)) return reportOversize();
      if (state === "ending") sink.onCutFrame(message);
      else sink.onFrame(message);
    },
    onComment: () => sink.onComment(),
    onError(error) {
      if (error.type === "max-buffer-size-exceeded") reportOversize();
    },
  });

  return {
    feed(text) {
      if (state === "open") parser.feed(text);
    },
    end() {
      if (state !== "open") return;
      state = "ending";
      parser.feed("\n\n");
    },
  };
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
