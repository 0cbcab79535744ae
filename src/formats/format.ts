import type { Emit } from "../protocol/call-event.ts";
import type { WireRecord } from "../wire/record.ts";

/** A provider's streaming dialect: a name, and a fresh reader for each message. */
export interface Format {
  readonly name: string;
  /** Whether the provider sends pings on a quiet stream, so that total silence is a sign of death. */
  readonly pings: boolean;
  createReader(): FormatReader;
}

/**
 * What a record was to the format. Only `payload` is progress; `keep-alive` shows that the link lives; `unknown` is a
 * record that this format does not have.
 */
export type RecordKind = "payload" | "keep-alive" | "unknown";

/**
 * Reads the records of one message. Never throws on provider input and never decides that a call is complete: it
 * reports what the provider said.
 */
export interface FormatReader {
  /** Reports what one record says. */
  read(record: WireRecord, emit: Emit): RecordKind;
  /** Reports the sentinel `[DONE]`. */
  readDone(emit: Emit): void;
  /**
   * The message is over, for whatever reason: what is read from now on counts for nothing, and is read only to be told apart.
   * A reader that keeps what it read keeps nothing more. May be called in the middle of a record, and again.
   */
  close?(): void;
}
