import type { Ending, Outcome } from "../../protocol/outcome.ts";
import type { TruncationCause } from "../../protocol/call-event.ts";
import type { AbandonedCause, UnparseableCause } from "../../protocol/outcome.ts";
import type { JsonObject } from "../dialect.ts";

/** An item in which the assistant's side of the history says in brackets what is missing there. */
export function noteItem(words: string): JsonObject {
  return { type: "message", role: "assistant", content: `[${words}]` };
}

/** What stands in the place of a call that is left out. Never argument text. */
export function noteOfCall(outcome: Outcome): string {
  const name = nameInNotes(outcome.call.name);
  if (outcome.kind === "dispatchable") return `${name} was called. It has no result.`;
  if (outcome.kind === "observed") return `${name} was begun by the provider and did not finish.`;
  return `${name} was called but not run: ${whyUnanswered(outcome)}.`;
}

/** A name that no item can carry is not repeated either. */
export function nameInNotes(name: string): string {
  return isToolName(name) ? name : "A tool";
}

/** Whether an item may carry this name. The API takes no other letters, and no more of them. */
export function isToolName(name: string): boolean {
  return /^[\w-]{1,128}$/.test(name);
}

/** Why a call of the client has no answer. */
export function whyUnanswered(outcome: Outcome): string {
  switch (outcome.kind) {
    case "dispatchable":
    case "observed":
      return "it has no result";
    case "invalid":
      if (outcome.cause === "unknown-tool") return "there is no such tool";
      return outcome.cause === "validator-failed"
        ? "the request could not be checked"
        : "the request did not fit the tool";
    case "failed":
      return CAUSES[outcome.cause];
  }
}

/** What stands behind an answer that has no end, or `null` where it has one. */
export function brokenOff(ending: Ending): string | null {
  if (ending.kind === "abandoned") return `The answer broke off here: ${CAUSES[ending.cause]}.`;
  return ending.class === "filtered" ? `The answer broke off here: ${FILTERED}.` : null;
}

const FILTERED = "it was stopped by the provider's safety filter";
const CUT_SHORT = "the request was cut short";
const UNREADABLE = "the request was unreadable";
const LOST = "the connection was lost";

const CAUSES: Readonly<Record<AbandonedCause | TruncationCause | UnparseableCause, string>> = {
  "token-limit": CUT_SHORT,
  "context-window": CUT_SHORT,
  refused: FILTERED,
  "content-filter": FILTERED,
  paused: "the answer was paused",
  "unknown-stop": CUT_SHORT,
  incomplete: CUT_SHORT,
  "not-json": UNREADABLE,
  "too-large": UNREADABLE,
  "too-deep": UNREADABLE,
  disconnected: LOST,
  "ended-early": "the answer ended early",
  idle: LOST,
  stalled: "the model stopped answering",
  "provider-error": "the model service failed",
  cancelled: "it was cancelled",
  crashed: LOST,
};
