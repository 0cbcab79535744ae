import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { Ledger } from "../../src/ledger/ledger.ts";
import { memoryLedger } from "../../src/ledger/memory/memory-ledger.ts";
import type { LedgerRecord } from "../../src/ledger/record.ts";

/** Something that happens to a key, or to whoever holds the `holder`-th claim that is still held. */
type Step =
  | { readonly kind: "claim"; readonly key: string }
  | { readonly kind: "act" | "finish" | "decline" | "throw" | "crash" | "renew"; readonly holder: number }
  | { readonly kind: "resolve"; readonly key: string }
  | { readonly kind: "sweep" }
  | { readonly kind: "pass"; readonly ms: number };

const holderSteps = ["act", "act", "finish", "decline", "throw", "crash", "renew"] as const;
const keys = ["one"] as const;

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant("claim" as const), key: fc.constantFrom(...keys) }),
  fc.record({ kind: fc.constantFrom(...holderSteps), holder: fc.nat(5) }),
  fc.record({ kind: fc.constant("resolve" as const), key: fc.constantFrom(...keys) }),
  fc.constant<Step>({ kind: "sweep" }),
  fc.record({ kind: fc.constant("pass" as const), ms: fc.constantFrom(300, 1000) }),
);

/** A process that was told to go on. */
interface Holder {
  readonly key: string;
  record: LedgerRecord;
  hasActed: boolean;
}

/** The world: a ledger, processes that follow its rules, and a count of what they did that the ledger knows nothing of. */
function createWorld() {
  const time = { nowMs: 1_800_000_000_000 };
  const effects = new Map<string, number>(keys.map((key) => [key, 0]));
  const holders: Holder[] = [];
  let tokens = 0;
  const ledger: Ledger = memoryLedger({
    leaseMs: 1000,
    wallClock: { nowMs: () => time.nowMs },
    ownerTokens: () => {
      tokens += 1;
      return `owner-${tokens}`;
    },
  });
  return { time, effects, holders, ledger };
}

type World = ReturnType<typeof createWorld>;

async function take(world: World, taken: Step): Promise<void> {
  const { time, effects, holders, ledger } = world;
  switch (taken.kind) {
    case "claim": {
      const facts = { fingerprint: "f", tool: "act", conversation: null, turn: null, callId: null };
      const answer = await ledger.claim({ key: taken.key, ...facts }, { waitMs: 0 });
      if (answer.kind === "claimed") {
        // R9: nobody is told to go on with what has happened.
        expect(effects.get(taken.key)).toBe(0);
        holders.push({ key: taken.key, record: answer.record, hasActed: false });
      }
      return;
    }
    case "resolve": {
      const happened = effects.get(taken.key) === 1;
      await ledger.resolve(
        taken.key,
        happened ? { verdict: "happened", result: "1", note: "seen" } : { verdict: "did-not-happen", note: "not seen" },
      );
      return;
    }
    case "sweep":
      await ledger.sweep();
      return;
    case "pass":
      time.nowMs += taken.ms;
      return;
    case "act":
    case "finish":
    case "decline":
    case "throw":
    case "crash":
    case "renew":
      await hold(world, taken.kind, holders[taken.holder % Math.max(1, holders.length)]);
  }
}

async function hold(world: World, kind: (typeof holderSteps)[number], holder: Holder | undefined): Promise<void> {
  if (holder === undefined) return;
  const { effects, holders, ledger } = world;
  const leave = (): void => void holders.splice(holders.indexOf(holder), 1);
  switch (kind) {
    case "act":
      if (holder.hasActed || !ledger.isLive(holder.record)) return;
      holder.hasActed = true;
      effects.set(holder.key, (effects.get(holder.key) ?? 0) + 1);
      return;
    case "renew":
      holder.record = (await ledger.renew(holder.record)) ?? holder.record;
      return;
    case "finish":
      if (!holder.hasActed) return;
      leave();
      await ledger.conclude(holder.record, { kind: "done", result: "1" });
      return;
    case "decline":
      if (holder.hasActed) return;
      leave();
      await ledger.conclude(holder.record, { kind: "did-not-happen", note: "refused" });
      return;
    case "throw":
      leave();
      await ledger.conclude(holder.record, { kind: "in-doubt", note: "thrown" });
      return;
    case "crash":
      leave();
  }
}

describe("the ledger, whatever happens in which order", () => {
  test("R9 an intent has one effect at most, and its record never says otherwise", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60, size: "max" }), async (steps) => {
        const world = createWorld();
        for (const taken of steps) await take(world, taken);

        for (const key of keys) {
          const effects = world.effects.get(key);
          const record = await world.ledger.read(key);
          const saysHappened = record?.state === "done" || record?.verdict === "happened";
          const saysNot = record?.state === "did-not-happen" || record?.verdict === "did-not-happen";

          expect(effects).toBeLessThanOrEqual(1);
          if (saysHappened) expect(effects).toBe(1);
          if (saysNot || record === undefined) expect(effects).toBe(0);
        }
      }),
    );
  });
});
