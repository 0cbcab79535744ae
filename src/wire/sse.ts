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
  /** A line that is no field of the event stream format. */
  onNoise(): void;
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
      else if (error.type === "unknown-field" && !(state === "ending" && beginsField(error.field))) sink.onNoise();
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

/** The last line may have been cut inside the name of a field. */
function beginsField(name: string | undefined): boolean {
  return name !== undefined && ["data", "event", "retry"].some((field) => field.startsWith(name));
}

function isLongerThan(text: string, maxBytes: number): boolean {
  if (text.length > maxBytes) return true;
  return text.length * 3 > maxBytes && utf8Length(text) > maxBytes;
}
