import { askLedger, NoAnswerError } from "../ledger/ask-ledger.ts";
import type { EffectOutcome } from "../ledger/effect.ts";
import { isFree, isHappened, type IntentFacts, type LedgerRecord } from "../ledger/record.ts";
import { inDoubt } from "../ledger/reconcile.ts";
import type { CallScope } from "./call-scope.ts";

/** What the ledger knows of an intent that could not be claimed. */
export type LookUp =
  | { readonly kind: "known"; readonly outcome: EffectOutcome }
  /** Nothing has happened under this key. */
  | { readonly kind: "nothing" }
  /** The claim was not answered and may still be written: the key may be claimed by now, or soon. */
  | { readonly kind: "no-answer" }
  /** The ledger cannot say that either. */
  | { readonly kind: "unknown" };

/** Looks an intent up whose claim failed: that it was not run now says nothing of what an earlier call did. Never throws. */
export async function lookUp(
  intent: IntentFacts,
  failure: unknown,
  { ledger, stop, graceMs, clock }: CallScope,
): Promise<LookUp> {
  if (failure instanceof NoAnswerError) return { kind: "no-answer" };
  try {
    const record = await askLedger(() => ledger.read(intent.key), { signal: stop, graceMs, clock });
    if (record === undefined || isFree(record)) return { kind: "nothing" };
    return { kind: "known", outcome: outcomeOf(record, intent) };
  } catch {
    return { kind: "unknown" };
  }
}

function outcomeOf(record: LedgerRecord, { fingerprint }: IntentFacts): EffectOutcome {
  if (record.fingerprint !== fingerprint) return { kind: "conflict", record };
  if (isHappened(record)) return { kind: "replayed", result: record.result, note: record.note, record };
  // The claim may be the one that failed here, or that of a process at work.
  return record.state === "claimed" ? inDoubt({ ...record, note: "its claim is open" }) : inDoubt(record);
}
