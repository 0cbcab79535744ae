import type { IntentFacts, LedgerRecord, Verdict } from "./record.ts";
import type { RecordQuery } from "./store.ts";

/** How long a claim waits for another one of the same intent. */
export interface ClaimPatience {
  /** Longest wait in milliseconds. Default 60 000; 0 waits for nothing. */
  readonly waitMs?: number;
  /** Ends the wait. */
  readonly signal?: AbortSignal;
}

/** What a claim came to. The effect may be brought about in one case only. */
export type ClaimAnswer =
  /** The claim is committed: go on, then conclude with this record. */
  | { readonly kind: "claimed"; readonly record: LedgerRecord }
  /** It happened before: this is its result. */
  | { readonly kind: "done"; readonly record: LedgerRecord }
  /** It may have happened, and nobody knows. Blocked until somebody resolves it. */
  | { readonly kind: "in-doubt"; readonly record: LedgerRecord }
  /** The key belongs to another call: another tool, or other arguments. */
  | { readonly kind: "conflict"; readonly record: LedgerRecord }
  /** Another claim is at work, and the wait for it is over. */
  | { readonly kind: "held"; readonly record: LedgerRecord };

/** How the tool behind a claim ended. */
export type Conclusion =
  /** `result` is JSON text. */
  | { readonly kind: "done"; readonly result: string | null; readonly note?: string }
  | { readonly kind: "did-not-happen"; readonly note: string }
  | { readonly kind: "in-doubt"; readonly note: string };

/** What became of a conclusion. */
export type ConcludeAnswer =
  | { readonly kind: "concluded"; readonly record: LedgerRecord }
  /** The claim was no longer ours: others had resolved it, or claimed again. Nothing was changed. */
  | { readonly kind: "superseded"; readonly record: LedgerRecord | undefined };

/** What somebody found out about an effect that was in doubt. */
export type Resolution =
  | { readonly verdict: Extract<Verdict, "happened">; readonly result: string | null; readonly note: string }
  | { readonly verdict: Extract<Verdict, "did-not-happen">; readonly note: string };

/** What became of a resolution. */
export type ResolveAnswer =
  | { readonly kind: "resolved"; readonly record: LedgerRecord }
  /** There is nothing in doubt about it: it is at work, finished, or was resolved by somebody else. */
  | { readonly kind: "not-in-doubt"; readonly record: LedgerRecord }
  | { readonly kind: "unknown" };

/** What a sweep did. */
export interface Swept {
  /** Claims whose lease had run out, now in doubt. */
  readonly inDoubt: number;
  /** Finished records that were removed. */
  readonly removed: number;
}

/**
 * Remembers effects, so that one intent has at most one. Everything it says it did is committed.
 *
 * @throws {LedgerError} from every method, where the store fails.
 */
export interface Ledger {
  /** How long a claim is valid without renewal, in milliseconds. */
  readonly leaseMs: number;
  /** Whether records outlive the process. Then a default key needs a conversation and a turn that do so too. */
  readonly isDurable: boolean;
  /** Claims an intent before its effect; waits for whoever has claimed it already. */
  claim(intent: IntentFacts, patience?: ClaimPatience): Promise<ClaimAnswer>;
  /** Prolongs the lease of a claim. Go on with the record it gives; `undefined`: the claim is not ours any more. */
  renew(claimed: LedgerRecord): Promise<LedgerRecord | undefined>;
  /** Whether the lease of a claim still runs. Look before an effect begins: behind the lease others may act. */
  isLive(claimed: LedgerRecord): boolean;
  /** Says how the effect of a claim ended. May come late: it then resolves a claim that is in doubt by now. */
  conclude(claimed: LedgerRecord, conclusion: Conclusion): Promise<ConcludeAnswer>;
  read(key: string): Promise<LedgerRecord | undefined>;
  /** Those claimed last come first. */
  list(query?: RecordQuery): Promise<readonly LedgerRecord[]>;
  /** Ends a doubt. @throws {TypeError} for a `result` that is no JSON text. */
  resolve(key: string, resolution: Resolution): Promise<ResolveAnswer>;
  /**
   * Puts claims without a live lease in doubt, and removes finished records older than `keepMs` (default 30 days). An
   * intent whose record is gone is a new one.
   */
  sweep(options?: { readonly keepMs?: number }): Promise<Swept>;
  close(): Promise<void>;
}

/** How long finished records are kept where nobody says: 30 days. */
export const DEFAULT_KEEP_MS = 2_592_000_000;
