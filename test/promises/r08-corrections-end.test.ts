import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { driveTurn } from "./support/turn-drive.ts";
import { holdsInTurns } from "./support/turn-holds.ts";
import { complaints } from "./support/turn-oracle.ts";
import { anyTurn, stubbornTurn, wholeTurn } from "./support/turn-plan.ts";

describe("R8: the model corrects itself a bounded number of times", () => {
  test("R8 the model is asked again exactly where a result, a correction, a pause or a retry calls for it", async () => {
    await holdsInTurns(
      fc.asyncProperty(anyTurn, async (plan) => {
        const run = await driveTurn(plan);

        expect(complaints(run)).toEqual([]);
      }),
    );
  });

  test("R8 a model that is wrong again and again is asked as often as the bounds and what it repeats allow", async () => {
    await holdsInTurns(
      fc.asyncProperty(stubbornTurn, async (plan) => {
        const run = await driveTurn(plan);

        expect(complaints(run)).toEqual([]);
      }),
    );
  });

  test("R8 there are never more corrections than the turn allows, and each is said and counted", async () => {
    await holdsInTurns(
      fc.asyncProperty(fc.oneof(wholeTurn, stubbornTurn), async (plan) => {
        const { events, result } = await driveTurn(plan);

        const correcting = events.filter((event) => event.type === "correcting");
        expect(correcting.length).toBeLessThanOrEqual(plan.corrections);
        expect(correcting.map(({ correction }) => correction)).toEqual(correcting.map((_event, place) => place + 1));
        const corrected = new Set(correcting.map(({ message }) => message));
        expect(new Set(result.corrections.map(({ message }) => message))).toEqual(corrected);
        const ofPay = result.corrections.filter(({ tool }) => tool === "pay");
        expect(ofPay.length).toBeLessThanOrEqual(Math.min(plan.corrections, plan.payCorrections ?? Infinity));
        expect(ofPay.map(({ attempt }) => attempt)).toEqual(ofPay.map((_attempt, place) => place + 1));
      }),
    );
  });
});
