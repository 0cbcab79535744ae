import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { CallResult } from "../../src/index.ts";
import { memoryLedger } from "../../src/ledger/memory/memory-ledger.ts";
import { driveTurn, type ToolRun, type TurnRun } from "./support/turn-drive.ts";
import { holdsInTurns } from "./support/turn-holds.ts";
import { fittingCalls, readHistory, staysOpen } from "./support/turn-oracle.ts";
import { anyTurn, idOf, wholeTurn, type PlannedMessage, type TurnPlan } from "./support/turn-plan.ts";

function payments({ runs }: TurnRun): readonly ToolRun[] {
  return runs.filter(({ tool }) => tool === "pay");
}

function acted(runs: readonly ToolRun[]): readonly ToolRun[] {
  return runs.filter(({ hasActed }) => hasActed);
}

function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}

function resultsOf({ result }: TurnRun): readonly CallResult[] {
  return result.messages.flatMap(({ results }) => results);
}

/** The payments that stand, message by message. */
function standingPayments({ plan, result }: TurnRun) {
  return result.messages
    .filter(({ isWithdrawn }) => !isWithdrawn)
    .flatMap(({ message }) => fittingCalls(plan, message).map((call) => ({ ...call, message })))
    .filter(({ tool }) => tool === "pay");
}

/** The payments that must have run: all, but those that an equal one of an earlier message may have made already. */
function duePayments(run: TurnRun): readonly string[] {
  const standing = standingPayments(run);
  const isRepeated = (call: (typeof standing)[number]): boolean =>
    standing.some((other) => other.message < call.message && other.value === call.value && staysOpen(other));
  return standing.filter((call) => !isRepeated(call)).map(({ message, index }) => idOf(run.plan, message, index));
}

/** The same turn once more, as after a restart: other ids, and answers that are lost or unreadable where there were none. */
function again(plan: TurnPlan, failures: readonly ("lost" | "unreadable")[]): TurnPlan {
  const messages = plan.messages.flatMap((message, place): readonly PlannedMessage[] => {
    const failure = failures[place];
    if (failure === undefined || message.end.kind !== "clean") return [message];
    if (failure === "lost") return [{ ...message, end: { kind: "lost", how: "reset" } }, message];
    const unreadable = { kind: "unreadable", tool: "look", value: 9, behavior: "works" } as const;
    return [{ ...message, calls: [...message.calls, unreadable] }, message];
  });
  return { ...plan, messages, retries: Math.max(1, plan.retries), exit: { kind: "none" } };
}

describe("R9: one effect for one intent, in a turn", () => {
  test("R9 a payment has one effect for its key at most, and nobody is told that it did not run where it did", async () => {
    await holdsInTurns(
      fc.asyncProperty(anyTurn, async (plan) => {
        const run = await driveTurn(plan);

        const effects = acted(payments(run));
        expect([...countBy(effects, ({ intentKey }) => intentKey).values()].filter((count) => count > 1)).toEqual([]);
        const ids = new Set(acted(run.runs).map(({ callId }) => callId));
        const denied = resultsOf(run).filter(({ kind, call }) => kind === "not-run" && ids.has(call.id));
        expect(denied).toEqual([]);
        const { answers } = readHistory(plan.wire, run.result.history);
        const words = answers.filter(({ id, text }) => ids.has(id) && text.includes("was not run"));
        expect(words).toEqual([]);
      }),
    );
  });

  test("R9 what is said to be done has been done, and a payment that failed is in doubt", async () => {
    await holdsInTurns(
      fc.asyncProperty(anyTurn, async (plan) => {
        const run = await driveTurn(plan);

        const ids = new Set(acted(run.runs).map(({ callId }) => callId));
        const done = resultsOf(run).filter((result) => result.kind === "done");
        expect(done.filter(({ call, isReplay }) => !isReplay && !ids.has(call.id))).toEqual([]);
        expect(resultsOf(run).filter(({ kind, call }) => kind === "errored" && call.name === "pay")).toEqual([]);
      }),
    );
  });

  test("R9 every payment that is meant is made, unless nobody knows of an equal one before it", async () => {
    await holdsInTurns(
      fc.asyncProperty(wholeTurn, async (plan) => {
        const run = await driveTurn(plan);

        expect(
          payments(run)
            .map(({ callId }) => callId)
            .toSorted(),
        ).toEqual(duePayments(run).toSorted());
      }),
    );
  });

  test("R9 the turn run again on its ledger makes no payment a second time", async () => {
    const failures = fc.array(fc.constantFrom("lost", "unreadable"), { maxLength: 3 });
    await holdsInTurns(
      fc.asyncProperty(anyTurn, failures, async (plan, failing) => {
        const ledger = memoryLedger();
        const runs: ToolRun[] = [];
        const first = await driveTurn(plan, { ledger, runs });
        const second = await driveTurn(again(plan, failing), { ledger, runs });

        const valueOf = ({ value }: { readonly value: unknown }): string => String(value);
        const meantFirst = countBy(standingPayments(first), valueOf);
        const meantThen = countBy(standingPayments(second), valueOf);
        for (const [value, count] of countBy(acted(payments(second)), valueOf)) {
          expect(count).toBeLessThanOrEqual(Math.max(meantFirst.get(value) ?? 0, meantThen.get(value) ?? 0));
        }
      }),
    );
  });
});
