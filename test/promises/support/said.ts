import type { InputKind, RunBy, StopClass, TruncationCause } from "../../../src/protocol/call-event.ts";

/** The three wires, by the names of their formats. */
export type Wire = "anthropic-messages" | "openai-chat" | "openai-responses";

/**
 * What one record of the wire says, in the words of the design. The generator writes these beside the bytes, and the
 * oracle reads only these: it never sees the wire.
 */
export type Said =
  | { readonly say: "text"; readonly text: string }
  | {
      readonly say: "call";
      readonly call: number;
      readonly id: string | null;
      readonly name: string | null;
      readonly runBy: RunBy;
      readonly input: InputKind;
      /** Whether this wire closes its calls; where it does not, the stop does. */
      readonly closes: boolean;
      readonly worth: Worth;
    }
  | { readonly say: "named"; readonly call: number; readonly id?: string; readonly name?: string }
  | { readonly say: "piece"; readonly call: number; readonly text: string }
  /** The whole text is stated; it must continue the pieces. */
  | { readonly say: "whole"; readonly call: number; readonly text: string }
  | { readonly say: "closed"; readonly call: number }
  /** The call's own status is not the one of a finished call. */
  | { readonly say: "unfinished"; readonly call: number }
  | { readonly say: "refusal" }
  | { readonly say: "tokens"; readonly count: number }
  | SaidStop
  | { readonly say: "end" }
  /** An error of the provider, or a record that cannot be read. */
  | { readonly say: "error" };

/** The stop of the message. */
export interface SaidStop {
  readonly say: "stop";
  readonly word: string;
  readonly class: StopClass;
  readonly cause?: TruncationCause;
}

/** What the whole argument text of a call amounts to if its message is trusted; known because the text was made so. */
export type Worth =
  | { readonly kind: "dispatchable"; readonly args: unknown }
  | { readonly kind: "invalid"; readonly cause: string }
  | { readonly kind: "unparseable"; readonly cause: string };

/** One record of the wire. */
export interface PlannedRecord {
  /** The lines of the event without its blank line, joined by `\n`. */
  readonly lines: string;
  readonly kind: "payload" | "keep-alive" | "unreadable";
  readonly says: readonly Said[];
}

/** One whole stream, as records. */
export interface Plan {
  readonly wire: Wire;
  readonly records: readonly PlannedRecord[];
  readonly newline: "\n" | "\r\n" | "\r";
  readonly hasByteOrderMark: boolean;
}

/** A payload record. */
export function payload(lines: string, ...says: readonly Said[]): PlannedRecord {
  return { lines: lines.trimEnd(), kind: "payload", says };
}
