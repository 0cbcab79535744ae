import type { TruncationCause } from "../../protocol/call-event.ts";
import type { AbandonedCause, InvalidCause, Outcome, UnparseableCause } from "../../protocol/outcome.ts";
import { replayName } from "./replay-identity.ts";

/** What stands behind the text of an answer that never ended. */
export const BROKEN_OFF = "[The answer broke off here.]";

/** What stands in the place of a call that is left out: that it did not run, and why. Never argument text. */
export function noteOf(outcome: Outcome): string {
  const name = outcome.call.name === "" ? "a tool without a name" : replayName(outcome.call.name);
  switch (outcome.kind) {
    case "invalid":
      return notRun(name, invalid[outcome.cause]);
    case "failed":
      return notRun(name, failed[outcome.cause]);
    case "dispatchable":
      // Whether it ran is for whoever ran it to say, and nobody did.
      return `[The call to ${name} has no result.]`;
    case "observed":
      return `[The provider itself ran ${name}.]`;
  }
}

function notRun(name: string, reason: string): string {
  return `[The call to ${name} was not run: ${reason}.]`;
}

const invalid: Readonly<Record<InvalidCause, string>> = {
  schema: "its arguments did not fit the tool",
  "unknown-tool": "there is no such tool",
  "duplicate-key": "its arguments gave a key twice",
  "inexact-number": "its arguments had a number that cannot be held exactly",
  "reserved-key": "its arguments used a reserved key",
  "not-an-object": "its arguments were no JSON object",
  "validator-failed": "its arguments could not be checked",
};

const failed: Readonly<Record<TruncationCause | UnparseableCause | AbandonedCause, string>> = {
  "token-limit": "it was cut off at the token limit",
  "context-window": "it was cut off where the context window was full",
  refused: "the model refused",
  "content-filter": "a content filter stopped the answer",
  paused: "the answer was paused",
  "unknown-stop": "the answer stopped for an unknown reason",
  incomplete: "its arguments were cut short",
  "not-json": "its arguments were not JSON",
  "too-large": "its arguments were too large",
  "too-deep": "its arguments were nested too deep",
  disconnected: "the connection was lost",
  "ended-early": "the answer ended early",
  idle: "the answer stopped coming",
  stalled: "the answer stopped coming",
  "provider-error": "the provider failed",
  cancelled: "it was cancelled",
  crashed: "the application stopped",
};
