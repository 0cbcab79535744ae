import { RollcallError } from "../protocol/errors.ts";
import type { Outcome } from "../protocol/outcome.ts";
import type { RollCount } from "../protocol/roll-event.ts";

/** Counts the outcomes and checks that they add up to what was announced (R2). @throws {RollcallError} if they do not. */
export function countOutcomes(outcomes: readonly Outcome[], announced: number): RollCount {
  const count = { announced, dispatchable: 0, invalid: 0, failed: 0, observed: 0 };
  for (const { kind } of outcomes) count[kind] += 1;
  const settled = count.dispatchable + count.invalid + count.failed + count.observed;
  if (settled === announced) return Object.freeze(count);
  throw new RollcallError("roll-incomplete", `${announced} calls were announced and ${settled} have an outcome`);
}
