import type { History } from "../formats/dialect.ts";
import type { Model } from "../formats/model.ts";
import type { ReachCrashPoint } from "../ledger/crash-points.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { Clock } from "../protocol/clock.ts";
import type { SettleOptions } from "../settle/options.ts";
import type { Chance } from "./chance.ts";
import type { Tool, TurnIdentity } from "./tool.ts";

/** How the model's messages are settled, where the defaults of `settle` do not fit. */
export type StreamOptions = Pick<
  SettleOptions,
  "firstMs" | "progressMs" | "livenessMs" | "idleMs" | "endMs" | "validateMs" | "truncation" | "limits"
>;

/** How a turn is run. `model`, `messages` and `tools` must be given. */
export interface TurnOptions {
  readonly model: Model;
  /** The conversation so far, the person's words last, in the shape that the model's provider takes. */
  readonly messages: readonly object[];
  /** Only where the provider keeps the conversation: the response that `messages` follow. */
  readonly previousResponseId?: string;
  readonly tools: readonly Tool[];
  /** The id of the conversation: the same in every process and after every restart. A durable ledger needs it. */
  readonly conversation?: string;
  /** The id of this turn in its conversation. A request that is made again has the same one. */
  readonly turn?: string;
  /** Where effects are remembered. Default: in memory, for this turn. */
  readonly ledger?: Ledger;
  /** The person calls it off: the request is aborted, tools are told to stop, and everything settles as cancelled. */
  readonly signal?: AbortSignal | undefined;
  /** How often calls that do not fit may go back to the model. Default 2. */
  readonly corrections?: number;
  /** Hands calls that cannot be read back to the model, once in a turn, as one of the corrections. Default false. */
  readonly handBackUnparseable?: boolean;
  /** How often a request that failed is sent again, where nothing can have happened. Default 1. */
  readonly retries?: number;
  /** The wait before the first retry, doubled for each further one up to a minute, shortened by up to half by chance. Default 500. */
  readonly retryWaitMs?: number;
  /** How many tools run at once. Default 8. */
  readonly maxParallel?: number;
  /** How often the model is asked at most, retries included. Default 32. */
  readonly maxMessages?: number;
  /** How long a tool that was told to stop may take to say what happened, in milliseconds. Default 2000. */
  readonly graceMs?: number;
  readonly stream?: StreamOptions;
  readonly clock?: Clock;
  readonly chance?: Chance;
  /** Called at the places at which a process can die with a difference. For tests. */
  readonly reach?: ReachCrashPoint;
}

/** The options with every default filled in. */
export interface TurnSettings {
  readonly model: Model;
  readonly history: History;
  readonly tools: readonly Tool[];
  readonly turn: TurnIdentity;
  readonly ledger: Ledger;
  readonly signal: AbortSignal | undefined;
  readonly corrections: number;
  readonly handBackUnparseable: boolean;
  readonly retries: number;
  readonly retryWaitMs: number;
  readonly maxParallel: number;
  readonly maxMessages: number;
  readonly graceMs: number;
  readonly stream: StreamOptions;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly reach: ReachCrashPoint;
}
