import type { ConcludeAnswer, Conclusion } from "./ledger.ts";
import type { Keeping } from "./settings.ts";
import type { LedgerRecord } from "./record.ts";
import { nextState, type LedgerTrigger } from "./states.ts";

const triggers = { done: "finish", "did-not-happen": "decline", "in-doubt": "lose" } as const satisfies Readonly<
  Record<Conclusion["kind"], LedgerTrigger>
>;

/** Writes down how the effect of a claim ended, as long as the claim is still the one that it was. */
export async function concludeClaim(
  keeping: Keeping,
  claimed: LedgerRecord,
  conclusion: Conclusion,
): Promise<ConcludeAnswer> {
  let standing: LedgerRecord | undefined = claimed;
  while (standing !== undefined && isSameClaim(standing, claimed)) {
    // A write whose confirmation was lost on the way is found here when it is tried again.
    if (standing.state === conclusion.kind) return { kind: "concluded", record: standing };
    const concluded = concludeRecord(keeping, standing, conclusion);
    if (concluded === undefined) break;
    if ((await keeping.store.replace(concluded, standing.revision)) === "replaced") {
      return { kind: "concluded", record: concluded };
    }
    standing = await keeping.store.read(claimed.key);
  }
  return { kind: "superseded", record: standing };
}

function isSameClaim(standing: LedgerRecord, claimed: LedgerRecord): boolean {
  return standing.owner === claimed.owner && standing.attempt === claimed.attempt;
}

function concludeRecord(keeping: Keeping, standing: LedgerRecord, conclusion: Conclusion): LedgerRecord | undefined {
  const concluded = { ...standing, ...boundResult(keeping, conclusion), ...stamp(keeping, standing) };
  const state = nextState(standing.state, triggers[conclusion.kind]);
  if (state !== undefined) return { ...concluded, state };
  // The claim was given up while its tool was still at work: what the tool says now ends the doubt.
  const late = nextState(standing.state, "resolve");
  if (late === undefined || conclusion.kind === "in-doubt") return undefined;
  return { ...concluded, state: late, verdict: conclusion.kind === "done" ? "happened" : "did-not-happen" };
}

function stamp({ settings }: Keeping, { revision }: LedgerRecord): Pick<LedgerRecord, "concludedAtMs" | "revision"> {
  return { concludedAtMs: settings.wallClock.nowMs(), revision: revision + 1 };
}

/** The effect has happened, however large its result is: what is too large to keep must not make it unsaid. */
export function boundResult(
  { settings }: Keeping,
  { result = null, note = null }: { readonly result?: string | null; readonly note?: string | null },
): Pick<LedgerRecord, "result" | "note"> {
  if (result === null) return { result, note };
  const bytes = new TextEncoder().encode(result).byteLength;
  if (bytes <= settings.maxResultBytes) return { result, note };
  return { result: null, note: `the result was not kept: ${bytes} bytes, more than ${settings.maxResultBytes}` };
}
