import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { TurnResult } from "../../src/index.ts";
import { driveTurn, type TurnRun } from "./support/turn-drive.ts";
import { holdsInTurns } from "./support/turn-holds.ts";
import { brokenTurn, wholeTurn, type PlannedMessage, type TurnPlan } from "./support/turn-plan.ts";

/** The one thing that is broken off: a complete answer, its calls, and where. */
const brokenMessage = fc.record({ base: wholeTurn, calls: fc.integer({ min: 1, max: 3 }) }).map(({ base, calls }) => {
  const call = { kind: "fits", tool: "pay", value: 1, behavior: "works" } as const;
  const message: PlannedMessage = {
    calls: Array.from({ length: calls }, () => call),
    end: { kind: "clean" },
    fallbackBefore: null,
  };
  const plan: TurnPlan = { ...base, messages: [message] };
  return { plan, message };
});

/** What a turn came to, with the words changed in which a cancel may differ from a lost connection. */
function reportOf({ ending, messages, history }: TurnResult): unknown {
  const rename = (text: string): string =>
    text.replaceAll("it was cancelled", "the connection was lost").replaceAll("cancelled", "disconnected");
  return {
    ending: ending.kind === "cancelled" ? "abandoned" : ending.kind,
    messages: messages.map(({ isWithdrawn, mayHaveActed, results, roll }) => ({
      isWithdrawn,
      mayHaveActed,
      results,
      outcomes: roll.outcomes.map((outcome) => [
        outcome.kind,
        outcome.call.id,
        "cause" in outcome ? rename(outcome.cause) : "",
      ]),
    })),
    history: rename(JSON.stringify(history)),
  };
}

/** How many events come until the last call of the only message is announced. */
function eventsUntilLastCall({ events }: TurnRun): number {
  return 1 + events.findLastIndex((event) => event.type === "message" && event.event.type === "announced");
}

const cancelledBy = {
  abort: "person",
  "abort-before": "person",
  leave: "client-left",
  drain: "shutdown",
  none: "nobody",
} as const;

describe("R14: cancelling a turn is not a softer path", () => {
  test("R14 a cancel while the model speaks comes to the report and the history of a lost connection", async () => {
    await holdsInTurns(
      fc.asyncProperty(brokenMessage, fc.constantFrom("abort", "leave", "drain"), async ({ plan, message }, kind) => {
        const whole = await driveTurn(plan);
        // A lost connection is tried again where retries are left; a cancel never is.
        const lostMessage: PlannedMessage = { ...message, end: { kind: "lost", how: "reset" } };
        const lost = await driveTurn({ ...plan, messages: [lostMessage], retries: 0 });
        const afterEvents = eventsUntilLastCall(whole);
        const cancelled = await driveTurn({ ...plan, exit: { kind, afterEvents } });

        expect(cancelled.result.ending.kind).toBe("cancelled");
        expect(reportOf(cancelled.result)).toEqual(reportOf(lost.result));
      }),
      0.3,
    );
  });

  test("R14 wherever a turn is broken off, it ends once, every request is aborted, and nothing begins any more", async () => {
    await holdsInTurns(
      fc.asyncProperty(brokenTurn, async (plan) => {
        const { events, result, requests, runs, runsAtExit } = await driveTurn(plan);

        const ended = events.filter(({ type }) => type === "turn-ended");
        const hasLeft = plan.exit.kind === "leave" && runsAtExit !== null;
        expect(ended.length).toBe(hasLeft && events.at(-1)?.type !== "turn-ended" ? 0 : 1);
        expect(requests.filter(({ signal }) => !signal.aborted)).toEqual([]);
        if (runsAtExit !== null) expect(runs.length).toBe(runsAtExit);
        if (result.ending.kind === "cancelled") {
          expect(result.ending.by).toBe(cancelledBy[plan.exit.kind]);
        }
      }),
    );
  });

  test("R14 a turn whose signal was aborted before it began asks nobody and gives its history back", async () => {
    await holdsInTurns(
      fc.asyncProperty(wholeTurn, async (plan) => {
        const { result, requests } = await driveTurn({ ...plan, exit: { kind: "abort-before" } });

        expect(requests).toEqual([]);
        expect(result).toMatchObject({ ending: { kind: "cancelled", by: "person" }, messages: [] });
        expect(result.history).toEqual({ messages: [{ role: "user", content: "Do what I asked for." }] });
      }),
      0.1,
    );
  });

  test("R14 a turn that nobody breaks off is never cancelled, and its last event is its end", async () => {
    await holdsInTurns(
      fc.asyncProperty(wholeTurn, async (plan) => {
        const { events, result } = await driveTurn(plan);

        expect(result.ending.kind).not.toBe("cancelled");
        expect(events.findIndex(({ type }) => type === "turn-ended")).toBe(events.length - 1);
        expect(events.at(-1)).toEqual({ type: "turn-ended", ending: result.ending });
      }),
      0.3,
    );
  });
});
