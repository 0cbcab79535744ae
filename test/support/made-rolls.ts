import type { Ending, Failed, Invalid, Outcome } from "../../src/protocol/outcome.ts";
import type { CallFacts } from "../../src/protocol/outcome.ts";
import type { RollResult } from "../../src/protocol/roll-event.ts";
import { anthropicMessages } from "../../src/anthropic.ts";
import { settle, type SettleTool } from "../../src/index.ts";
import { playScript, type Step } from "../../src/simulator.ts";

/** What is known of a call that nobody looks at closely. */
export function callFacts(facts: Partial<CallFacts> = {}): CallFacts {
  return {
    index: 0,
    id: "call_0",
    name: "pay",
    runBy: "client",
    input: "json",
    text: "{}",
    bytes: 2,
    fragments: 1,
    announcedAtMs: 0,
    lastFragmentAtMs: 0,
    closedAtMs: 0,
    largestGapMs: 0,
    ...facts,
  };
}

/** A call that failed for one cause. */
export function failed(kind: Pick<Failed, "reason" | "cause">, facts: Partial<CallFacts> = {}): Failed {
  return parseFailed({ kind: "failed", ...kind, call: callFacts(facts), detail: "what was seen" });
}

function parseFailed(value: object): Failed {
  // Which causes belong to which reason is for the test to know.
  return value as Failed;
}

/** A call with arguments that do not fit. */
export function invalid(cause: Invalid["cause"], facts: Partial<CallFacts> = {}): Invalid {
  return { kind: "invalid", cause, call: callFacts(facts), issues: [] };
}

/** A message that ended with a stop. */
export function completeRoll(
  stopClass: Extract<Ending, { kind: "complete" }>["class"],
  outcomes: readonly Outcome[] = [],
): RollResult {
  return rollOf({ kind: "complete", stop: "word", class: stopClass, cause: null, detail: "" }, outcomes);
}

/** A message that was lost. */
export function lostRoll(ending: Omit<Extract<Ending, { kind: "abandoned" }>, "kind" | "stop" | "class">): RollResult {
  return rollOf({ kind: "abandoned", stop: null, class: null, ...ending }, []);
}

function rollOf(ending: Ending, outcomes: readonly Outcome[]): RollResult {
  const count = (kind: Outcome["kind"]): number => outcomes.filter((outcome) => outcome.kind === kind).length;
  return {
    ending,
    outcomes,
    faults: [],
    count: {
      announced: outcomes.length,
      dispatchable: count("dispatchable"),
      invalid: count("invalid"),
      failed: count("failed"),
      observed: count("observed"),
    },
  };
}

const broken = {
  "~standard": {
    version: 1,
    vendor: "test",
    validate: () => {
      throw new Error("the validator broke");
    },
  },
} as const;

/** The tools of settled messages: `pay` takes a whole amount, the validator of `broken` throws. */
const settleTools: readonly SettleTool[] = [
  {
    name: "pay",
    input: { type: "object", properties: { amount: { type: "integer" } }, required: ["amount"] },
  },
  { name: "broken", input: broken },
];

/** What Claude's wire makes of these steps, as `settle` sees it. */
export async function settledRoll(steps: readonly Step[]): Promise<RollResult> {
  return settle(playScript({ format: "anthropic-messages", steps }), { format: anthropicMessages, tools: settleTools })
    .result;
}
