import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { MessageReport } from "../../src/index.ts";
import { driveTurn, type TurnRun } from "./support/turn-drive.ts";
import { holdsInTurns } from "./support/turn-holds.ts";
import { readHistory } from "./support/turn-oracle.ts";
import { anyTurn, anyTurnWithAnyIds, wordsOf } from "./support/turn-plan.ts";

function standing({ result }: TurnRun): readonly MessageReport[] {
  return result.messages.filter(({ isWithdrawn }) => !isWithdrawn);
}

describe("R10: the next request is one that the provider accepts", () => {
  test("R10 every request of a turn, and the history that comes out, are accepted", async () => {
    await holdsInTurns(
      fc.asyncProperty(anyTurnWithAnyIds, async (plan) => {
        const { requests, closing } = await driveTurn(plan);

        expect(requests.flatMap(({ violations }) => violations)).toEqual([]);
        expect(closing).toEqual([]);
      }),
    );
  });

  test("R10 a call stands with its answer, or is left out with its name in a note; the answers are in the order of the calls", async () => {
    await holdsInTurns(
      fc.asyncProperty(anyTurn, async (plan) => {
        const run = await driveTurn(plan);

        const { calls, answers } = readHistory(plan.wire, run.result.history);
        expect(answers.map(({ id }) => id)).toEqual(calls);
        const outcomes = standing(run).flatMap(({ roll }) => roll.outcomes);
        const owed = outcomes.filter(({ kind }) => kind === "dispatchable" || kind === "invalid");
        expect(owed.map(({ call }) => call.id).filter((id) => !calls.includes(id))).toEqual([]);
        const told = JSON.stringify(run.result.history);
        // A model that paused makes its call again if it still wants it.
        const failed = outcomes.filter((outcome) => outcome.kind === "failed" && outcome.cause !== "paused");
        const leftOut = failed.filter(({ call }) => !calls.includes(call.id));
        expect(leftOut.filter(({ call }) => !told.includes(`${call.name} was`))).toEqual([]);
      }),
    );
  });

  test("R10 a message that was taken back leaves no trace, and one that stands does", async () => {
    await holdsInTurns(
      fc.asyncProperty(anyTurn, async (plan) => {
        const run = await driveTurn(plan);

        const told = JSON.stringify(run.result.history);
        const { calls } = readHistory(plan.wire, run.result.history);
        for (const { message, isWithdrawn, roll } of run.result.messages) {
          if (roll.ending.kind === "complete") expect(told.includes(wordsOf(message))).toBe(!isWithdrawn);
          if (!isWithdrawn) continue;
          expect(told.includes(wordsOf(message))).toBe(false);
          expect(roll.outcomes.filter(({ call }) => calls.includes(call.id))).toEqual([]);
        }
      }),
    );
  });

  test("R10 what the model is told of a call says whether it failed", async () => {
    await holdsInTurns(
      fc.asyncProperty(anyTurn, async (plan) => {
        const run = await driveTurn(plan);

        const { answers } = readHistory(plan.wire, run.result.history);
        const good = new Set(
          run.result.messages.flatMap(({ results }) =>
            results.filter(({ kind }) => kind === "done").map(({ call }) => call.id),
          ),
        );
        const isError = (text: string): boolean =>
          plan.wire === "anthropic-messages" ? text.includes('"is_error":true') : /"(Error|\[?error)\b/i.test(text);
        expect(answers.filter(({ id, text }) => isError(text) === good.has(id))).toEqual([]);
      }),
    );
  });
});
