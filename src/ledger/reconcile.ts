import type { Clock } from "../protocol/clock.ts";
import { describeThrown } from "../protocol/describe-thrown.ts";
import { askLedger } from "./ask-ledger.ts";
import type { EffectOutcome } from "./effect.ts";
import type { Ledger, Resolution } from "./ledger.ts";
import { pause } from "./pause.ts";
import type { LedgerRecord } from "./record.ts";
import { toResultText } from "./result-text.ts";

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
  readonly graceMs: number;
  readonly signal?: AbortSignal;
}

/** The other side is asked for so long at the most. What it says later is not heard: the next claim asks again. */
const LONGEST_ASKING_MS = 30_000;

/** Tries to end a doubt. Gives `undefined` once it is ended, so that the claim can be tried again. */
export async function reconcileDoubt(record: LedgerRecord, scope: ReconcileScope): Promise<EffectOutcome | undefined> {
  const { reconcile, signal } = scope;
  if (reconcile === undefined || signal?.aborted === true) return inDoubt(record);
  const asked = await askTogether(reconcile, record, scope);
  if (asked.kind === "failed") return inDoubt(record, `asking what became of it failed: ${asked.because}`);
  if (asked.resolution === undefined) return inDoubt(record);
  return tell(asked.resolution, record, scope);
}

/** What is said of an effect that nobody knows about. */
export function inDoubt(record: LedgerRecord, more?: string): Extract<EffectOutcome, { kind: "in-doubt" }> {
  const note = record.note ?? "nobody knows";
  return { kind: "in-doubt", note: more === undefined ? note : `${note}; ${more}`, record };
}

/** What the other side knows holds, also where the ledger cannot be told. */
async function tell(
  resolution: Resolution,
  record: LedgerRecord,
  scope: ReconcileScope,
): Promise<EffectOutcome | undefined> {
  try {
    await askLedger(() => scope.ledger.resolve(record.key, resolution), scope);
    return undefined;
  } catch (error) {
    if (resolution.verdict === "happened") {
      return { kind: "replayed", result: resolution.result, note: resolution.note, record };
    }
    return inDoubt(record, `that nothing happened could not be written down: ${describeThrown(error)}`);
  }
}

type Asked =
  | { readonly kind: "said"; readonly resolution: Resolution | undefined }
  | { readonly kind: "failed"; readonly because: string };

/** What is being asked now, in each ledger: equal calls that come meanwhile hear the same answer. */
const asking = new WeakMap<Ledger, Map<string, Promise<Asked>>>();

async function askTogether(reconcile: Reconcile, record: LedgerRecord, scope: ReconcileScope): Promise<Asked> {
  const open = asking.get(scope.ledger) ?? new Map<string, Promise<Asked>>();
  asking.set(scope.ledger, open);
  const question = JSON.stringify([record.key, record.attempt]);
  const answer = open.get(question) ?? ask(reconcile, record);
  open.set(question, answer);
  const asked = await waitFor(answer, scope);
  // Also one that never came: the next claim asks again.
  if (open.get(question) === answer) open.delete(question);
  return asked;
}

/** Never throws. */
async function ask(reconcile: Reconcile, record: LedgerRecord): Promise<Asked> {
  try {
    return { kind: "said", resolution: toResolution(await reconcile(record.key, record)) };
  } catch (error) {
    return { kind: "failed", because: describeThrown(error) };
  }
}

/** An answer that never comes must hold up neither the turn nor a shutdown. */
async function waitFor(answer: Promise<Asked>, { clock, signal }: ReconcileScope): Promise<Asked> {
  const answered = new AbortController();
  const limits = signal === undefined ? answered.signal : AbortSignal.any([answered.signal, signal]);
  const late = pause(LONGEST_ASKING_MS, clock, limits).then((): Asked => ({
    kind: "failed",
    because: "no answer came",
  }));
  const asked = await Promise.race([answer, late]);
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
