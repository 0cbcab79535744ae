import type { TruncationCause } from "../../protocol/call-event.ts";
import type { AbandonedCause, Failed, InvalidCause, Outcome, UnparseableCause } from "../../protocol/outcome.ts";
import type { JsonObject } from "../dialect.ts";

/** The names that the API takes for a tool; whatever else stands there is not repeated. */
const TOOL_NAME = /^[a-zA-Z0-9_-]{1,128}$/;

const misfit = "its arguments did not fit the tool";
const unreadable = "its arguments could not be read";
const cutShort = "it was cut short";
const filtered = "a safety filter stopped it";
const lost = "the connection was lost";

const invalidReasons: Readonly<Record<InvalidCause, string>> = {
  schema: misfit,
  "unknown-tool": "there is no such tool",
  "duplicate-key": misfit,
  "inexact-number": misfit,
  "reserved-key": misfit,
  "not-an-object": misfit,
  "validator-failed": "its arguments could not be checked",
};

const truncatedReasons: Readonly<Record<TruncationCause, string>> = {
  "token-limit": cutShort,
  "context-window": cutShort,
  refused: filtered,
  "content-filter": filtered,
  paused: "the answer was paused",
  "unknown-stop": "the answer stopped for an unknown reason",
};

const unparseableReasons: Readonly<Record<UnparseableCause, string>> = {
  incomplete: cutShort,
  "not-json": unreadable,
  "too-large": unreadable,
  "too-deep": unreadable,
};

const abandonedReasons: Readonly<Record<AbandonedCause, string>> = {
  disconnected: lost,
  idle: lost,
  crashed: lost,
  "ended-early": "the answer ended early",
  stalled: "the answer stopped coming",
  "provider-error": "the model service failed",
  cancelled: "it was cancelled",
};

/** Stands in a history behind what an answer said before it broke off. */
export const brokeOffNote: JsonObject = textBlock("[The answer broke off here.]");

/** Stands in a history in the place of a call that is left out, and says why. Never argument text. */
export function leftOutNote(outcome: Outcome): JsonObject {
  const name = toolLabel(outcome.call.name);
  switch (outcome.kind) {
    case "dispatchable":
      // Whether its tool began is not known here, so it is not denied.
      return textBlock(`[The call of ${name} has no result.]`);
    case "observed":
      return textBlock(`[The call of ${name} did not come whole.]`);
    case "invalid":
      return textBlock(`[The call of ${name} was not run: ${invalidReasons[outcome.cause]}.]`);
    case "failed":
      return textBlock(`[The call of ${name} was not run: ${failedReason(outcome)}.]`);
  }
}

/** Stands in the place of a call that the provider began, and whose result never came. */
export function resultMissingNote(name: string): JsonObject {
  return textBlock(`[The result of ${toolLabel(name)} never came.]`);
}

function failedReason(outcome: Failed): string {
  switch (outcome.reason) {
    case "truncated":
      return truncatedReasons[outcome.cause];
    case "unparseable":
      return unparseableReasons[outcome.cause];
    case "abandoned":
      return abandonedReasons[outcome.cause];
  }
}

function toolLabel(name: string): string {
  return TOOL_NAME.test(name) ? name : "a tool";
}

function textBlock(text: string): JsonObject {
  return { type: "text", text };
}
