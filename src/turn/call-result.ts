import { parseJson } from "../json/parse-json.ts";
import type { EffectOutcome } from "../ledger/effect.ts";
import type { CallFacts } from "../protocol/outcome.ts";
import type { CallResult, NotRunCause } from "../protocol/turn-event.ts";

/** What is known of a call beside what the ledger says. */
export interface ResultFacts {
  readonly call: CallFacts;
  readonly intentKey: string;
  readonly hasBegun: boolean;
  readonly isStopped: boolean;
}

/** What became of a call, from what became of its effect. */
export function toResult(outcome: EffectOutcome, facts: ResultFacts): CallResult {
  const { call, intentKey } = facts;
  switch (outcome.kind) {
    case "done":
      return { kind: "done", call, value: outcome.value, isReplay: false, note: null };
    case "replayed":
      return { kind: "done", call, isReplay: true, ...readKept(outcome) };
    case "did-not-happen":
      return notRun(call, causeOf(facts), outcome.reason);
    case "failed":
      return { kind: "errored", call, note: outcome.note, ...errorOf(outcome) };
    case "in-doubt":
      return { kind: "in-doubt", call, intentKey, note: outcome.note, ...errorOf(outcome) };
    case "held":
      return { kind: "in-doubt", call, intentKey, note: "another process is at it and has not come to its end" };
    case "conflict":
      return notRun(call, "conflict", "its intent key belongs to a call with another tool or other arguments");
  }
}

function causeOf({ hasBegun, isStopped }: ResultFacts): NotRunCause {
  if (hasBegun) return "did-not-happen";
  return isStopped ? "cancelled" : "ledger";
}

/** The ledger wrote it as JSON itself; what others wrote there must not unsay that it happened. */
function readKept({ result, note }: Extract<EffectOutcome, { readonly kind: "replayed" }>): {
  readonly value: unknown;
  readonly note: string | null;
} {
  if (result === null) return { value: undefined, note };
  try {
    return { value: parseJson(result), note };
  } catch {
    return { value: undefined, note: "what was kept of it cannot be read" };
  }
}

function errorOf(outcome: { readonly error?: unknown }): { readonly error?: unknown } {
  return "error" in outcome ? { error: outcome.error } : {};
}

/** Says that nothing happened. */
export function notRun(call: CallFacts, cause: NotRunCause, note: string): Extract<CallResult, { kind: "not-run" }> {
  return { kind: "not-run", call, cause, note };
}
