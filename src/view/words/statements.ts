/** What becomes of calls, messages and turns, as words for a person. */
import type { StopClass, TruncationCause } from "../../protocol/call-event.ts";
import type { AbandonedCause, Ending, Failed, Outcome } from "../../protocol/outcome.ts";
import type { CallResult, TurnEnding } from "../../protocol/turn-event.ts";
import type { CallStatus, EndStatus } from "../blocks/block.ts";
import type { Words } from "./words.ts";

/** How a call ended: its status, and the words for it. */
export interface Verdict {
  readonly status: EndStatus;
  readonly statement: string;
}

/** Stand in front of a line; nothing else tells the endings apart for who sees no color. */
export const marks: Readonly<Record<CallStatus, string>> = {
  preparing: "",
  ready: "",
  running: "",
  done: "✓",
  errored: "✗",
  "in-doubt": "?",
  "not-run": "⊘",
  cancelled: "⊘",
  observed: "·",
};

/** The line of a call: mark, tool, statement. */
export function lineOf(status: CallStatus, tool: string, statement: string): string {
  const line = `${tool} — ${statement}`;
  return marks[status] === "" ? line : `${marks[status]} ${line}`;
}

/** How a call ends by its outcome; one that can run has not ended. */
export function outcomeVerdict(outcome: Exclude<Outcome, { readonly kind: "dispatchable" }>, words: Words): Verdict {
  switch (outcome.kind) {
    case "observed":
      return { status: "observed", statement: words.results.observed };
    case "invalid":
      return { status: "not-run", statement: words.invalid[outcome.cause] };
    case "failed":
      return failedVerdict(outcome, words);
  }
}

function failedVerdict(outcome: Failed, words: Words): Verdict {
  switch (outcome.reason) {
    case "truncated":
      return { status: "not-run", statement: words.truncated[outcome.cause] };
    case "unparseable":
      return { status: "not-run", statement: words.unparseable[outcome.cause] };
    case "abandoned":
      return abandonedVerdict(outcome.cause, words);
  }
}

/** How a call ends of which nothing is known but how its message ended. */
export function endingVerdict(ending: Ending, words: Words): Verdict {
  if (ending.kind === "abandoned") return abandonedVerdict(ending.cause, words);
  switch (ending.class) {
    case "clean":
      return abandonedVerdict("ended-early", words);
    case "failed":
      return abandonedVerdict("provider-error", words);
    case "ceiling":
      return { status: "not-run", statement: words.truncated["token-limit"] };
    case "filtered":
      return { status: "not-run", statement: words.truncated.refused };
    case "paused":
      return { status: "not-run", statement: words.truncated.paused };
    case "unknown":
      return { status: "not-run", statement: words.truncated["unknown-stop"] };
  }
}

/** How a call ends by why it was abandoned. */
export function abandonedVerdict(cause: AbandonedCause, words: Words): Verdict {
  return { status: cause === "cancelled" ? "cancelled" : "not-run", statement: words.abandoned[cause] };
}

/** How a call ends by what became of it. */
export function resultVerdict(result: CallResult, words: Words): Verdict {
  const { results, notRun } = words;
  switch (result.kind) {
    case "done":
      return { status: "done", statement: result.isReplay ? results.replayed : results.done };
    case "errored":
      return { status: "errored", statement: results.errored };
    case "not-run":
      return { status: result.cause === "cancelled" ? "cancelled" : "not-run", statement: notRun[result.cause] };
    case "in-doubt":
      return { status: "in-doubt", statement: results.inDoubt };
  }
}

/** How a message ended; `null` when it ended well. */
export function endingStatement(ending: Ending, words: Words): string | null {
  if (ending.kind === "abandoned") return words.losses[ending.cause];
  return ending.class === "clean" ? null : words.stops[ending.class];
}

/** How a turn ended; `null` when it ended well. */
export function turnStatement(ending: TurnEnding, { turns, stops, losses }: Words): string | null {
  switch (ending.kind) {
    case "done":
      return null;
    case "not-corrected":
      return turns.notCorrected;
    case "not-checked":
      return turns.notChecked;
    case "truncated":
      return stops[classes[ending.cause]];
    case "unparseable":
      return ending.cause === "incomplete" ? stops.ceiling : turns.unreadable;
    case "abandoned":
      return losses[ending.cause];
    case "endless":
      return turns.endless;
    case "cancelled":
      return turns.cancelled[ending.by];
  }
}

const classes: Readonly<Record<TruncationCause, Exclude<StopClass, "clean">>> = {
  "token-limit": "ceiling",
  "context-window": "ceiling",
  refused: "filtered",
  "content-filter": "filtered",
  paused: "paused",
  "unknown-stop": "unknown",
};
