import { describe, expect, test } from "vitest";

import type { Dispatchable } from "../../src/protocol/outcome.ts";
import { createOrdinals, type Ordinals } from "../../src/turn/ordinals.ts";
import { settledRoll } from "../support/made-rolls.ts";

async function calls(...amounts: readonly string[]): Promise<readonly Dispatchable[]> {
  const { outcomes } = await settledRoll([
    ...amounts.map((amount) => ({ kind: "call", name: "pay", arguments: `{"amount":${amount}}` }) as const),
    { kind: "stop", reason: "calls" },
    { kind: "done" },
  ]);
  return outcomes.filter((outcome): outcome is Dispatchable => outcome.kind === "dispatchable");
}

/** Ordinal and number of earlier equal calls, call by call. */
async function place(ordinals: Ordinals, ...amounts: readonly string[]): Promise<readonly (readonly number[])[]> {
  const message = await calls(...amounts);
  const places = ordinals.place(message);
  return message.map((call) => [places.get(call)?.ordinal ?? -1, places.get(call)?.earlier ?? -1]);
}

describe("the place of a call among its equals", () => {
  test("R9 two equal calls of one message have two ordinals, and no earlier one", async () => {
    expect(await place(createOrdinals([]), "5", "7", "5")).toEqual([
      [0, 0],
      [0, 0],
      [1, 0],
    ]);
  });

  test("R9 an equal call of a later message has the next ordinal, and knows of the earlier ones", async () => {
    const ordinals = createOrdinals([]);

    expect(await place(ordinals, "5", "5")).toEqual([
      [0, 0],
      [1, 0],
    ]);
    expect(await place(ordinals, "5", "7")).toEqual([
      [2, 2],
      [0, 0],
    ]);
    expect(await place(ordinals, "5")).toEqual([[3, 3]]);
  });

  test("the spelling of the arguments does not matter", async () => {
    expect(await place(createOrdinals([]), "5", "5.0", "  5e0")).toEqual([
      [0, 0],
      [1, 0],
      [2, 0],
    ]);
  });

  test("R9 what stands in the turn's history already counts, and another tool's calls do not", async () => {
    const ordinals = createOrdinals([
      { name: "pay", args: { amount: 5 } },
      { name: "look", args: { amount: 5 } },
    ]);

    expect(await place(ordinals, "5")).toEqual([[1, 1]]);
  });

  test("arguments that have no canonical form are no failure", () => {
    expect(() => createOrdinals([{ name: "pay", args: "\uD83D" }])).not.toThrow();
  });
});
