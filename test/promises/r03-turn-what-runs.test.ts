import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { driveTurn, type TurnRun } from "./support/turn-drive.ts";
import { holdsInTurns } from "./support/turn-holds.ts";
import { fittingCalls } from "./support/turn-oracle.ts";
import { anyTurn, idOf, wholeTurn } from "./support/turn-plan.ts";

/** The calls that may run: those that fit, of complete answers that were not taken back. */
function mayRun({ plan, result }: TurnRun): readonly string[] {
  return result.messages
    .filter(({ isWithdrawn }) => !isWithdrawn)
    .flatMap(({ message }) =>
      fittingCalls(plan, message).map(({ index, tool, value }) => `${idOf(plan, message, index)} ${tool} ${value}`),
    );
}

function ran({ runs }: TurnRun): readonly string[] {
  return runs.map(({ callId, tool, value }) => `${callId} ${tool} ${String(value)}`);
}

describe("R3: what a turn runs", () => {
  test("R3 a tool runs only for a call that fits, of a complete answer that stands, and once for each", async () => {
    await holdsInTurns(
      fc.asyncProperty(anyTurn, async (plan) => {
        const run = await driveTurn(plan);

        const allowed = mayRun(run);
        expect(ran(run).filter((line) => !allowed.includes(line))).toEqual([]);
        expect(new Set(ran(run)).size).toBe(run.runs.length);
      }),
    );
  });

  test("R3 every such call has a result, in the order of the calls, and no other call has one", async () => {
    await holdsInTurns(
      fc.asyncProperty(wholeTurn, async (plan) => {
        const run = await driveTurn(plan);

        const results = run.result.messages.flatMap((message) => message.results.map(({ call }) => call.id));
        expect(results).toEqual(mayRun(run).map((line) => line.split(" ")[0]));
      }),
    );
  });
});
