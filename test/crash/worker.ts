import { writeSync } from "node:fs";

import { systemClock } from "../../src/protocol/clock.ts";
import type { Ledger } from "../../src/ledger/ledger.ts";
import type { IntentFacts, LedgerRecord } from "../../src/ledger/record.ts";
import { runOnce } from "../../src/ledger/run-once.ts";
import { openStore } from "./open-store.ts";
import { targetIn } from "./target.ts";
import { BATCH, intentAt, type KillPoint, type WorkerLine, type WorkerOrders } from "./worker-orders.ts";

// One process of the crash campaign: brings intents about, batch by batch, until it is killed.

const orders = JSON.parse(process.argv[2] ?? "") as WorkerOrders;
const target = targetIn(orders.targetFolder);
const { ledger: sound } = openStore(orders.store, { leaseMs: orders.leaseMs });
const ledger = orders.isBugPlanted ? claimingBehindTheEffect(sound) : sound;

for (let from = orders.from; ; from += BATCH) {
  await Promise.all(Array.from({ length: BATCH }, (_, offset) => bringAbout(from + offset)));
  say({ type: "batch-over", next: from + BATCH });
}

async function bringAbout(place: number): Promise<void> {
  const key = intentAt(orders.lane, place);
  const outcome = await runOnce({
    ledger,
    intent: { key, fingerprint: "f", tool: "act", conversation: orders.lane, turn: String(place), callId: null },
    reach: (point) => reach(place, point),
    // Half of the tools can be asked what became of their effects; of the others nobody will know.
    ...(place % 2 === 0 ? {} : { reconcile: () => reconcile(key) }),
    run: async () => {
      await turn();
      reach(place, "inside-effect");
      await turn();
      target.act(key);
      say({ type: "point", place, point: "effect-over" });
      await turn();
      return key;
    },
  });
  say({ type: "outcome", place, kind: outcome.kind, effects: target.count(key) });
}

function reconcile(key: string) {
  return target.count(key) > 0
    ? ({ kind: "happened", value: key } as const)
    : ({ kind: "did-not-happen", reason: "the target has not seen it" } as const);
}

function reach(place: number, point: KillPoint): void {
  say({ type: "point", place, point });
  // An intent that its predecessor had finished comes by no further point: then it dies at the next that does.
  const { killAt } = orders;
  if (killAt !== null && place >= killAt.place && point === killAt.point) process.kill(process.pid, "SIGKILL");
}

// Written at once, so that a process that dies in the next line has said it.
function say(line: WorkerLine): void {
  writeSync(1, `${JSON.stringify(line)}\n`);
}

function turn(): Promise<void> {
  return new Promise((resolve) => {
    systemClock.after(1, resolve);
  });
}

/** The bug: the claim is written only once the effect has happened. */
function claimingBehindTheEffect(inner: Ledger): Ledger {
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
