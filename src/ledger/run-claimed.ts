import { describeThrown } from "../protocol/describe-thrown.ts";
import type { EffectOutcome } from "./effect.ts";
import { askLedger } from "./ask-ledger.ts";
import { keepLease, type KeptLease } from "./keep-lease.ts";
import type { Conclusion } from "./ledger.ts";
import { isLedgerError } from "./ledger-error.ts";
import { pause } from "./pause.ts";
import { toResultText } from "./result-text.ts";
import type { RunSettings } from "./run-once.ts";
import { watchTool, type ToolEnd, type ToolWatch } from "./watch-tool.ts";

type LedgerRecord = ReturnType<KeptLease["current"]>;

/** Runs the tool behind a claim that is committed, and writes down how it ended. */
export async function runClaimed(settings: RunSettings, claimed: LedgerRecord): Promise<EffectOutcome> {
  const lease = keepLease(settings.ledger, claimed, settings.clock);
  try {
    return await runUnderLease(settings, claimed, lease);
  } finally {
    lease.release();
  }
}

async function runUnderLease(settings: RunSettings, claimed: LedgerRecord, lease: KeptLease): Promise<EffectOutcome> {
  const { ledger, clock, timeoutMs, graceMs, signal, reach } = settings;
  await reach("before-effect");
  // A process that stood still for a whole lease must not begin: its claim is in doubt by now, and may be resolved.
  if (!ledger.isLive(lease.current())) {
    return concludeWith(settings, lease, { kind: "declined", reason: "held up until the lease of its claim was over" });
  }
  if (signal?.aborted === true) {
    return concludeWith(settings, lease, { kind: "declined", reason: "cancelled before the tool was started" });
  }
  const { attempt, key: intentKey } = claimed;
  const end = await watchTool((toolSignal) => settings.run({ signal: toolSignal, intentKey, attempt }), {
    clock,
    timeoutMs,
    graceMs,
    signal,
  });
  await reach("after-effect");
  if (end.kind === "given-up") concludeLater(settings, claimed, end.late);
  return concludeWith(settings, lease, end);
}

async function concludeWith(settings: RunSettings, lease: KeptLease, end: ToolWatch): Promise<EffectOutcome> {
  const { reach } = settings;
  await reach("before-conclude");
  const conclusion = toConclusion(end);
  const record = lease.release();
  const concluded = await concludeSurely(settings, record, conclusion);
  const isRecorded = concluded !== undefined;
  await reach("after-conclude");
  switch (end.kind) {
    case "returned":
      return { kind: "done", value: end.value, isRecorded };
    case "declined":
      return { kind: "did-not-happen", reason: end.reason, isRecorded };
    case "threw":
      return { kind: "in-doubt", note: conclusion.note ?? "", record: concluded ?? record, error: end.error };
    case "given-up":
      return { kind: "in-doubt", note: conclusion.note ?? "", record: concluded ?? record };
  }
}

function toConclusion(end: ToolWatch): Conclusion {
  switch (end.kind) {
    case "returned":
      return { kind: "done", ...toResultText(end.value) };
    case "declined":
      return { kind: "did-not-happen", note: end.reason };
    case "threw":
      return { kind: "in-doubt", note: `the tool threw: ${describeThrown(end.error)}` };
    case "given-up":
      return { kind: "in-doubt", note: end.because === "timed-out" ? "the tool timed out" : "the tool was cancelled" };
  }
}

const TRIES = 4;
const FIRST_PAUSE_MS = 100;

/**
 * Concludes, and tries again where the store may come back. The effect is what it is, so a failure here changes nothing. A
 * store that never answers is given up some time after the cancel. Never throws.
 */
async function concludeSurely(
  settings: RunSettings,
  claimed: LedgerRecord,
  conclusion: Conclusion,
): Promise<LedgerRecord | undefined> {
  try {
    return await askLedger(() => concludeAgainAndAgain(settings, claimed, conclusion), settings);
  } catch {
    return undefined;
  }
}

async function concludeAgainAndAgain(
  { ledger, clock }: RunSettings,
  claimed: LedgerRecord,
  conclusion: Conclusion,
): Promise<LedgerRecord | undefined> {
  for (let tries = 1; ; tries += 1) {
    try {
      const answer = await ledger.conclude(claimed, conclusion);
      return answer.kind === "concluded" ? answer.record : undefined;
    } catch (error) {
      if (!isLedgerError(error) || !error.isRetryable || tries === TRIES) return undefined;
      await pause(FIRST_PAUSE_MS * 2 ** tries, clock);
    }
  }
}

/** Frees a claim that came when nobody waited for it any more: nothing ran behind it. */
export function declineLate(settings: RunSettings, claimed: LedgerRecord): void {
  void concludeAgainAndAgain(settings, claimed, { kind: "did-not-happen", note: "cancelled before it was claimed" });
}

/** A tool that is no longer waited for may still come to its end: what it says then ends the doubt. */
function concludeLater(settings: RunSettings, claimed: LedgerRecord, late: Promise<ToolEnd>): void {
  void late.then(async (end) => {
    if (end.kind !== "threw") await concludeAgainAndAgain(settings, claimed, toConclusion(end));
  });
}
