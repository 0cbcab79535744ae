import { describe, expect, test } from "vitest";

import { applyDefaults } from "../../src/ledger/settings.ts";
import { ledgerStates, nextState } from "../../src/ledger/states.ts";
import { edgeLines, edgesOfTable } from "../house/drawing.ts";

describe("the states of an intent", () => {
  test("R9: an effect leads to a state of its own in every case, and only what did not happen can be claimed again", () => {
    expect(edgeLines(edgesOfTable(ledgerStates))).toEqual([
      "claimed --> did-not-happen : decline",
      "claimed --> done : finish",
      "claimed --> in-doubt : lose",
      "did-not-happen --> claimed : claim-again",
      "in-doubt --> reconciled : resolve",
      "reconciled --> claimed : claim-again",
    ]);
  });

  test("what is done goes nowhere, and a doubt cannot be claimed", () => {
    expect(nextState("done", "claim-again")).toBeUndefined();
    expect(nextState("in-doubt", "claim-again")).toBeUndefined();
  });
});

describe("the options of a ledger", () => {
  test("have finite defaults", () => {
    expect(applyDefaults({})).toMatchObject({ leaseMs: 30_000, maxResultBytes: 65_536 });
  });

  test("that make no sense are refused", () => {
    expect(() => applyDefaults({ leaseMs: 0 })).toThrow("leaseMs is 0: give milliseconds above 0, such as 30000");
    expect(() => applyDefaults({ maxResultBytes: Number.NaN })).toThrow(RangeError);
  });
});
