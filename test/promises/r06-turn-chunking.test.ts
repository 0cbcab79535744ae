import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { TurnResult } from "../../src/index.ts";
import type { Transport } from "../../src/simulator.ts";
import { driveTurn } from "./support/turn-drive.ts";
import { holdsInTurns } from "./support/turn-holds.ts";
import { wholeTurn } from "./support/turn-plan.ts";

const transport: fc.Arbitrary<Transport> = fc.constantFrom<Transport>("byte", "utf8", "whole", 7, { random: 50 });

/** What a turn came to, without times and without the number of pieces. */
function sense({ ending, history, messages, corrections }: TurnResult): unknown {
  return {
    ending,
    history,
    corrections,
    messages: messages.map(({ roll, results, ...rest }) => ({
      ...rest,
      outcomes: roll.outcomes.map(({ kind, call }) => [kind, call.id, call.text]),
      results: results.map(({ call, ...result }) => [call.id, result]),
    })),
  };
}

describe("R6: a turn, however its bytes are cut", () => {
  test("R6 the same turn at any split comes to the same result and the same requests", async () => {
    await holdsInTurns(
      fc.asyncProperty(wholeTurn, transport, async (plan, cut) => {
        const first = await driveTurn(plan);
        const second = await driveTurn(plan, { transport: cut });

        expect(sense(second.result)).toEqual(sense(first.result));
        expect(second.requests.map(({ body }) => body)).toEqual(first.requests.map(({ body }) => body));
        expect(second.runs.map(({ callId }) => callId).toSorted()).toEqual(
          first.runs.map(({ callId }) => callId).toSorted(),
        );
      }),
      0.5,
    );
  });
});
