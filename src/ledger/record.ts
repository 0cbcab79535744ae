import type { LedgerState } from "./states.ts";

/** What turned out about an effect that was in doubt. */
export type Verdict = "happened" | "did-not-happen";

/** What an intent is, and who asked for it. Stays the same for as long as the record exists. */
export interface IntentFacts {
  /** The intent itself: one key, at most one effect. */
  readonly key: string;
  /** Hash of the tool and its canonical arguments. The same key with another fingerprint is a conflict. */
  readonly fingerprint: string;
  readonly tool: string;
  readonly conversation: string | null;
  readonly turn: string | null;
  /** The provider's id of the call that made the latest claim. */
  readonly callId: string | null;
}

/** One intent, as the ledger remembers it. */
export interface LedgerRecord extends IntentFacts {
  readonly state: LedgerState;
  /** Set in the state `reconciled`, `null` in all others. */
  readonly verdict: Verdict | null;
  /** Token of the claim; no two claims have the same one. */
  readonly owner: string;
  /** How often the intent was claimed, from 1. */
  readonly attempt: number;
  /** Grows with every change of the record. */
  readonly revision: number;
  /** Milliseconds since 1970, like all times of a record. */
  readonly claimedAtMs: number;
  /** A claim that is not renewed by then has lost its process, as far as anybody can tell. */
  readonly leaseUntilMs: number;
  /** When the record left the state `claimed`; `null` while it is in it. */
  readonly concludedAtMs: number | null;
  /** The result as JSON text; `null` where there is none, or where it could not be kept (`note` says so). */
  readonly result: string | null;
  /** Why a thing did not happen or is in doubt, who resolved it, what is missing of the result. */
  readonly note: string | null;
}

/** Says whether the effect is known to have happened: the record is answered by its result and never run again. */
export function isHappened(record: LedgerRecord): boolean {
  return record.state === "done" || (record.state === "reconciled" && record.verdict === "happened");
}

/** Says whether the effect is known not to have happened: the intent may be claimed again. */
export function isFree(record: LedgerRecord): boolean {
  return record.state === "did-not-happen" || (record.state === "reconciled" && record.verdict === "did-not-happen");
}

/** Says whether a claim has outlived its lease. What it began may have happened. */
export function isLeaseOver(record: LedgerRecord, nowMs: number): boolean {
  return record.state === "claimed" && record.leaseUntilMs <= nowMs;
}
