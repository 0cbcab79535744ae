/** Bytes that arrived together. */
export interface RecordedChunk {
  /** Milliseconds since the stream was opened. */
  readonly atMs: number;
  readonly bytes: Uint8Array;
}

/**
 * How the recorded stream ended: its bytes were over, the connection broke, nothing came any more, or the person
 * cancelled.
 */
export type RecordedEndKind = "eof" | "reset" | "silence" | "cancel";

/** A stream as it was received, with the time at which each piece came. */
export interface Recording {
  /** The format's name, where the recording states it. */
  readonly format: string | null;
  /** In the order of arrival; times never go backwards. */
  readonly chunks: readonly RecordedChunk[];
  readonly end: { readonly atMs: number; readonly kind: RecordedEndKind };
}

/** Raw bytes as received: everything arrives at once, and then the stream is over. */
export function recordingOfBytes(bytes: Uint8Array): Recording {
  return {
    format: null,
    chunks: bytes.length === 0 ? [] : [{ atMs: 0, bytes }],
    end: { atMs: 0, kind: "eof" },
  };
}
