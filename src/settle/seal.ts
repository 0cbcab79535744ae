import type { CallFacts, Dispatchable } from "../protocol/outcome.ts";

type Unsealed = Pick<Dispatchable, "kind" | "call" | "args" | "parsed">;

const genuine = new WeakSet<object>();

/** Whether `value` came out of the finalizer. A look-alike object does not pass, whatever its type says. */
export function isDispatchable(value: unknown): value is Dispatchable {
  return typeof value === "object" && value !== null && genuine.has(value);
}

/** Makes the one value that a dispatcher accepts. Only the finalizer calls this (R3), and a test holds it to that. */
export function seal(call: CallFacts, args: unknown, parsed: unknown): Dispatchable {
  const outcome: Unsealed = Object.freeze({ kind: "dispatchable", call, args, parsed });
  genuine.add(outcome);
  if (isDispatchable(outcome)) return outcome;
  throw new TypeError("an outcome could not be sealed");
}
