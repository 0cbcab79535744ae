import type { InputKind, RunBy, StopClass, TruncationCause } from "./call-event.ts";

/** Why arguments that are a grammatical document were not accepted. */
export type InvalidCause =
  | "schema"
  | "unknown-tool"
  | "duplicate-key"
  | "inexact-number"
  | "reserved-key"
  | "not-an-object"
  | "validator-failed";

/** Why argument text is no document. `incomplete` is a correct beginning that was never finished. */
export type UnparseableCause = "incomplete" | "not-json" | "too-large" | "too-deep";

/** Why nothing that the stream said can be trusted. */
export type AbandonedCause =
  | "disconnected"
  | "ended-early"
  | "idle"
  | "stalled"
  | "provider-error"
  | "cancelled"
  | "crashed";

/** One thing that is wrong with the arguments: enough for a model to correct itself. */
export interface Issue {
  /** Where, as a JSON Pointer (RFC 6901); `""` is the whole document. */
  readonly path: string;
  /** The rule that failed, in the validator's own words, such as `enum` or `invalid_type`. */
  readonly keyword: string;
  /** What was expected there, in words. */
  readonly expected: string;
  /** The only values that are allowed there, if they can be listed. */
  readonly allowed?: readonly unknown[];
  /** What was received, as JSON cut to a bounded length, or `nothing`. */
  readonly received: string;
  readonly message: string;
}

/** What is known of a call when it settles. All times are milliseconds since the stream was opened. */
export interface CallFacts {
  /** Place in the message among its calls, from 0, in the order of announcement. */
  readonly index: number;
  /** The provider's id; one that Rollcall made where the provider gave none or gave one twice. */
  readonly id: string;
  /** `""` when the provider never said it; such a call never runs. */
  readonly name: string;
  readonly runBy: RunBy;
  readonly input: InputKind;
  /** The argument text as it was received. Empty once it outgrew `maxCallBytes`. */
  readonly text: string;
  /** UTF-8 bytes of argument text, also of what was not kept. */
  readonly bytes: number;
  /** Pieces in which the text came; empty pieces do not count. */
  readonly fragments: number;
  readonly announcedAtMs: number;
  readonly lastFragmentAtMs: number | null;
  readonly closedAtMs: number | null;
  /** The longest time between two pieces of this call. */
  readonly largestGapMs: number;
}

/** A class with a private member: neither a literal nor a spread copy of an instance has its type. */
declare abstract class Sealed {
  readonly #sealed: true; // oxlint-disable-line eslint/no-unused-private-class-members -- its being there is its use
}

/**
 * A call whose tool may run. Only the finalizer makes one: no other value type-checks where a dispatchable call is asked
 * for, not even a copy of one.
 */
export interface Dispatchable extends Sealed {
  readonly kind: "dispatchable";
  readonly call: CallFacts;
  /** What the tool's schema made of the arguments; the raw string for a freeform tool. */
  readonly args: unknown;
  /** The arguments as they were parsed, before a schema's defaults and transforms. */
  readonly parsed: unknown;
}

/** The arguments are a document, but not one that the tool takes. Can be handed back to the model. */
export interface Invalid {
  readonly kind: "invalid";
  readonly call: CallFacts;
  readonly cause: InvalidCause;
  readonly issues: readonly Issue[];
}

/** The call cannot be trusted, and telling the model would not help. */
export type Failed =
  | FailedBecause<"truncated", TruncationCause>
  | FailedBecause<"unparseable", UnparseableCause>
  | FailedBecause<"abandoned", AbandonedCause>;

/** @see Failed */
export interface FailedBecause<Reason extends string, Cause extends string> {
  readonly kind: "failed";
  readonly reason: Reason;
  readonly cause: Cause;
  readonly call: CallFacts;
  /** What was seen, for a developer. Never argument text. */
  readonly detail: string;
  /** Where the text stopped being a document, in UTF-16 code units from its start; only when it was read. */
  readonly offset?: number;
}

/** The provider ran the call itself. */
export interface Observed {
  readonly kind: "observed";
  readonly call: CallFacts;
}

/** How an announced call ended. Exactly one per call, and it never changes. */
export type Outcome = Dispatchable | Invalid | Failed | Observed;

/** What the provider says of an error of its own. */
export interface ProviderError {
  /** Its own code or type, such as `overloaded_error`; `""` where it gave none. */
  readonly code: string;
  /** The HTTP status, where the answer was an error from the start. */
  readonly status?: number;
  /** How long it asks to be left alone, in milliseconds. */
  readonly retryAfterMs?: number;
}

/** How the message ended. */
export type Ending =
  | {
      readonly kind: "complete";
      /** The stop word as the provider wrote it. */
      readonly stop: string;
      readonly class: StopClass;
      readonly cause: null;
      readonly detail: string;
    }
  | {
      readonly kind: "abandoned";
      /** The stop word, if one had been stated before the message was abandoned. */
      readonly stop: string | null;
      readonly class: StopClass | null;
      readonly cause: AbandonedCause;
      readonly detail: string;
      /** Only for the cause `provider-error`, and only where the provider said something. */
      readonly error?: ProviderError;
    };
