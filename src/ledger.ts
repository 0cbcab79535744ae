/**
 * The ledger: effects remembered, so that one intent has at most one. Runs in browsers and edge runtimes as well;
 * durable stores have doors of their own.
 *
 * @module
 */
export type {
  ClaimAnswer,
  ClaimPatience,
  ConcludeAnswer,
  Conclusion,
  Ledger,
  Resolution,
  ResolveAnswer,
  Swept,
} from "./ledger/ledger.ts";
export type { IntentFacts, LedgerRecord, Verdict } from "./ledger/record.ts";
export type { LedgerState } from "./ledger/states.ts";
export { createLedger } from "./ledger/create-ledger.ts";
export type { LedgerOptions } from "./ledger/settings.ts";
export type { LedgerStore, RecordQuery } from "./ledger/store.ts";
export { isLedgerError, LedgerError, type LedgerErrorCode } from "./ledger/ledger-error.ts";
export { memoryLedger } from "./ledger/memory/memory-ledger.ts";
export { canonicalJson } from "./ledger/canonical-json.ts";
export { type Intent, intentFingerprint, intentKey } from "./ledger/intent.ts";
export { runOnce, type RunOnceOptions, type ToolRun } from "./ledger/run-once.ts";
export type { Effect, EffectOutcome } from "./ledger/effect.ts";
export type { Reconcile, Reconciled } from "./ledger/reconcile.ts";
export { didNotHappen, type DidNotHappen, isDidNotHappen } from "./ledger/did-not-happen.ts";
export { crashPoints, type CrashPoint, type ReachCrashPoint } from "./ledger/crash-points.ts";
export type { OwnerTokens, WallClock } from "./ledger/machine.ts";
