import type { Clock } from "../protocol/clock.ts";
import type { EffectOutcome } from "./effect.ts";
import type { Ledger, Resolution } from "./ledger.ts";
import { pause } from "./pause.ts";
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

/** What a doubt is looked into with. */
export interface ReconcileScope {
  readonly ledger: Ledger;
  readonly reconcile?: Reconcile;
  readonly clock: Clock;
  readonly signal?: AbortSignal;
}

/** The other side is asked for so long at the most. What it says later is not heard: the next claim asks again. */
const LONGEST_ASKING_MS = 30_000;

/** Tries to end a doubt. Gives `undefined` once it is ended, so that the claim can be tried again. */
export async function reconcileDoubt(record: LedgerRecord, scope: ReconcileScope): Promise<EffectOutcome | undefined> {
  const note = record.note ?? "nobody knows";
  const { ledger, reconcile } = scope;
  if (reconcile === undefined) return { kind: "in-doubt", note, record };
  const asked = await waitFor(ask(reconcile, record), scope);
  if (asked.kind === "failed") {
    return { kind: "in-doubt", note: `${note}; asking what became of it failed: ${asked.because}`, record };
  }
  if (asked.resolution === undefined) return { kind: "in-doubt", note, record };
  await ledger.resolve(record.key, asked.resolution);
  return undefined;
}

type Asked =
  | { readonly kind: "said"; readonly resolution: Resolution | undefined }
  | { readonly kind: "failed"; readonly because: string };

async function ask(reconcile: Reconcile, record: LedgerRecord): Promise<Asked> {
  try {
    return { kind: "said", resolution: toResolution(await reconcile(record.key, record)) };
  } catch (error) {
    return { kind: "failed", because: describeError(error) };
  }
}

/** An answer that never comes must hold up neither the turn nor a shutdown. */
async function waitFor(asking: Promise<Asked>, { clock, signal }: ReconcileScope): Promise<Asked> {
  const answered = new AbortController();
  const limits = signal === undefined ? answered.signal : AbortSignal.any([answered.signal, signal]);
  const late = pause(LONGEST_ASKING_MS, clock, limits).then((): Asked => ({
    kind: "failed",
    because: "no answer came",
  }));
  const asked = await Promise.race([asking, late]);
  answered.abort();
  return asked;
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
