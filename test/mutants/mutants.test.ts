import { readFileSync } from "node:fs";

import { beforeAll, describe, expect, test } from "vitest";

import { plantedBugs } from "./list.ts";
import { NO_BUG, placesOf } from "./planted-bug.ts";
import { runPromises, type PromisesRun } from "./run-promises.ts";

/** More would only wait for each other where the whole suite runs beside them. */
const AT_ONCE = 2;
/** A process for each bug: some seconds each, on a machine that has other things to do. */
const ALL_RUNS_MS = 600_000;

const runs = new Map<string, PromisesRun>();

async function runAll(): Promise<void> {
  const jobs = [
    async () => runs.set(NO_BUG, await runPromises(NO_BUG)),
    ...plantedBugs.map((bug) => async () => runs.set(bug.name, await runPromises(bug.name, bug.promise))),
  ].values();
  // Each worker takes the next job when it has done its last.
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const job of jobs) await job();
    }),
  );
}

describe("a planted bug turns the property of its promise red", () => {
  beforeAll(runAll, ALL_RUNS_MS);

  test("without a bug every property holds", () => {
    const run = runs.get(NO_BUG);

    expect(run?.broken).toEqual([]);
    expect(run?.failed).toEqual([]);
    expect(run?.passed).toBeGreaterThan(20);
  });

  for (const { name, promise } of plantedBugs) {
    test(`${promise} is broken by a bug: ${name}`, () => {
      const run = runs.get(name);

      expect(run?.broken).toEqual([]);
      expect(run?.failed.filter((title) => title.startsWith(`${promise} `))).not.toEqual([]);
    });
  }
});

describe("the planted bugs", () => {
  test("each has a name of its own, and its place exactly once in its file", () => {
    expect(new Set(plantedBugs.map(({ name }) => name)).size).toBe(plantedBugs.length);
    for (const bug of plantedBugs) {
      const source = readFileSync(new URL(`../../${bug.file}`, import.meta.url), "utf8");
      expect(placesOf(bug, source), bug.name).toBe(1);
    }
  });

  test("each promise has two at least", () => {
    for (const promise of ["R1", "R2", "R3", "R5", "R6", "R7", "R8", "R9", "R10", "R13", "R14"] as const) {
      expect(plantedBugs.filter((bug) => bug.promise === promise).length, promise).toBeGreaterThanOrEqual(2);
    }
  });
});
