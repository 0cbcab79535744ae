import { systemClock, type Clock } from "../protocol/clock.ts";
import { describeThrown } from "../protocol/describe-thrown.ts";
import { askLedger } from "./ask-ledger.ts";
import type { ReachCrashPoint } from "./crash-points.ts";
import type { Effect, EffectOutcome } from "./effect.ts";
import type { ClaimAnswer, Ledger } from "./ledger.ts";
import { inDoubt, reconcileDoubt, type Reconcile } from "./reconcile.ts";
import type { IntentFacts, LedgerRecord } from "./record.ts";
import { declineLate, runClaimed } from "./run-claimed.ts";
import { watchTool } from "./watch-tool.ts";

/** What a tool is given when it runs. */
export interface ToolRun {
  /** Aborts at the timeout and at a cancel. */
  readonly signal: AbortSignal;
  /** Hand it on where the other side knows idempotency keys: a second layer that costs nothing. */
  readonly intentKey: string;
  /** From 1; above 1 only after it was known that nothing had happened. */
  readonly attempt: number;
}

/** An effect to be brought about. */
export interface RunOnceOptions {
  readonly ledger: Ledger;
  /** Default `once`. */
  readonly effect?: Effect;
  readonly intent: IntentFacts;
  readonly run: (run: ToolRun) => unknown;
  /** Asks the other side what became of an effect in doubt. */
  readonly reconcile?: Reconcile;
  /** Longest run of the tool in milliseconds. Default: none. */
  readonly timeoutMs?: number;
  /** How long a tool that was told to stop may take to say what happened, in milliseconds. Default 2000. */
  readonly graceMs?: number;
  /** Longest wait for another process at the same intent, in milliseconds. Default 60 000. */
  readonly waitMs?: number;
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
  readonly reach?: ReachCrashPoint;
}

/** Options with their defaults filled in. */
export type RunSettings = RunOnceOptions & Required<Pick<RunOnceOptions, "graceMs" | "clock" | "reach">>;

/**
 * Brings an effect about at most once: claims its intent, runs the tool, concludes. Where the intent was claimed before,
 * nothing runs, and the outcome says what is known of it.
 *
 * @throws {LedgerError} where the claim cannot be kept; the tool has not run then.
 */
export async function runOnce(options: RunOnceOptions): Promise<EffectOutcome> {
  const settings: RunSettings = {
    ...options,
    graceMs: options.graceMs ?? 2000,
    clock: options.clock ?? systemClock,
    reach: options.reach ?? (() => {}),
  };
  if (settings.signal?.aborted === true) return notStarted;
  if (settings.effect === "read" || settings.effect === "idempotent") return runUnclaimed(settings);
  return claimAndRun(settings);
}

const notStarted: EffectOutcome = {
  kind: "did-not-happen",
  reason: "cancelled before the tool was started",
  isRecorded: true,
};

async function claimAndRun(settings: RunSettings): Promise<EffectOutcome> {
  const { ledger, intent, waitMs, signal, reach } = settings;
  const patience = { ...(waitMs === undefined ? {} : { waitMs }), ...(signal === undefined ? {} : { signal }) };
  const freeLate = (answer: ClaimAnswer): void => {
    if (answer.kind === "claimed") declineLate(settings, answer.record);
  };
  for (let resolved: LedgerRecord | undefined; ;) {
    await reach("before-claim");
    const answer = await askLedger(() => ledger.claim(intent, patience), settings, freeLate);
    switch (answer.kind) {
      case "claimed":
        await reach("after-claim");
        return runClaimed(settings, answer.record);
      case "done":
        return replay(answer.record);
      case "in-doubt": {
        // A ledger that was told what became of this very claim, and still is in doubt, would be told for ever.
        if (resolved?.attempt === answer.record.attempt) return inDoubt(answer.record);
        const remaining = await reconcileDoubt(answer.record, settings);
        if (remaining !== undefined) return remaining;
        resolved = answer.record;
        break;
      }
      case "conflict":
      case "held":
        return answer;
    }
  }
}

function replay(record: LedgerRecord): EffectOutcome {
  return { kind: "replayed", result: record.result, note: record.note, record };
}

async function runUnclaimed(settings: RunSettings): Promise<EffectOutcome> {
  const { intent, clock, timeoutMs, graceMs, signal } = settings;
  const end = await watchTool((toolSignal) => settings.run({ signal: toolSignal, intentKey: intent.key, attempt: 1 }), {
    clock,
    timeoutMs,
    graceMs,
    signal,
  });
  switch (end.kind) {
    case "returned":
      return { kind: "done", value: end.value, isRecorded: true };
    case "declined":
      return { kind: "did-not-happen", reason: end.reason, isRecorded: true };
    case "threw":
      return { kind: "failed", note: `the tool threw: ${describeThrown(end.error)}`, error: end.error };
    case "given-up":
      return { kind: "failed", note: end.because === "timed-out" ? "the tool timed out" : "the tool was cancelled" };
  }
}
