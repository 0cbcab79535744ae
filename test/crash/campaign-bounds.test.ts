import { describe, expect, test } from "vitest";

import { missingFrom, readRequest } from "./campaign-bounds.ts";

const kills = {
  "while the model answered": 5,
  "before the claim": 25,
  "between claim and effect": 20,
  "inside the effect": 25,
  "before the conclusion": 20,
  "after the conclusion": 5,
};

describe("the long form of the crash campaign", () => {
  test.each([
    [[], { kills: 5000, seed: 1, minutes: Infinity }],
    [["200"], { kills: 200, seed: 1, minutes: Infinity }],
    [["200", "7", "0.5"], { kills: 200, seed: 7, minutes: 0.5 }],
  ])("takes %j", (words, request) => {
    expect(readRequest(words)).toEqual(request);
  });

  test.each([[["0"]], [["-1"]], [["many"]], [["NaN"]], [["1.5"]], [[""]], [["Infinity"]]])(
    "refuses %j for the kills",
    (words) => {
      expect(readRequest(words)).toBeUndefined();
    },
  );

  test.each([[["9", "x"]], [["9", "-1"]], [["9", "1", "0"]], [["9", "1", "soon"]], [["9", "1", "2", "3"]]])(
    "refuses %j",
    (words) => {
      expect(readRequest(words)).toBeUndefined();
    },
  );

  test("is content with as many kills as were to be, and enough in each phase of an effect", () => {
    expect(missingFrom({ kills }, { kills: 100, inEachPhase: 20 })).toEqual([]);
  });

  test("says what is missing", () => {
    expect(missingFrom({ kills: { ...kills, "inside the effect": 19 } }, { kills: 100, inEachPhase: 20 })).toEqual([
      "94 processes were killed, and 100 were to be",
      "19 were killed inside the effect, and 20 is the least",
    ]);
  });
});
