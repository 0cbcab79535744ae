import { copyPlain, freezeJson, frozenCopy } from "../json/plain-value.ts";
import type { CallFacts, Dispatchable } from "../protocol/outcome.ts";

type Unsealed = Pick<Dispatchable, "kind" | "call" | "args" | "parsed">;

const genuine = new WeakSet<object>();

/** Whether `value` came out of the finalizer. A look-alike object does not pass, whatever its type says. */
export function isDispatchable(value: unknown): value is Dispatchable {
  return typeof value === "object" && value !== null && genuine.has(value);
}

/**
 * Makes the one value that a dispatcher accepts. Only the finalizer calls this (R3), and a test holds it to that.
 *
 * What passed the schema is what runs: nobody who sees the outcome can change the arguments in it. Those that a library
 * made are copied, for it may hold on to parts of them, such as a default.
 */
export function seal(call: CallFacts, args: unknown, parsed: unknown): Dispatchable {
  freezeJson(parsed);
  const fixed = args === parsed ? parsed : frozenCopy(args);
  const outcome: Unsealed = Object.freeze({ kind: "dispatchable", call, args: fixed, parsed });
  genuine.add(outcome);
  if (isDispatchable(outcome)) return outcome;
  throw new TypeError("an outcome could not be sealed");
}

/** The arguments for a tool to run with: a copy, which it may change as it likes. */
export function ownArguments<Args>({ args }: { readonly args: Args }): Args {
  return copyPlain(args);
}
