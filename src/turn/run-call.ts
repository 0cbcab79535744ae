import { didNotHappen } from "../ledger/did-not-happen.ts";
import { runOnce } from "../ledger/run-once.ts";
import { describeThrown } from "../protocol/describe-thrown.ts";
import type { Dispatchable } from "../protocol/outcome.ts";
import type { CallResult } from "../protocol/turn-event.ts";
import type { CallScope } from "./call-scope.ts";
import { notRun, toResult } from "./call-result.ts";
import { causeOfNoIntent, intentOf, type IntentScope } from "./intent-of.ts";
import { lookUp } from "./look-up.ts";
import type { Tool } from "./tool.ts";

type IntentFacts = Awaited<ReturnType<typeof intentOf>>;

/** One call to be run. */
export interface CallRun {
  readonly call: Dispatchable;
  readonly tool: Tool;
  readonly place: IntentScope["place"];
  /** Called when the tool begins. */
  readonly onRunning: (intentKey: string) => void;
}

/** What became of a call, and under which key; `null` where it has none. */
export interface CallRunResult {
  readonly result: CallResult;
  readonly intentKey: string | null;
}

/** Runs one call, at most once for its intent, and says what became of it. Never throws: a call harms nobody but itself. */
export async function runCall(run: CallRun, scope: CallScope): Promise<CallRunResult> {
  const { stop, graceMs, clock } = scope;
  let intent: IntentFacts;
  try {
    const patience = { signal: stop, graceMs, clock };
    intent = await intentOf(run.call, run.tool, { ...scope, place: run.place, patience });
  } catch (error) {
    const note = `no intent key could be made: ${describeThrown(error)}`;
    return { result: { ...notRun(run.call.call, causeOfNoIntent(error), note), error }, intentKey: null };
  }
  return { result: await bringAbout(run, intent, scope), intentKey: intent.key };
}

async function bringAbout(run: CallRun, intent: IntentFacts, scope: CallScope): Promise<CallResult> {
  const facts = { call: run.call.call, intentKey: intent.key, hasBegun: false };
  const onBegin = (): void => {
    facts.hasBegun = true;
    run.onRunning(intent.key);
  };
  try {
    const outcome = await runOnce(toEffect(run, { scope, intent, onBegin }));
    return toResult(outcome, { ...facts, isStopped: scope.stop.aborted });
  } catch (error) {
    const note = describeThrown(error);
    if (facts.hasBegun) return { kind: "in-doubt", call: facts.call, intentKey: intent.key, note, error };
    if (run.tool.effect !== "once") return { ...notRun(facts.call, "ledger", note), error };
    return unclaimed(error, intent, { run, scope });
  }
}

/** A claim that failed ran nothing now. What an earlier call did, under the same key, is another question (R9). */
async function unclaimed(
  error: unknown,
  intent: IntentFacts,
  { run, scope }: { readonly run: CallRun; readonly scope: CallScope },
): Promise<CallResult> {
  const { call } = run.call;
  const note = describeThrown(error);
  const known = await lookUp(intent, error, scope);
  switch (known.kind) {
    case "known":
      return toResult(known.outcome, { call, intentKey: intent.key, hasBegun: false, isStopped: false });
    case "nothing":
      return { ...notRun(call, "ledger", note), error };
    case "no-answer":
      return { kind: "in-doubt", call, intentKey: intent.key, note, error };
    case "unknown":
      return { ...notRun(call, "not-looked-up", note), error };
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
