/**
 * The root door: settles a stream of any format. Runs in browsers and edge runtimes as well.
 *
 * @module
 */
export { settle, type Settling } from "./settle/settle.ts";
export type { SettleOptions, SilenceMs } from "./settle/options.ts";
export type { SourceOpener, StreamSource } from "./wire/stream-source.ts";
export type { SettleTool } from "./settle/tools.ts";
export type { JsonSchema } from "./settle/json-schema.ts";
export { isDispatchable } from "./settle/seal.ts";
export { defaultLimits, type Limits } from "./wire/limits.ts";
export { systemClock, type Cancel, type Clock } from "./protocol/clock.ts";
export { isRollcallError, RollcallError, type RollcallErrorCode } from "./protocol/errors.ts";
export type { RollCount, RollEvent, RollResult } from "./protocol/roll-event.ts";
export type { Fault, InputKind, RunBy, StopClass, TruncationCause } from "./protocol/call-event.ts";
export type {
  AbandonedCause,
  CallFacts,
  Dispatchable,
  Ending,
  Failed,
  FailedBecause,
  Invalid,
  InvalidCause,
  Issue,
  Observed,
  Outcome,
  UnparseableCause,
} from "./protocol/outcome.ts";
export type { Format } from "./formats/format.ts";
