import type { LedgerRecord } from "./record.ts";

/** What running a tool does to the world. */
export type Effect =
  /** Nothing. It runs as often as it is asked to. */
  | "read"
  /** The same again if it runs again with the same key. */
  | "idempotent"
  /** Something that must not be done twice. */
  | "once";

/** How an intent ended that was to be brought about. */
export type EffectOutcome =
  /** The tool ran and came to its end. */
  | {
      readonly kind: "done";
      readonly value: unknown;
      /** False where the store could not be told: the record will say that the effect is in doubt. */
      readonly isRecorded: boolean;
    }
  /** It had happened before; `result` is the JSON text that was kept of it. Nothing ran. */
  | {
      readonly kind: "replayed";
      readonly result: string | null;
      readonly note: string | null;
      readonly record: LedgerRecord;
    }
  /** The tool said that nothing happened, or it was not started. */
  | { readonly kind: "did-not-happen"; readonly reason: string; readonly isRecorded: boolean }
  /** It may have happened. Blocked until somebody finds out. `error` is what the tool threw, if it did so just now. */
  | { readonly kind: "in-doubt"; readonly note: string; readonly record: LedgerRecord; readonly error?: unknown }
  /** The key belongs to another call. Nothing ran. */
  | { readonly kind: "conflict"; readonly record: LedgerRecord }
  /** Another process is at it, and the wait for its result is over. Nothing ran here. */
  | { readonly kind: "held"; readonly record: LedgerRecord }
  /** A tool without a claim (`read`, `idempotent`) threw, or took too long, or was cancelled. */
  | { readonly kind: "failed"; readonly note: string; readonly error?: unknown };
