/**
 * The root door: settles a stream of any format, and runs turns. Runs in browsers and edge runtimes as well.
 *
 * @module
 */
export { settle, type Settling } from "./settle/settle.ts";
export type { SettleOptions, SilenceMs } from "./settle/options.ts";
export { runTurn, type Turn } from "./turn/run-turn.ts";
export type { StreamOptions, TurnOptions } from "./turn/turn-options.ts";
export type { CorrectionAttempt, CorrectionResult, MessageReport, TurnResult } from "./turn/turn-report.ts";
export {
  type DisplayRule,
  tool,
  type Tool,
  type ToolArguments,
  type ToolContext,
  type ToolDisplay,
  type ToolInput,
  type ToolOptions,
  type TurnIdentity,
} from "./turn/tool.ts";
export { reissue, type Reissue, type ReissueOptions } from "./turn/reissue.ts";
export { drain, type DrainOptions } from "./turn/drain.ts";
export type { Chance } from "./turn/chance.ts";
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
  ProviderError,
  UnparseableCause,
} from "./protocol/outcome.ts";
export type {
  CallResult,
  CancelledBy,
  NotRunCause,
  RequestReason,
  TurnEnding,
  TurnEvent,
} from "./protocol/turn-event.ts";
export type { Format } from "./formats/format.ts";
export type { Dialect, History, JsonObject, ToolSpec } from "./formats/dialect.ts";
export type { Model, ModelRequest, SendRequest } from "./formats/model.ts";
