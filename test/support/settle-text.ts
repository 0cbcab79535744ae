import { anthropicMessages } from "../../src/anthropic.ts";
import { settle } from "../../src/index.ts";
import type { Outcome } from "../../src/protocol/outcome.ts";
import { anthropicMessage, wholeCall } from "./anthropic-events.ts";
import { createManualClock } from "./manual-clock.ts";
import { deliver, plainCall, type SettledCall, type StreamOptions } from "./settle-stream.ts";

/** What one call came to: its verdict alone. */
export type Verdict = Omit<SettledCall, "id" | "name" | "runBy">;

/** The verdict on a call `act` that is closed under a clean stop and has this argument text. */
export async function verdictOn(text: string, options: StreamOptions = {}): Promise<Verdict> {
  const { id: _id, name: _name, runBy: _runBy, ...verdict } = plainCall(await outcomeOf(text, options));
  return verdict;
}

/** The whole outcome of a call `act` that is closed under a clean stop and has this argument text. */
export async function outcomeOf(text: string, options: StreamOptions = {}): Promise<Outcome> {
  const [outcome] = (await outcomesOf([["act", text]], options)).outcomes;
  if (outcome === undefined) throw new Error("the call has no outcome");
  return outcome;
}

/** The outcomes of several calls, given by tool name and argument text, and the codes of the faults. */
export async function outcomesOf(
  calls: readonly (readonly [name: string, text: string])[],
  options: StreamOptions = {},
): Promise<{ readonly outcomes: readonly Outcome[]; readonly faultCodes: readonly string[] }> {
  const blocks = calls.flatMap(([name, text], at) => wholeCall(at, `toolu_${at}`, name, text));
  const roll = settle(deliver([anthropicMessage("tool_use", ...blocks)]), {
    tools: "any",
    clock: createManualClock(),
    ...options,
    format: anthropicMessages,
  });
  const { outcomes, faults } = await roll.result;
  return { outcomes, faultCodes: faults.map((fault) => fault.code) };
}
