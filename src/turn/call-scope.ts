import type { ReachCrashPoint } from "../ledger/crash-points.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { Clock } from "../protocol/clock.ts";
import type { TurnIdentity } from "./tool.ts";

/** What every call of a turn is run with. */
export interface CallScope {
  readonly turn: TurnIdentity;
  readonly ledger: Ledger;
  /** Aborts the tools. */
  readonly signal: AbortSignal;
  /** Once it aborts no further tool begins. */
  readonly stop: AbortSignal;
  /** How long a tool that was told to stop may take to say what happened, in milliseconds. */
  readonly graceMs: number;
  readonly clock: Clock;
  readonly reach: ReachCrashPoint;
  /** Keys that the model was told no end of: an equal call that comes later means the same thing. */
  readonly untold: ReadonlySet<string>;
}
