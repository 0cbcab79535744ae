import type { EffectOutcome } from "../ledger/effect.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { describeError } from "../ledger/result-text.ts";
import type { IntentFacts } from "../ledger/record.ts";
import { runOnce } from "../ledger/run-once.ts";
import type { ReachCrashPoint } from "../ledger/crash-points.ts";
import type { Clock } from "../protocol/clock.ts";
import type { CallFacts, Dispatchable } from "../protocol/outcome.ts";
import type { CallResult, NotRunCause } from "../protocol/turn-event.ts";
import { intentOf } from "./intent-of.ts";
import type { OrdinalPlace } from "./ordinals.ts";
import type { Tool, TurnIdentity } from "./tool.ts";

/** What every call of a turn is run with. */
export interface CallScope {
  readonly turn: TurnIdentity;
  readonly ledger: Ledger;
  /** Aborts the tools. */
  readonly signal: AbortSignal;
  /** How long a tool that was told to stop may take to say what happened, in milliseconds. */
  readonly graceMs: number;
  readonly clock: Clock;
  readonly reach: ReachCrashPoint;
}

/** One call to be run. */
export interface CallRun {
  readonly call: Dispatchable;
  readonly tool: Tool;
  readonly place: OrdinalPlace;
  /** Called when the tool begins. */
  readonly onRunning: (intentKey: string) => void;
}

/** Runs one call, at most once for its intent, and says what became of it. Never throws: a call harms nobody but itself. */
export async function runCall(run: CallRun, scope: CallScope): Promise<CallResult> {
  const { call } = run.call;
  let intent: IntentFacts;
  try {
    intent = await intentOf(run.call, run.tool, { ...scope, place: run.place });
  } catch (error) {
    return notRun(call, "intent", `no intent key could be made: ${describeError(error)}`, error);
  }
  let hasBegun = false;
  const onBegin = (): void => {
    hasBegun = true;
    run.onRunning(intent.key);
  };
  try {
    const outcome = await runOnce(toEffect(run, { scope, intent, onBegin }));
    return toResult(outcome, { call, intentKey: intent.key, hasBegun, isStopped: scope.signal.aborted });
  } catch (error) {
    const note = describeError(error);
    if (!hasBegun) return notRun(call, "ledger", note, error);
    return { kind: "in-doubt", call, intentKey: intent.key, note, error };
  }
}

interface EffectScope {
  readonly scope: CallScope;
  readonly intent: IntentFacts;
  readonly onBegin: () => void;
}

function toEffect({ call, tool }: CallRun, { scope, intent, onBegin }: EffectScope): Parameters<typeof runOnce>[0] {
  const { ledger, signal, graceMs, clock, reach, turn } = scope;
  return {
    ledger,
    effect: tool.effect,
    intent,
    run: (toolRun) => {
      onBegin();
      return tool.execute(call, { ...toolRun, callId: call.call.id, turn });
    },
    ...(tool.reconcile === undefined ? {} : { reconcile: tool.reconcile }),
    ...(tool.timeoutMs === undefined ? {} : { timeoutMs: tool.timeoutMs }),
    graceMs,
    signal,
    clock,
    reach,
  };
}

interface ResultFacts {
  readonly call: CallFacts;
  readonly intentKey: string;
  readonly hasBegun: boolean;
  readonly isStopped: boolean;
}

function toResult(outcome: EffectOutcome, facts: ResultFacts): CallResult {
  const { call, intentKey } = facts;
  switch (outcome.kind) {
    case "done":
      return { kind: "done", call, value: outcome.value, isReplay: false, note: null };
    case "replayed":
      return { kind: "done", call, value: parseKept(outcome.result), isReplay: true, note: outcome.note };
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

/** The ledger wrote it as JSON itself. */
function parseKept(result: string | null): unknown {
  return result === null ? undefined : JSON.parse(result);
}

function errorOf(outcome: { readonly error?: unknown }): { readonly error?: unknown } {
  return "error" in outcome ? { error: outcome.error } : {};
}

function notRun(call: CallFacts, cause: NotRunCause, note: string, error?: unknown): CallResult {
  return { kind: "not-run", call, cause, note, ...(error === undefined ? {} : { error }) };
}
