import type { ClaimAnswer, ClaimPatience } from "./ledger.ts";
import { doubtIfLeaseOver } from "./doubt.ts";
import type { Keeping } from "./settings.ts";
import { pause } from "./pause.ts";
import { isFree, isHappened, type IntentFacts, type LedgerRecord } from "./record.ts";

const FIRST_LOOK_MS = 10;
const LONGEST_LOOK_MS = 500;
const DEFAULT_WAIT_MS = 60_000;

/** Claims an intent, or says why it cannot be claimed. */
export async function claimIntent(
  keeping: Keeping,
  intent: IntentFacts,
  patience: ClaimPatience,
): Promise<ClaimAnswer> {
  const { clock, ownerTokens } = keeping.settings;
  const { waitMs = DEFAULT_WAIT_MS, signal } = patience;
  const owner = ownerTokens();
  const untilMs = clock.now() + waitMs;
  let lookMs = FIRST_LOOK_MS;
  for (;;) {
    const answer = await claimOnce(keeping, intent, owner);
    if (answer.kind !== "held") return answer;
    const leftMs = untilMs - clock.now();
    if (leftMs <= 0 || signal?.aborted === true) return answer;
    await pause(Math.min(lookMs, leftMs), clock, signal);
    lookMs = Math.min(lookMs * 2, LONGEST_LOOK_MS);
  }
}

async function claimOnce(keeping: Keeping, intent: IntentFacts, owner: string): Promise<ClaimAnswer> {
  for (;;) {
    const fresh = freshClaim(keeping, intent, owner);
    if ((await keeping.store.insert(fresh)) === "inserted") return { kind: "claimed", record: fresh };
    const found = await keeping.store.read(intent.key);
    const standing = found === undefined ? undefined : await doubtIfLeaseOver(keeping, found);
    // Removed between two looks: the key is free again.
    if (standing === undefined) continue;
    const answer = await answerFrom(keeping, standing, fresh);
    if (answer !== "changed") return answer;
  }
}

async function answerFrom(
  { store }: Keeping,
  standing: LedgerRecord,
  fresh: LedgerRecord,
): Promise<ClaimAnswer | "changed"> {
  if (standing.fingerprint !== fresh.fingerprint) return { kind: "conflict", record: standing };
  if (isHappened(standing)) return { kind: "done", record: standing };
  if (standing.state === "in-doubt") return { kind: "in-doubt", record: standing };
  if (!isFree(standing)) return { kind: "held", record: standing };
  const again = { ...fresh, attempt: standing.attempt + 1, revision: standing.revision + 1 };
  return (await store.replace(again, standing.revision)) === "replaced"
    ? { kind: "claimed", record: again }
    : "changed";
}

function freshClaim({ settings }: Keeping, intent: IntentFacts, owner: string): LedgerRecord {
  const nowMs = settings.wallClock.nowMs();
  return {
    key: intent.key,
    fingerprint: intent.fingerprint,
    tool: intent.tool,
    conversation: intent.conversation,
    turn: intent.turn,
    callId: intent.callId,
    state: "claimed",
    verdict: null,
    owner,
    attempt: 1,
    revision: 1,
    claimedAtMs: nowMs,
    leaseUntilMs: nowMs + settings.leaseMs,
    concludedAtMs: null,
    result: null,
    note: null,
  };
}
