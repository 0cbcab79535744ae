import process from "node:process";

import { describe, expect, test } from "vitest";

import { createLedger } from "../../src/ledger/create-ledger.ts";
import type { CrashPoint } from "../../src/ledger/crash-points.ts";
import { didNotHappen } from "../../src/ledger/did-not-happen.ts";
import type { Ledger } from "../../src/ledger/ledger.ts";
import { LedgerError } from "../../src/ledger/ledger-error.ts";
import { createMemoryStore } from "../../src/ledger/memory/memory-store.ts";
import type { IntentFacts } from "../../src/ledger/record.ts";
import { runOnce, type RunOnceOptions } from "../../src/ledger/run-once.ts";
import type { LedgerStore } from "../../src/ledger/store.ts";
import { createManualClock, settleTasks } from "../support/manual-clock.ts";

const intent: IntentFacts = {
  key: "pay-1",
  fingerprint: "f1",
  tool: "pay",
  conversation: "c-17",
  turn: "t-3",
  callId: "call_1",
};

function setUp(store: LedgerStore = createMemoryStore()) {
  const clock = createManualClock();
  let tokens = 0;
  const ledger = createLedger(store, {
    leaseMs: 3000,
    clock,
    wallClock: { nowMs: () => 1_800_000_000_000 + clock.now() },
    ownerTokens: () => {
      tokens += 1;
      return `owner-${tokens}`;
    },
  });
  const effects: string[] = [];
  const pay = (overrides: Partial<RunOnceOptions> = {}) =>
    runOnce({
      ledger,
      intent,
      clock,
      run: ({ intentKey }) => {
        effects.push(intentKey);
        return { id: "ch_1" };
      },
      ...overrides,
    });
  return { clock, ledger, effects, pay, store };
}

const never = () => new Promise<never>(() => {});

/** A store whose writes fail while a test says so. */
function failingStore(): LedgerStore & { failure: LedgerError | undefined } {
  const inner = createMemoryStore();
  const store = {
    ...inner,
    failure: undefined as LedgerError | undefined,
    insert: async (record: Parameters<LedgerStore["insert"]>[0]) => {
      if (store.failure !== undefined) throw store.failure;
      return inner.insert(record);
    },
    replace: async (record: Parameters<LedgerStore["replace"]>[0], revision: number) => {
      if (store.failure !== undefined) throw store.failure;
      return inner.replace(record, revision);
    },
  };
  return store;
}

describe("an effect that happens once", () => {
  test("R9: runs, and is answered from the record when it is asked for again", async () => {
    const { effects, pay } = setUp();

    const first = await pay();
    const second = await pay({ intent: { ...intent, callId: "call_2" } });

    expect(first).toEqual({ kind: "done", value: { id: "ch_1" }, isRecorded: true });
    expect(second).toMatchObject({ kind: "replayed", result: '{"id":"ch_1"}', note: null });
    expect(effects).toEqual(["pay-1"]);
  });

  test("R9: its claim is kept before the tool starts", async () => {
    const { ledger, pay } = setUp();
    const seen: unknown[] = [];

    await pay({ run: async () => seen.push((await ledger.read("pay-1"))?.state) });

    expect(seen).toEqual(["claimed"]);
  });

  test("R9: a tool that throws leaves a doubt, which blocks", async () => {
    const { effects, pay } = setUp();
    const error = new Error("socket hang up");

    const first = await pay({
      run: () => {
        throw error;
      },
    });
    const second = await pay();

    expect(first).toMatchObject({ kind: "in-doubt", note: "the tool threw: socket hang up", error });
    expect(second).toMatchObject({ kind: "in-doubt", note: "the tool threw: socket hang up" });
    expect(effects).toEqual([]);
  });

  test.each([
    ["returns", () => didNotHappen("card refused")],
    [
      "throws",
      () => {
        throw didNotHappen("card refused");
      },
    ],
  ])("a tool that %s didNotHappen may run again", async (_how, run) => {
    const { effects, pay } = setUp();

    const first = await pay({ run });
    const second = await pay();

    expect(first).toEqual({ kind: "did-not-happen", reason: "card refused", isRecorded: true });
    expect(second.kind).toBe("done");
    expect(effects).toEqual(["pay-1"]);
  });

  test("R9: a timeout is a doubt, after the tool had its grace to say more", async () => {
    const { clock, ledger, pay } = setUp();
    const seen: string[] = [];

    const paying = pay({
      timeoutMs: 1000,
      graceMs: 500,
      run: ({ signal }) => {
        signal.addEventListener("abort", () => seen.push(String(signal.reason)));
        return never();
      },
    });
    await clock.advance(1499);
    expect((await ledger.read("pay-1"))?.state).toBe("claimed");
    await clock.advance(1);

    expect(await paying).toMatchObject({ kind: "in-doubt", note: "the tool timed out", record: { state: "in-doubt" } });
    expect(seen).toEqual(["AbortError: timed out"]);
    expect(clock.pending()).toBe(0);
  });

  test("what a tool says within its grace counts", async () => {
    const { clock, pay } = setUp();

    const paying = pay({
      timeoutMs: 1000,
      run: ({ signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(didNotHappen("nothing was sent yet")));
        }),
    });
    await clock.advance(1000);

    expect(await paying).toMatchObject({ kind: "did-not-happen", reason: "nothing was sent yet" });
  });

  test("what a tool says after its grace ends the doubt", async () => {
    const { clock, ledger, pay } = setUp();
    const tool = Promise.withResolvers<string>();

    const paying = pay({ timeoutMs: 1000, graceMs: 0, run: () => tool.promise });
    await clock.advance(1000);
    expect((await paying).kind).toBe("in-doubt");
    tool.resolve("late");
    await settleTasks();

    expect(await ledger.read("pay-1")).toMatchObject({ state: "reconciled", verdict: "happened", result: '"late"' });
  });

  test("R9: R14: a cancel while the tool runs is a doubt", async () => {
    const { clock, pay } = setUp();
    const person = new AbortController();

    const paying = pay({ signal: person.signal, graceMs: 100, run: never });
    await settleTasks();
    person.abort();
    await clock.advance(100);

    expect(await paying).toMatchObject({ kind: "in-doubt", note: "the tool was cancelled" });
    expect(clock.pending()).toBe(0);
  });

  test("R14: a cancel before the tool starts is none", async () => {
    const { effects, ledger, pay } = setUp();
    const person = new AbortController();

    const before = await pay({ signal: AbortSignal.abort() });
    const between = await pay({
      signal: person.signal,
      reach: (point) => {
        if (point === "after-claim") person.abort();
      },
    });

    expect(before.kind).toBe("did-not-happen");
    expect(between).toMatchObject({ kind: "did-not-happen", reason: "cancelled before the tool was started" });
    expect((await ledger.read("pay-1"))?.state).toBe("did-not-happen");
    expect(effects).toEqual([]);
  });

  test("R9: a process that stood still until its lease was over does not begin", async () => {
    const { clock, effects, ledger, pay } = setUp();

    const held = await pay({
      reach: async (point) => {
        if (point !== "before-effect") return;
        clock.jump(3000);
        await ledger.sweep();
      },
    });

    expect(held).toMatchObject({ kind: "did-not-happen", reason: "held up until the lease of its claim was over" });
    expect(await ledger.read("pay-1")).toMatchObject({ state: "reconciled", verdict: "did-not-happen" });
    expect(effects).toEqual([]);
  });

  test("R9: a ledger of one's own that throws at once, or fails late, takes nothing with it", async () => {
    const { clock, ledger, pay } = setUp();
    const tool = Promise.withResolvers<string>();
    const unhandled: unknown[] = [];
    const note = (error: unknown) => unhandled.push(error);
    process.on("unhandledRejection", note);
    let renewals = 0;
    const broken: Ledger = {
      ...ledger,
      renew: () => {
        renewals += 1;
        throw new Error("no connection");
      },
      conclude: async () => {
        throw new Error("no connection");
      },
    };

    const paying = pay({ ledger: broken, timeoutMs: 2500, graceMs: 0, run: () => tool.promise });
    await clock.advance(2500);
    tool.resolve("late");
    await settleTasks();
    process.off("unhandledRejection", note);

    expect((await paying).kind).toBe("in-doubt");
    expect([renewals, unhandled]).toEqual([2, []]);
  });

  test("a lease is renewed for as long as the tool runs", async () => {
    const { clock, ledger, pay } = setUp();
    const tool = Promise.withResolvers<string>();

    const paying = pay({ run: () => tool.promise });
    await clock.advance(60_000);
    expect(await ledger.sweep()).toEqual({ inDoubt: 0, removed: 0 });
    tool.resolve("at last");

    expect(await paying).toEqual({ kind: "done", value: "at last", isRecorded: true });
    expect(clock.pending()).toBe(0);
  });

  test("R9: a second process waits, and gets the first one's result", async () => {
    const { clock, effects, pay } = setUp();
    const tool = Promise.withResolvers<string>();

    const first = pay({ run: () => tool.promise });
    const second = pay();
    await clock.advance(10_000);
    tool.resolve("mine");
    await clock.advance(1000);

    expect([(await first).kind, (await second).kind]).toEqual(["done", "replayed"]);
    expect(effects).toEqual([]);
  });

  test("another process that is still at it when the wait ends is said so", async () => {
    const { clock, pay } = setUp();

    void pay({ run: never });
    const second = pay({ waitMs: 500 });
    await clock.advance(500);

    expect((await second).kind).toBe("held");
  });

  test("R9: one key with other arguments is a conflict", async () => {
    const { effects, pay } = setUp();

    await pay();
    const other = await pay({ intent: { ...intent, fingerprint: "f2" } });

    expect(other.kind).toBe("conflict");
    expect(effects).toEqual(["pay-1"]);
  });

  test("a result that JSON cannot write leaves a note, and the effect stays done", async () => {
    const { pay } = setUp();

    const first = await pay({ run: () => 5n });
    const second = await pay();

    expect(first).toEqual({ kind: "done", value: 5n, isRecorded: true });
    expect(second).toMatchObject({
      kind: "replayed",
      result: null,
      note: "the result was not kept: it cannot be written as JSON (TypeError: Do not know how to serialize a BigInt)",
    });
  });

  test("crash points are reached in order", async () => {
    const { pay } = setUp();
    const reached: (CrashPoint | "effect")[] = [];

    await pay({ reach: (point) => void reached.push(point), run: () => void reached.push("effect") });

    expect(reached).toEqual([
      "before-claim",
      "after-claim",
      "before-effect",
      "effect",
      "after-effect",
      "before-conclude",
      "after-conclude",
    ]);
  });
});

describe("a doubt", () => {
  const inDoubt = async () => {
    const house = setUp();
    await house.pay({ run: () => Promise.reject(new Error("lost")) });
    return house;
  };

  test("ends with what the other side says happened", async () => {
    const { effects, pay } = await inDoubt();
    const asked: string[] = [];

    const again = await pay({
      reconcile: (key) => {
        asked.push(key);
        return { kind: "happened", value: { id: "ch_7" } };
      },
    });

    expect(again).toMatchObject({ kind: "replayed", result: '{"id":"ch_7"}' });
    expect(asked).toEqual(["pay-1"]);
    expect(effects).toEqual([]);
  });

  test("ends with what the other side says did not happen, and the tool runs", async () => {
    const { effects, ledger, pay } = await inDoubt();

    const again = await pay({ reconcile: async () => ({ kind: "did-not-happen", reason: "no such payment" }) });

    expect(again.kind).toBe("done");
    expect(effects).toEqual(["pay-1"]);
    expect((await ledger.read("pay-1"))?.attempt).toBe(2);
  });

  test("R9: stays where the other side does not know, or cannot be asked", async () => {
    const { effects, pay } = await inDoubt();

    const unknown = await pay({ reconcile: () => ({ kind: "unknown" }) });
    const unreachable = await pay({ reconcile: () => Promise.reject(new Error("503")) });

    expect(unknown).toMatchObject({ kind: "in-doubt", note: "the tool threw: lost" });
    expect(unreachable).toMatchObject({
      kind: "in-doubt",
      note: "the tool threw: lost; asking what became of it failed: 503",
    });
    expect(effects).toEqual([]);
  });

  test("R9: a reconciler that never answers is waited for half a minute, and the doubt stays", async () => {
    const { clock, pay, effects } = setUp();
    await pay({ run: () => Promise.reject(new Error("socket hang up")) });
    const asked = pay({ reconcile: () => never() });
    await settleTasks();
    await clock.advance(30_000);

    expect(await asked).toMatchObject({
      kind: "in-doubt",
      note: "the tool threw: socket hang up; asking what became of it failed: no answer came",
    });
    expect(effects).toEqual([]);
    expect(clock.pending()).toBe(0);
  });

  test("R14: a cancel ends the wait for a reconciler at once", async () => {
    const { clock, pay } = setUp();
    const cancel = new AbortController();
    await pay({ run: () => Promise.reject(new Error("socket hang up")) });
    const asked = pay({ reconcile: () => never(), signal: cancel.signal });
    await settleTasks();
    cancel.abort();

    expect(await asked).toMatchObject({ kind: "in-doubt" });
    expect(clock.pending()).toBe(0);
  });

  test("R9: that two processes ask about at once leads to one run", async () => {
    const { effects, pay, clock } = await inDoubt();
    const reconcile = async () => ({ kind: "did-not-happen", reason: "no such payment" }) as const;

    const both = Promise.all([pay({ reconcile }), pay({ reconcile })]);
    await clock.advance(1000);

    expect((await both).map(({ kind }) => kind).toSorted()).toEqual(["done", "replayed"]);
    expect(effects).toEqual(["pay-1"]);
  });
});

describe("a store that fails", () => {
  const broken = new LedgerError("unavailable", "no connection");

  test("R9: before the claim is kept, the tool does not run", async () => {
    const store = failingStore();
    const { effects, pay } = setUp(store);
    store.failure = broken;

    await expect(pay()).rejects.toBe(broken);
    expect(effects).toEqual([]);
  });

  test("R9: after the effect, the effect is still said to be done, and its record ends in doubt", async () => {
    const store = failingStore();
    const { clock, effects, ledger, pay } = setUp(store);

    const paying = pay({
      reach: (point) => {
        if (point === "after-effect") store.failure = broken;
      },
    });
    await clock.advance(5000);
    const outcome = await paying;
    store.failure = undefined;
    await clock.advance(5000);

    expect(outcome).toEqual({ kind: "done", value: { id: "ch_1" }, isRecorded: false });
    expect((await pay()).kind).toBe("in-doubt");
    expect((await ledger.read("pay-1"))?.note).toContain("the lease of its claim ran out");
    expect(effects).toEqual(["pay-1"]);
  });

  test("and comes back is told how it ended", async () => {
    const store = failingStore();
    const { clock, pay } = setUp(store);

    const paying = pay({
      reach: (point) => {
        if (point === "before-conclude") store.failure = broken;
      },
    });
    await clock.advance(300);
    store.failure = undefined;
    await clock.advance(2000);

    expect(await paying).toMatchObject({ kind: "done", isRecorded: true });
  });

  test("during a renewal is asked again at the next", async () => {
    const store = failingStore();
    const { clock, ledger, pay } = setUp(store);
    const tool = Promise.withResolvers<void>();

    void pay({ run: () => tool.promise });
    await settleTasks();
    store.failure = broken;
    await clock.advance(1000);
    store.failure = undefined;
    await clock.advance(1000);

    expect((await ledger.read("pay-1"))?.leaseUntilMs).toBe(1_800_000_005_000);
    tool.resolve();
  });
});

describe("tools without a claim", () => {
  test.each(["read", "idempotent"] as const)(
    "%s: runs as often as it is asked, and leaves no record",
    async (effect) => {
      const { effects, ledger, pay } = setUp();

      await pay({ effect });
      const second = await pay({ effect });

      expect(second).toEqual({ kind: "done", value: { id: "ch_1" }, isRecorded: true });
      expect(effects).toEqual(["pay-1", "pay-1"]);
      expect(await ledger.list()).toEqual([]);
    },
  );

  test("a throw, a timeout and a cancel are failures, and no doubt", async () => {
    const { clock, pay } = setUp();
    const person = new AbortController();

    const thrown = await pay({ effect: "read", run: () => Promise.reject(new Error("404")) });
    const declined = await pay({ effect: "read", run: () => didNotHappen("closed") });
    const slow = pay({ effect: "read", run: never, timeoutMs: 100, graceMs: 0 });
    const unwanted = pay({ effect: "idempotent", run: never, signal: person.signal, graceMs: 0 });
    person.abort();
    await clock.advance(200);

    expect(thrown).toMatchObject({ kind: "failed", note: "the tool threw: 404" });
    expect(declined).toMatchObject({ kind: "did-not-happen", reason: "closed" });
    expect(await slow).toEqual({ kind: "failed", note: "the tool timed out" });
    expect(await unwanted).toEqual({ kind: "failed", note: "the tool was cancelled" });
  });
});
