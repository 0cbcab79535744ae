import { describe, expect, test } from "vitest";

import { tool, type CallResult, type Tool, type TurnEvent } from "../../src/index.ts";
import { memoryLedger } from "../../src/ledger/memory/memory-ledger.ts";
import type { Dispatchable } from "../../src/protocol/outcome.ts";
import { dispatch, type DispatchScope } from "../../src/turn/dispatch.ts";
import { createOrdinals } from "../../src/turn/ordinals.ts";
import { createManualClock } from "../support/manual-clock.ts";
import { settledRoll } from "../support/made-rolls.ts";

async function payments(count: number): Promise<readonly Dispatchable[]> {
  const { outcomes } = await settledRoll([
    ...Array.from(
      { length: count },
      (_call, amount) => ({ kind: "call", name: "pay", arguments: `{"amount":${amount}}` }) as const,
    ),
    { kind: "stop", reason: "calls" },
    { kind: "done" },
  ]);
  return outcomes.filter((outcome): outcome is Dispatchable => outcome.kind === "dispatchable");
}

function pay(run: (amount: unknown) => unknown, effect: "once" | "read" = "once"): Tool {
  const input = { type: "object", properties: { amount: { type: "integer" } }, required: ["amount"] } as const;
  return tool({ name: "pay", description: "Pays.", input, effect, run: ({ amount }) => run(amount) });
}

function scopeOf(tools: readonly Tool[], rest: Partial<DispatchScope> = {}): DispatchScope {
  const never = new AbortController().signal;
  return {
    tools,
    ordinals: createOrdinals([]),
    turn: { conversation: "c-1", id: "t-1" },
    ledger: memoryLedger(),
    maxParallel: 8,
    signal: never,
    stop: never,
    graceMs: 500,
    clock: createManualClock(),
    reach: () => {},
    emit: () => {},
    ...rest,
  };
}

function kinds(results: readonly CallResult[]): readonly string[] {
  return results.map(({ kind }) => kind);
}

describe("the calls of a message, side by side", () => {
  test("have their results in the order of the calls, however they end", async () => {
    const ends = [0, 1, 2].map(() => Promise.withResolvers<string>());
    const answered: number[] = [];
    const emit = (event: TurnEvent): void => {
      if (event.type === "answered") answered.push(event.index);
      if (event.type === "answered" && event.index > 0) ends[event.index - 1]?.resolve("paid");
    };
    const tools = [pay((amount) => ends[Number(amount)]?.promise)];
    const running = dispatch(0, await payments(3), scopeOf(tools, { emit }));

    ends[2]?.resolve("paid");

    expect((await running).map(({ call }) => call.index)).toEqual([0, 1, 2]);
    expect(answered).toEqual([2, 1, 0]);
  });

  test("harm nobody when they throw", async () => {
    const tools = [
      pay((amount) => {
        if (amount === 1) throw new Error("it broke");
        return "paid";
      }),
    ];

    expect(kinds(await dispatch(0, await payments(3), scopeOf(tools)))).toEqual(["done", "in-doubt", "done"]);
  });

  test("run as many at once as are allowed", async () => {
    let most = 0;
    let running = 0;
    const tools = [
      pay(async () => {
        running += 1;
        most = Math.max(most, running);
        for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
      }),
    ];

    expect((await dispatch(0, await payments(5), scopeOf(tools, { maxParallel: 2 }))).length).toBe(5);
    expect(most).toBe(2);
  });

  test.each(["once", "read"] as const)("begin not at all once the turn is stopped: %s", async (effect) => {
    const begun: unknown[] = [];
    const tools = [pay((amount) => begun.push(amount), effect)];

    const results = await dispatch(0, await payments(2), scopeOf(tools, { stop: AbortSignal.abort() }));

    expect(results.map((result) => [result.kind, "cause" in result ? result.cause : null])).toEqual([
      ["not-run", "cancelled"],
      ["not-run", "cancelled"],
    ]);
    expect(begun).toEqual([]);
  });

  test.each(["once", "read"] as const)(
    "begin not where the turn is stopped while they make ready: %s",
    async (effect) => {
      const stopping = new AbortController();
      const begun: unknown[] = [];
      const tools = [pay((amount) => begun.push(amount), effect)];
      const running = dispatch(0, await payments(1), scopeOf(tools, { stop: stopping.signal }));

      stopping.abort();

      expect((await running).map((result) => [result.kind, "cause" in result ? result.cause : null])).toEqual([
        ["not-run", "cancelled"],
      ]);
      expect(begun).toEqual([]);
    },
  );

  test("say that a tool begins with the key that it runs under, and then how it ended", async () => {
    const events: TurnEvent[] = [];
    const tools = [pay(() => "paid")];

    await dispatch(4, await payments(1), scopeOf(tools, { emit: (event) => events.push(event) }));

    expect(events).toMatchObject([
      {
        type: "running",
        message: 4,
        index: 0,
        intentKey: "d8e274117cefe7f2564777c274c17a1765a885f1004e3466450f7a9070871807",
      },
      { type: "answered", message: 4, index: 0, result: { kind: "done", value: "paid" } },
    ]);
  });

  test("run nothing where there is nothing to run", async () => {
    expect(await dispatch(0, [], scopeOf([]))).toEqual([]);
  });
});
