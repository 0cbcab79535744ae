import type { TruncationCause } from "../protocol/call-event.ts";
import type { AbandonedCause, InvalidCause, Outcome, UnparseableCause } from "../protocol/outcome.ts";
import { isToolName } from "./tool-name.ts";

/** What stands in a history in the place of a call that is left out, and why. Never argument text. */
export function leftOutNote(outcome: Outcome): string {
  const name = toolLabel(outcome.call.name);
  switch (outcome.kind) {
    case "dispatchable":
      // Whether its tool began is not known here, so it is not denied (R9).
      return `[The call to ${name} has no result.]`;
    case "observed":
      return `[The provider's own call to ${name} is left out here.]`;
    case "invalid":
    case "failed":
      return `[The call to ${name} was not run: ${reasonOf(outcome)}.]`;
  }
}

/** What stands behind the words of an answer that broke off, so that the next words do not read as the rest of it. */
export function brokeOffNote(cause: AbandonedCause | TruncationCause): string {
  return `[The answer broke off here: ${failedReasons[cause]}.]`;
}

/** Why a call has no answer, to stand behind a colon. */
export function reasonOf(outcome: Outcome): string {
  switch (outcome.kind) {
    case "dispatchable":
    case "observed":
      return "it has no result";
    case "invalid":
      return invalidReasons[outcome.cause];
    case "failed":
      return failedReasons[outcome.cause];
  }
}

/** The name of a tool for a note: one that no request could declare is not repeated, since it may be any text. */
export function toolLabel(name: string): string {
  return isToolName(name) ? name : "a tool";
}

const misfit = "the request did not fit the tool";
const cutShort = "the request was cut short";
const unreadable = "the request was unreadable";
const filtered = "it was stopped by the provider's safety filter";
const lost = "the connection was lost";

const invalidReasons: Readonly<Record<InvalidCause, string>> = {
  schema: misfit,
  "unknown-tool": "there is no such tool",
  "duplicate-key": misfit,
  "inexact-number": misfit,
  "reserved-key": misfit,
  "not-an-object": misfit,
  "validator-failed": "the request could not be checked",
};

const failedReasons: Readonly<Record<TruncationCause | UnparseableCause | AbandonedCause, string>> = {
  "token-limit": cutShort,
  "context-window": cutShort,
  refused: filtered,
  "content-filter": filtered,
  paused: "the answer was paused",
  "unknown-stop": "the answer stopped for an unknown reason",
  incomplete: cutShort,
  "not-json": unreadable,
  "too-large": unreadable,
  "too-deep": unreadable,
  disconnected: lost,
  idle: lost,
  crashed: lost,
  "ended-early": "the answer ended early",
  stalled: "the model stopped answering",
  "provider-error": "the model service failed",
  cancelled: "it was cancelled",
};
