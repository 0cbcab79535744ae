import type { Fault, RunBy, StopClass } from "../../protocol/call-event.ts";
import type { Issue, Outcome } from "../../protocol/outcome.ts";
import type { RollResult } from "../../protocol/roll-event.ts";
import { callLine, endingLine } from "../../view.ts";

/** What `rollcall replay --json` prints; documented in docs/cli.md. Keys come in this order. */
export interface RollDocument {
  readonly format: string;
  readonly ending: {
    readonly kind: "complete" | "abandoned";
    readonly stop: string | null;
    readonly class: StopClass | null;
    readonly cause: string | null;
    /** What a person reads of the ending; `null` when there is nothing to say. */
    readonly line: string | null;
  };
  readonly announced: number;
  readonly calls: readonly CallDocument[];
  readonly text: string;
  readonly faults: readonly Fault[];
}

/** One call in the document. Keys that do not apply to its kind are left out. */
export interface CallDocument {
  readonly index: number;
  readonly id: string;
  readonly name: string;
  readonly runBy: RunBy;
  readonly kind: Outcome["kind"];
  readonly reason?: string;
  readonly cause?: string;
  readonly args?: unknown;
  readonly issues?: readonly Issue[];
  readonly bytes: number;
  readonly fragments: number;
  /** What a person reads of the call. */
  readonly line: string;
}

/** What was replayed, and what became of it. */
export interface ReplayedRoll {
  readonly formatName: string;
  readonly result: RollResult;
  /** All text of the answer. */
  readonly text: string;
}

/** Makes the document of a replay. */
export function rollDocument({ formatName, result, text }: ReplayedRoll): RollDocument {
  const { ending, outcomes, count, faults } = result;
  return {
    format: formatName,
    ending: {
      kind: ending.kind,
      stop: ending.stop,
      class: ending.class,
      cause: ending.cause,
      line: endingLine(ending, count),
    },
    announced: outcomes.length,
    calls: outcomes.map(callDocument),
    text,
    faults: faults.map(({ code, detail }) => ({ code, detail })),
  };
}

function callDocument(outcome: Outcome): CallDocument {
  const { index, id, name, runBy, bytes, fragments } = outcome.call;
  const kind = outcome.kind;
  return { index, id, name, runBy, kind, ...particulars(outcome), bytes, fragments, line: callLine(outcome) };
}

function particulars(outcome: Outcome): Pick<CallDocument, "reason" | "cause" | "args" | "issues"> {
  switch (outcome.kind) {
    case "dispatchable":
      return { args: outcome.args };
    case "invalid":
      return { cause: outcome.cause, issues: outcome.issues };
    case "failed":
      return { reason: outcome.reason, cause: outcome.cause };
    case "observed":
      return {};
  }
}
