import type { TruncationCause } from "./call-event.ts";
import type { AbandonedCause, CallFacts, Ending, UnparseableCause } from "./outcome.ts";
import type { RollEvent } from "./roll-event.ts";

/** Why the model is asked. */
export type RequestReason =
  /** The person's words. */
  | "asked"
  /** Every call of the last message has its result. */
  | "results"
  /** Calls of the last message did not fit their tools. */
  | "correction"
  /** The provider paused and is to go on. */
  | "continuation"
  /** The last request failed, and is sent again. */
  | "reissue";

/** Why a call that could have run did not. */
export type NotRunCause =
  /** The tool itself says that nothing happened. */
  | "did-not-happen"
  /** Its intent key belongs to another call. */
  | "conflict"
  /** The turn was cancelled before the tool began. */
  | "cancelled"
  /** The ledger could not keep its claim. */
  | "ledger"
  /** It was not run now, and the ledger cannot say whether an earlier call did it. */
  | "not-looked-up"
  /** Its arguments hold half of a character, so that no key can be made of them. */
  | "half-character"
  /** The tool's own intent gave no key. */
  | "intent";

/** What became of a call that was dispatchable. */
export type CallResult =
  | {
      readonly kind: "done";
      readonly call: CallFacts;
      /** What the tool returned; of a replay what was kept of it. */
      readonly value: unknown;
      /** Nothing ran: it had happened before, and this is its result. */
      readonly isReplay: boolean;
      /** What is missing of the result, if anything: it could not be written as JSON, or is too large. */
      readonly note: string | null;
    }
  /** The tool ran and failed, and its effect is none or harmless to repeat. */
  | { readonly kind: "errored"; readonly call: CallFacts; readonly note: string; readonly error?: unknown }
  /** Nothing happened now. */
  | {
      readonly kind: "not-run";
      readonly call: CallFacts;
      readonly cause: NotRunCause;
      readonly note: string;
      readonly error?: unknown;
    }
  /** It may have happened. Nothing runs under this key until somebody finds out. */
  | {
      readonly kind: "in-doubt";
      readonly call: CallFacts;
      readonly intentKey: string;
      readonly note: string;
      readonly error?: unknown;
    };

/** Who called a turn off. */
export type CancelledBy = "person" | "client-left" | "shutdown";

/** How a turn ended. `detail` is for a developer; `advice` says what to change before it is tried again. */
export type TurnEnding = {
  readonly detail: string;
  readonly advice: string | null;
} & (
  | { readonly kind: "done" }
  /** The model's calls did not fit, and it is not asked again: the bound is reached, or the failure repeats itself. */
  | { readonly kind: "not-corrected"; readonly cause: "bound" | "repeated" }
  /** A tool's own validator failed. */
  | { readonly kind: "not-checked" }
  | { readonly kind: "truncated"; readonly cause: TruncationCause }
  | { readonly kind: "unparseable"; readonly cause: UnparseableCause }
  | { readonly kind: "abandoned"; readonly cause: AbandonedCause }
  /** The model was asked as often as it may be, and still calls tools. */
  | { readonly kind: "endless" }
  | { readonly kind: "cancelled"; readonly by: CancelledBy }
);

/**
 * What happens in a turn. `message` numbers the answers of the model from 0, withdrawn ones included; a call is known by
 * `message` and `index`.
 */
export type TurnEvent =
  /** The model is asked; whatever it answers has this number. */
  | { readonly type: "request"; readonly message: number; readonly because: RequestReason }
  | { readonly type: "message"; readonly message: number; readonly event: RollEvent }
  /** A tool begins. */
  | { readonly type: "running"; readonly message: number; readonly index: number; readonly intentKey: string }
  | { readonly type: "answered"; readonly message: number; readonly index: number; readonly result: CallResult }
  /** These calls go back to the model; `correction` counts from 1. */
  | {
      readonly type: "correcting";
      readonly message: number;
      readonly correction: number;
      readonly indexes: readonly number[];
    }
  /** What this message showed is taken back: its request is sent again. Comes before the `request` that replaces it. */
  | { readonly type: "withdrawn"; readonly message: number; readonly ending: Ending; readonly waitMs: number }
  /** Once, last. */
  | { readonly type: "turn-ended"; readonly ending: TurnEnding };
