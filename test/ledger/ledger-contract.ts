import { afterEach, beforeEach, describe, expect, test } from "vitest";

import type { Ledger } from "../../src/ledger/ledger.ts";
import type { IntentFacts } from "../../src/ledger/record.ts";
import type { LedgerOptions } from "../../src/ledger/settings.ts";
import { createManualClock, settleTasks, type ManualClock } from "../support/manual-clock.ts";

/** A place for records that a test has for itself. */
export interface TestStore {
  /** Opens one more ledger on the same records, as another process would. */
  open(options: LedgerOptions): Promise<Ledger> | Ledger;
  dispose(): Promise<void> | void;
}

const startMs = 1_800_000_000_000;

const payment: IntentFacts = {
  key: "pay-1",
  fingerprint: "f1",
  tool: "pay",
  conversation: "c-17",
  turn: "t-3",
  callId: "call_1",
};

/** The behavior that every ledger owes, whatever keeps its records. */
export function describeLedgerContract(name: string, createStore: () => Promise<TestStore> | TestStore): void {
  describe(`the ledger on ${name}`, () => {
    let clock: ManualClock;
    let store: TestStore;
    let ledger: Ledger;
    let tokens = 0;

    const openAnother = async (options: LedgerOptions = {}): Promise<Ledger> =>
      store.open({
        leaseMs: 1000,
        maxResultBytes: 20,
        clock,
        wallClock: { nowMs: () => startMs + clock.now() },
        ownerTokens: () => {
          tokens += 1;
          return `owner-${tokens}`;
        },
        ...options,
      });

    beforeEach(async () => {
      clock = createManualClock();
      tokens = 0;
      store = await createStore();
      ledger = await openAnother();
    });

    afterEach(async () => {
      await ledger.close();
      await store.dispose();
    });

    async function claimed(intent: IntentFacts = payment) {
      const answer = await ledger.claim(intent, { waitMs: 0 });
      if (answer.kind !== "claimed") throw new Error(`expected a claim, got ${answer.kind}`);
      return answer.record;
    }

    test("R9: a claim is kept before it is answered, with all that is known of the call", async () => {
      await ledger.claim(payment);

      expect(await (await openAnother()).read("pay-1")).toEqual({
        key: "pay-1",
        fingerprint: "f1",
        tool: "pay",
        conversation: "c-17",
        turn: "t-3",
        callId: "call_1",
        state: "claimed",
        verdict: null,
        owner: "owner-1",
        attempt: 1,
        revision: 1,
        claimedAtMs: 1_800_000_000_000,
        leaseUntilMs: 1_800_000_001_000,
        concludedAtMs: null,
        result: null,
        note: null,
      });
    });

    test("R9: what is done is answered with its result and never claimed again", async () => {
      await ledger.conclude(await claimed(), { kind: "done", result: '{"id":"ch_1"}' });
      clock.jump(5000);

      const again = await ledger.claim({ ...payment, callId: "call_2" });

      expect(again.kind).toBe("done");
      expect(again.record).toMatchObject({ state: "done", result: '{"id":"ch_1"}', callId: "call_1", attempt: 1 });
      expect(again.record.concludedAtMs).toBe(1_800_000_000_000);
    });

    test("R9: one key with other arguments is a conflict in every state, and never a replay", async () => {
      const other = { ...payment, fingerprint: "f2" };
      const record = await claimed();
      const whileClaimed = await ledger.claim(other);
      await ledger.conclude(record, { kind: "done", result: "1" });
      const whenDone = await ledger.claim(other);

      expect([whileClaimed.kind, whenDone.kind]).toEqual(["conflict", "conflict"]);
    });

    test("what did not happen is claimed again, as the next attempt", async () => {
      await ledger.conclude(await claimed(), { kind: "did-not-happen", note: "card refused" });

      const again = await ledger.claim({ ...payment, callId: "call_2" });

      expect(again.kind).toBe("claimed");
      expect(again.record).toMatchObject({ attempt: 2, owner: "owner-2", callId: "call_2", note: null, revision: 3 });
    });

    test("R9: what is in doubt blocks until it is resolved", async () => {
      await ledger.conclude(await claimed(), { kind: "in-doubt", note: "timed out" });
      clock.jump(1_000_000);

      const again = await ledger.claim(payment);

      expect(again.kind).toBe("in-doubt");
      expect(again.record).toMatchObject({ state: "in-doubt", note: "timed out" });
    });

    test("a doubt that turned out to have happened is answered with its result", async () => {
      await ledger.conclude(await claimed(), { kind: "in-doubt", note: "timed out" });
      const resolved = await ledger.resolve("pay-1", { verdict: "happened", result: '"ch_9"', note: "seen by Ada" });
      const again = await ledger.claim(payment);

      expect(resolved.kind).toBe("resolved");
      expect(again.kind).toBe("done");
      expect(again.record).toMatchObject({
        state: "reconciled",
        verdict: "happened",
        result: '"ch_9"',
        note: "seen by Ada",
      });
    });

    test("a doubt that turned out not to have happened is claimed again", async () => {
      await ledger.conclude(await claimed(), { kind: "in-doubt", note: "timed out" });
      await ledger.resolve("pay-1", { verdict: "did-not-happen", note: "not in the bank's list" });

      const again = await ledger.claim(payment);

      expect(again.kind).toBe("claimed");
      expect(again.record).toMatchObject({ state: "claimed", verdict: null, attempt: 2 });
    });

    test("only a doubt can be resolved", async () => {
      const resolution = { verdict: "did-not-happen", note: "I think so" } as const;
      const unknown = await ledger.resolve("pay-1", resolution);
      const record = await claimed();
      const atWork = await ledger.resolve("pay-1", resolution);
      await ledger.conclude(record, { kind: "done", result: "1" });
      const done = await ledger.resolve("pay-1", resolution);

      expect([unknown.kind, atWork.kind, done.kind]).toEqual(["unknown", "not-in-doubt", "not-in-doubt"]);
      expect((await ledger.read("pay-1"))?.state).toBe("done");
    });

    test("a second claim waits for the result of the first", async () => {
      const record = await claimed();
      const second = (await openAnother()).claim(payment, { waitMs: 900 });
      await passTime(clock, 300);
      await ledger.conclude(record, { kind: "done", result: "7" });

      expect(await passTimeUntil(clock, second)).toMatchObject({ kind: "done", record: { result: "7" } });
    });

    test("a wait ends at its deadline and at its signal", async () => {
      await claimed();
      const giveUp = new AbortController();

      const untilDeadline = await passTimeUntil(clock, ledger.claim(payment, { waitMs: 200 }));
      const atDeadlineMs = clock.now();
      const waiting = ledger.claim(payment, { waitMs: 700, signal: giveUp.signal });
      await passTime(clock, 100);
      giveUp.abort();
      const untilSignal = await waiting;

      expect([untilDeadline.kind, untilSignal.kind]).toEqual(["held", "held"]);
      expect(atDeadlineMs).toBe(200);
      expect(clock.now()).toBeLessThan(400);
      expect(clock.pending()).toBe(0);
    });

    test("R9: a claim whose lease ran out is in doubt, and nobody takes it over", async () => {
      await claimed();
      const second = (await openAnother()).claim(payment, { waitMs: 60_000 });

      expect(await passTimeUntil(clock, second)).toMatchObject({
        kind: "in-doubt",
        record: { state: "in-doubt", owner: "owner-1" },
      });
      expect((await ledger.read("pay-1"))?.note).toContain("may have crashed");
    });

    test("a renewed lease lasts longer", async () => {
      const renewed = await ledger.renew(await claimed());
      clock.jump(500);
      const twice = renewed === undefined ? undefined : await ledger.renew(renewed);
      clock.jump(900);

      const second = await ledger.claim(payment, { waitMs: 0 });

      expect(twice?.leaseUntilMs).toBe(1_800_000_001_500);
      expect(second.kind).toBe("held");
    });

    test("a claim that is in doubt cannot be renewed", async () => {
      const record = await claimed();
      clock.jump(1000);
      await ledger.sweep();

      expect(await ledger.renew(record)).toBeUndefined();
    });

    test("what a tool says late ends the doubt about its own claim", async () => {
      const record = await claimed();
      clock.jump(1000);
      await ledger.sweep();

      const late = await ledger.conclude(record, { kind: "done", result: '"ch_2"' });

      expect(late.kind).toBe("concluded");
      expect(late.record).toMatchObject({ state: "reconciled", verdict: "happened", result: '"ch_2"' });
    });

    test("R9: what a tool says late changes nothing once its claim was resolved and made again", async () => {
      const record = await claimed();
      clock.jump(1000);
      await ledger.sweep();
      await ledger.resolve("pay-1", { verdict: "did-not-happen", note: "checked" });
      const second = await claimed();

      const late = await ledger.conclude(record, { kind: "done", result: "1" });

      expect(late.kind).toBe("superseded");
      expect(await ledger.read("pay-1")).toEqual(second);
    });

    test("a conclusion that is said twice is written once", async () => {
      const record = await claimed();
      const first = await ledger.conclude(record, { kind: "done", result: "1" });
      const second = await ledger.conclude(record, { kind: "done", result: "1" });

      expect(second).toEqual(first);
    });

    test("a conclusion after a renewal that the caller has not heard of is written", async () => {
      const record = await claimed();
      await ledger.renew(record);

      expect((await ledger.conclude(record, { kind: "done", result: "1" })).kind).toBe("concluded");
    });

    test("a result that is too large leaves its size behind, and the effect stays done", async () => {
      await ledger.conclude(await claimed(), { kind: "done", result: '"ééééééééééé"' });

      expect(await ledger.claim(payment)).toMatchObject({
        kind: "done",
        record: { state: "done", result: null, note: "the result was not kept: 24 bytes, more than 20" },
      });
    });

    test("R9: of many claims at once one is answered with the right to go on", async () => {
      const others = await Promise.all([openAnother(), openAnother(), openAnother()]);
      const answers = await Promise.all(
        Array.from({ length: 32 }, (_, place) => (others[place % 3] ?? ledger).claim(payment, { waitMs: 0 })),
      );

      const kinds = answers.map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind === "claimed")).toHaveLength(1);
      expect(kinds.filter((kind) => kind === "held")).toHaveLength(31);
    });

    test("R9: of many claims of what did not happen, one is the next attempt", async () => {
      await ledger.conclude(await claimed(), { kind: "did-not-happen", note: "card refused" });
      const answers = await Promise.all(Array.from({ length: 16 }, () => ledger.claim(payment, { waitMs: 0 })));

      expect(answers.filter(({ kind }) => kind === "claimed")).toHaveLength(1);
    });

    test("a list shows the latest claims first, by state, conversation and tool", async () => {
      for (const [place, conversation] of ["c-1", "c-2", "c-1"].entries()) {
        const record = await claimed({ ...payment, key: `k-${place}`, conversation, tool: `tool-${place}` });
        clock.jump(10);
        if (place === 1) await ledger.conclude(record, { kind: "done", result: null });
      }
      const keys = async (query: Parameters<Ledger["list"]>[0]) => (await ledger.list(query)).map(({ key }) => key);

      expect(await keys({})).toEqual(["k-2", "k-1", "k-0"]);
      expect(await keys({ limit: 2 })).toEqual(["k-2", "k-1"]);
      expect(await keys({ states: ["claimed", "in-doubt"] })).toEqual(["k-2", "k-0"]);
      expect(await keys({ states: ["done"] })).toEqual(["k-1"]);
      expect(await keys({ conversation: "c-1" })).toEqual(["k-2", "k-0"]);
      expect(await keys({ tool: "tool-0", conversation: "c-1" })).toEqual(["k-0"]);
      expect(await keys({ states: [] })).toEqual([]);
    });

    test("a sweep closes abandoned claims, removes what is finished and old, and leaves the rest", async () => {
      await ledger.conclude(await claimed({ ...payment, key: "old" }), { kind: "done", result: "1" });
      await ledger.conclude(await claimed({ ...payment, key: "doubt" }), { kind: "in-doubt", note: "thrown" });
      await claimed({ ...payment, key: "crashed" });
      clock.jump(5000);
      await ledger.conclude(await claimed({ ...payment, key: "new" }), { kind: "done", result: "2" });
      await claimed({ ...payment, key: "at-work" });

      const swept = await ledger.sweep({ keepMs: 4000 });

      expect(swept).toEqual({ inDoubt: 1, removed: 1 });
      const states = (await ledger.list()).map(({ key, state }) => `${key} ${state}`);
      expect(states.toSorted()).toEqual(["at-work claimed", "crashed in-doubt", "doubt in-doubt", "new done"]);
    });

    test("text of every kind comes back as it was given", async () => {
      const odd = 'it\'s "quoted" \\ \n ; -- drop 😀 é';
      const record = await claimed({ ...payment, key: odd, tool: odd, conversation: null, turn: null, callId: null });
      await ledger.conclude(record, { kind: "did-not-happen", note: odd });
      await settleTasks();

      expect(await ledger.read(odd)).toMatchObject({ key: odd, tool: odd, conversation: null, turn: null, note: odd });
    });
  });
}

/** Lets time pass while somebody waits for it, and stand still while the store is at work. */
async function passTimeUntil<Value>(clock: ManualClock, promise: Promise<Value>): Promise<Value> {
  const watched = { isOver: false };
  const over = promise.finally(() => {
    watched.isOver = true;
  });
  while (!watched.isOver) await (clock.pending() > 0 ? clock.advance(10) : nextTurn());
  return over;
}

/** The same, until `ms` have passed. */
async function passTime(clock: ManualClock, ms: number): Promise<void> {
  const untilMs = clock.now() + ms;
  while (clock.now() < untilMs) await (clock.pending() > 0 ? clock.advance(10) : nextTurn());
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
