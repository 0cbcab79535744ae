import { didNotHappen } from "../ledger/did-not-happen.ts";
import { describeError } from "../ledger/result-text.ts";
import type { IntentFacts } from "../ledger/record.ts";
import { runOnce } from "../ledger/run-once.ts";
import type { Dispatchable } from "../protocol/outcome.ts";
import type { CallResult } from "../protocol/turn-event.ts";
import type { CallScope } from "./call-scope.ts";
import { notRun, toResult } from "./call-result.ts";
import { intentOf, type IntentScope } from "./intent-of.ts";
import type { Tool } from "./tool.ts";

/** One call to be run. */
export interface CallRun {
  readonly call: Dispatchable;
  readonly tool: Tool;
  readonly place: IntentScope["place"];
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
    return { ...notRun(call, "intent", `no intent key could be made: ${describeError(error)}`), error };
  }
  let hasBegun = false;
  const onBegin = (): void => {
    hasBegun = true;
    run.onRunning(intent.key);
  };
  try {
    const outcome = await runOnce(toEffect(run, { scope, intent, onBegin }));
    return toResult(outcome, { call, intentKey: intent.key, hasBegun, isStopped: scope.stop.aborted });
  } catch (error) {
    const note = describeError(error);
    if (!hasBegun) return { ...notRun(call, "ledger", note), error };
    return { kind: "in-doubt", call, intentKey: intent.key, note, error };
  }
}

interface EffectScope {
  readonly scope: CallScope;
  readonly intent: IntentFacts;
  readonly onBegin: () => void;
}

function toEffect({ call, tool }: CallRun, { scope, intent, onBegin }: EffectScope): Parameters<typeof runOnce>[0] {
  const { ledger, signal, stop, graceMs, clock, reach, turn } = scope;
  return {
    ledger,
    effect: tool.effect,
    intent,
    run: (toolRun) => {
      // The claim may have waited, and at a shutdown only tools that run already are let go on.
      if (stop.aborted) return didNotHappen("the turn was cancelled before the tool began");
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
