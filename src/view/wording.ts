import type { StopClass, TruncationCause } from "../protocol/call-event.ts";
import type { AbandonedCause, Ending, Failed, InvalidCause, Outcome, UnparseableCause } from "../protocol/outcome.ts";
import type { RollCount } from "../protocol/roll-event.ts";
import { inertLine } from "./inert.ts";

/** A tool's name is provider input: longer ones are cut. */
const MAX_NAME_CODE_POINTS = 80;

const NOT_RUN = "⊘";

const invalidStatements: Readonly<Record<InvalidCause, string>> = {
  schema: "not run (the request did not fit the tool)",
  "unknown-tool": "not run (the request did not fit the tool)",
  "duplicate-key": "not run (the request did not fit the tool)",
  "inexact-number": "not run (the request did not fit the tool)",
  "reserved-key": "not run (the request did not fit the tool)",
  "not-an-object": "not run (the request did not fit the tool)",
  "validator-failed": "not run (the request could not be checked)",
};

const truncatedStatements: Readonly<Record<TruncationCause, string>> = {
  "token-limit": "not run (the request was cut short)",
  "context-window": "not run (the request was cut short)",
  refused: "not run (stopped by the provider's safety filter)",
  "content-filter": "not run (stopped by the provider's safety filter)",
  paused: "not run (the request was cut short)",
  "unknown-stop": "not run (the request was cut short)",
};

const unparseableStatements: Readonly<Record<UnparseableCause, string>> = {
  incomplete: "not run (the request was cut short)",
  "not-json": "not run (the request was unreadable)",
  "too-large": "not run (the request was unreadable)",
  "too-deep": "not run (the request was unreadable)",
};

const abandonedStatements: Readonly<Record<AbandonedCause, string>> = {
  disconnected: "not run (connection lost)",
  idle: "not run (connection lost)",
  crashed: "not run (connection lost)",
  "ended-early": "not run (the answer ended early)",
  stalled: "not run (the model stopped answering)",
  "provider-error": "not run (the model service failed)",
  cancelled: "cancelled",
};

const abandonedEndings: Readonly<Record<AbandonedCause, string>> = {
  disconnected: "the connection was lost",
  idle: "the connection was lost",
  crashed: "the connection was lost",
  "ended-early": "the answer ended early",
  stalled: "the model stopped answering",
  "provider-error": "the model service failed",
  cancelled: "cancelled",
};

/** A message that stopped cleanly needs no line: its calls say all there is to say. */
const stoppedEndings: Readonly<Record<StopClass, string | null>> = {
  clean: null,
  ceiling: "the answer was cut short",
  filtered: "the answer was stopped by the provider's safety filter",
  paused: "the answer was paused before it was finished",
  failed: "the model service failed",
  unknown: "the answer stopped for an unknown reason",
};

/**
 * The one line that tells a person how a call ended, such as `⊘ create_ticket — not run (connection lost)`. In English;
 * one line whatever the provider called the tool.
 */
export function callLine(outcome: Outcome): string {
  const name = toolName(outcome.call.name);
  switch (outcome.kind) {
    case "dispatchable":
      return `${name} — ready`;
    case "observed":
      return `· ${name} — run by the provider`;
    case "invalid":
      return `${NOT_RUN} ${name} — ${invalidStatements[outcome.cause]}`;
    case "failed":
      return `${NOT_RUN} ${name} — ${failedStatement(outcome)}`;
  }
}

/**
 * The one line that tells a person that the message did not end well, such as `⊘ the answer ended early — nothing was
 * run`; `null` when it ended well. `count` keeps the line true: it never denies what the provider ran or what may run.
 */
export function endingLine(ending: Ending, count: RollCount): string | null {
  const statement = ending.kind === "complete" ? stoppedEndings[ending.class] : abandonedEndings[ending.cause];
  return statement === null ? null : `${NOT_RUN} ${statement}${consequence(count)}`;
}

/** A tool's name as a person may see it: inert, bounded, and never blank. */
export function toolName(name: string): string {
  return name.trim() === "" ? "a tool" : inertLine(name, MAX_NAME_CODE_POINTS);
}

function failedStatement(outcome: Failed): string {
  switch (outcome.reason) {
    case "truncated":
      return truncatedStatements[outcome.cause];
    case "unparseable":
      return unparseableStatements[outcome.cause];
    case "abandoned":
      return abandonedStatements[outcome.cause];
  }
}

function consequence(count: RollCount): string {
  if (count.dispatchable > 0) return "";
  return count.observed > 0 ? " — nothing else was run" : " — nothing was run";
}
