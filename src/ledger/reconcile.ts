import type { EffectOutcome } from "./effect.ts";
import type { Ledger, Resolution } from "./ledger.ts";
import type { LedgerRecord } from "./record.ts";
import { describeError, toResultText } from "./result-text.ts";

/** What the other side says about an effect in doubt. */
export type Reconciled =
  | { readonly kind: "happened"; readonly value: unknown }
  /** Say so only if it cannot happen any more either: nothing of it is under way. */
  | { readonly kind: "did-not-happen"; readonly reason: string }
  | { readonly kind: "unknown" };

/** Asks the other side what became of an effect. */
export type Reconcile = (intentKey: string, record: LedgerRecord) => Promise<Reconciled> | Reconciled;

/** Tries to end a doubt. Gives `undefined` once it is ended, so that the claim can be tried again. */
export async function reconcileDoubt(
  ledger: Ledger,
  record: LedgerRecord,
  reconcile: Reconcile | undefined,
): Promise<EffectOutcome | undefined> {
  const note = record.note ?? "nobody knows";
  if (reconcile === undefined) return { kind: "in-doubt", note, record };
  let resolution: Resolution | undefined;
  try {
    resolution = toResolution(await reconcile(record.key, record));
  } catch (error) {
    return { kind: "in-doubt", note: `${note}; asking what became of it failed: ${describeError(error)}`, record };
  }
  if (resolution === undefined) return { kind: "in-doubt", note, record };
  await ledger.resolve(record.key, resolution);
  return undefined;
}

function toResolution(said: Reconciled): Resolution | undefined {
  switch (said.kind) {
    case "happened":
      return { verdict: "happened", note: "the tool's reconciler says so", ...toResultText(said.value) };
    case "did-not-happen":
      return { verdict: "did-not-happen", note: said.reason };
    case "unknown":
      return undefined;
  }
}
