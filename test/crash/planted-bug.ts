import type { Ledger } from "../../src/ledger/ledger.ts";
import type { IntentFacts, LedgerRecord } from "../../src/ledger/record.ts";

/** The bug: the claim is written only once the effect has happened. */
export function claimingBehindTheEffect(inner: Ledger): Ledger {
  const pending = new Map<string, IntentFacts>();
  return {
    ...inner,
    isLive: () => true,
    renew: async (claimed) => claimed,
    async claim(intent, patience) {
      if ((await inner.read(intent.key)) !== undefined) return inner.claim(intent, patience);
      pending.set(intent.key, intent);
      return { kind: "claimed", record: unwritten(intent) };
    },
    async conclude(claimed, conclusion) {
      const intent = pending.get(claimed.key);
      const answer = intent === undefined ? undefined : await inner.claim(intent);
      return inner.conclude(answer?.record ?? claimed, conclusion);
    },
  };
}

function unwritten(intent: IntentFacts): LedgerRecord {
  return {
    ...intent,
    state: "claimed",
    verdict: null,
    owner: "nobody",
    attempt: 1,
    revision: 1,
    claimedAtMs: 0,
    leaseUntilMs: 0,
    concludedAtMs: null,
    result: null,
    note: null,
  };
}
