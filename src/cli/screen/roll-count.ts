import type { RollCount } from "../../protocol/roll-event.ts";

/** The sum that always holds, in words: `3 announced = 1 dispatchable + 1 invalid + 1 failed + 0 observed`. */
export function countLine(count: RollCount): string {
  const { announced, dispatchable, invalid, failed, observed } = count;
  return `${announced} announced = ${dispatchable} dispatchable + ${invalid} invalid + ${failed} failed + ${observed} observed`;
}

/** Adds up the counts of several streams. */
export function addCounts(counts: readonly RollCount[]): RollCount {
  const sum = { announced: 0, dispatchable: 0, invalid: 0, failed: 0, observed: 0 };
  for (const count of counts) {
    sum.announced += count.announced;
    sum.dispatchable += count.dispatchable;
    sum.invalid += count.invalid;
    sum.failed += count.failed;
    sum.observed += count.observed;
  }
  return sum;
}
