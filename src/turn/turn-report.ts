import type { History } from "../formats/dialect.ts";
import type { RollResult } from "../protocol/roll-event.ts";
import type { CallResult, RequestReason, TurnEnding } from "../protocol/turn-event.ts";

/** What became of one correction of one tool. */
export type CorrectionResult =
  /** The model called the tool again, and the call fitted. */
  | "recovered"
  /** It called the tool again, and the call did not fit. */
  | "invalid-again"
  /** It went on without calling the tool again. */
  | "not-repeated"
  /** Nobody knows: no further answer of the model stands. */
  | "unanswered";

/** One call to correct itself that the model was given. */
export interface CorrectionAttempt {
  readonly tool: string;
  /** How often this tool had been corrected in the turn, this time included: from 1. */
  readonly attempt: number;
  /** The message that was answered. */
  readonly message: number;
  readonly result: CorrectionResult;
}

/** One answer of the model. */
export interface MessageReport {
  readonly message: number;
  readonly because: RequestReason;
  /** Its request was sent again, and another message stands in its place. */
  readonly isWithdrawn: boolean;
  readonly roll: RollResult;
  /** What became of its dispatchable calls, in the order of the calls. */
  readonly results: readonly CallResult[];
  /** Whether a tool that does more than read was started for it, or may have been. */
  readonly mayHaveActed: boolean;
}

/** Everything that a turn came to. */
export interface TurnResult {
  /** As given, or made where none was. */
  readonly conversation: string;
  /** As given, or made where none was. */
  readonly turn: string;
  readonly ending: TurnEnding;
  /** What the next turn begins with, complete: put the person's next words behind it. */
  readonly history: History;
  /** Every answer of the model, withdrawn ones included, in order. */
  readonly messages: readonly MessageReport[];
  readonly corrections: readonly CorrectionAttempt[];
}
