import { describe, expect, test } from "vitest";

import { growthExponent, median, quantile } from "../../bench/fit.ts";

describe("the exponent of growth", () => {
  test.each([
    ["linear", [2, 20, 200], 1],
    ["quadratic", [3, 300, 30_000], 2],
    ["constant", [7, 7, 7], 0],
    ["like a square root", [1, 10 ** 0.5, 10], 0.5],
  ])("of costs that are %s is found", (_, costs, exponent) => {
    const points = costs.map((cost, place) => ({ size: 10 ** place, cost }));

    expect(growthExponent(points)).toBeCloseTo(exponent, 10);
  });

  test("is the best line through points that are on none", () => {
    // Logs of cost 0, 1, 1, 2 at logs of size 0, 1, 2, 3: the slope is 0.6.
    const points = [1, 10, 10, 100].map((cost, place) => ({ size: 10 ** place, cost }));

    expect(growthExponent(points)).toBeCloseTo(0.6, 10);
  });

  test.each([
    ["one point", [{ size: 1, cost: 1 }]],
    ["one size", [1, 2].map((cost) => ({ size: 8, cost }))],
    ["a cost of nothing", [1, 2].map((size) => ({ size, cost: 0 }))],
    ["a cost that was not measured", [1, 2].map((size) => ({ size, cost: Number.NaN }))],
  ])("cannot be told from %s", (_, points) => {
    expect(() => growthExponent(points)).toThrow(RangeError);
  });
});

describe("the middle of numbers", () => {
  test("does not depend on their order", () => {
    expect(median([9, 1, 5])).toBe(5);
  });

  test("lies between two where they are even", () => {
    expect(median([1, 2, 4, 9])).toBe(3);
  });

  test("a quartile lies between two numbers by interpolation", () => {
    expect(quantile([10, 20, 30, 40], 0.25)).toBe(17.5);
  });

  test("there is none without numbers", () => {
    expect(() => median([])).toThrow(RangeError);
  });
});
