import type { Dispatchable, RollResult } from "rollcall";

/** A tool of yours: what it does with arguments that its schema took. */
export type RunTool = (args: unknown) => Promise<string>;

/** Runs what may run, in the order of announcement, and returns the results by the id of the call. */
export async function runDispatchable(
  { outcomes }: RollResult,
  tools: ReadonlyMap<string, RunTool>,
): Promise<ReadonlyMap<string, string>> {
  const results = new Map<string, string>();
  for (const outcome of outcomes) {
    if (outcome.kind === "dispatchable") results.set(outcome.call.id, await dispatch(outcome, tools));
  }
  return results;
}

/** Only an outcome that came out of `settle` type-checks here. */
async function dispatch({ call, args }: Dispatchable, tools: ReadonlyMap<string, RunTool>): Promise<string> {
  const run = tools.get(call.name);
  if (run === undefined) throw new TypeError(`no tool is called ${call.name}`);
  return run(args);
}
