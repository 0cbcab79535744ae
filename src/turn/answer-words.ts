/**
 * What the model is told of a call, in words that stand on their own: which tool, whether anything ran, what to do next.
 * Argument text is never quoted beyond what an issue already has.
 */
import type { CallAnswer } from "../protocol/answer.ts";
import type { AbandonedCause, Failed, Invalid, InvalidCause, UnparseableCause } from "../protocol/outcome.ts";
import type { TruncationCause } from "../protocol/call-event.ts";
import type { CallResult, NotRunCause } from "../protocol/turn-event.ts";
import { isMissing, issueLines, listValues } from "./answer-issues.ts";
import { cutLine } from "../protocol/cut-text.ts";
import { describeThrown } from "../protocol/describe-thrown.ts";
import { lostResult, resultAnswer } from "./result-text.ts";

/** Names of tools come from the model. */
const MAX_NAME_CHARS = 80;

const misfits: Readonly<Record<Exclude<InvalidCause, "unknown-tool" | "validator-failed">, string>> = {
  schema: "its arguments do not fit",
  "duplicate-key": "its arguments give a key twice",
  "inexact-number": "its arguments have a number that cannot be read exactly",
  "reserved-key": "its arguments have a key that is not accepted",
  "not-an-object": "its arguments are no JSON object",
};

const truncations: Readonly<Record<TruncationCause, string>> = {
  "token-limit": "the answer reached its limit of tokens before the call was whole. Ask for less in one call",
  "context-window": "the context window was full before the call was whole. Ask for less in one call",
  refused: "the message was refused",
  "content-filter": "the message was stopped by a content filter",
  paused: "the message was paused before it was run",
  "unknown-stop": "the message stopped for an unknown reason",
};

const misreadings: Readonly<Record<UnparseableCause, readonly [fault: string, advice: string]>> = {
  incomplete: ["its arguments break off before their end", "Send the whole call again, as one JSON object"],
  "not-json": [
    "its arguments are no JSON",
    "Send the call again, with one JSON object and nothing before or behind it",
  ],
  "too-large": ["its arguments are too large", "Ask for less in one call"],
  "too-deep": ["its arguments are nested too deeply", "Make them flatter"],
};

const losses: Readonly<Record<AbandonedCause, string>> = {
  disconnected: "the connection was lost before the message ended",
  "ended-early": "the message ended early",
  idle: "the connection fell silent before the message ended",
  stalled: "the message stalled before it ended",
  "provider-error": "the model service failed before the message ended",
  cancelled: "it was cancelled",
  crashed: "the process that read the message ended before it did",
};

/** The answer to a call whose arguments did not fit: enough for the model to correct itself. */
export function invalidAnswer(invalid: Invalid): CallAnswer {
  const { cause, issues } = invalid;
  const name = nameOf(invalid);
  if (cause === "unknown-tool") return error(`There is no tool ${name}, so nothing was run. ${knownTools(invalid)}`);
  if (cause === "validator-failed") {
    return error(
      `${name} was not run: its arguments could not be checked, for a reason on this side that other arguments do not change. Do not call it again for this; tell the person.`,
    );
  }
  const advice = issues.some(isMissing)
    ? "Call it again with arguments that fit. If you do not know a value that is missing, ask the person for it and do not guess."
    : "Call it again with arguments that fit.";
  return error([`${name} was not run: ${misfits[cause]}.`, ...issueLines(issues), advice].join("\n"));
}

/** The answer to a call that cannot be trusted, where a history keeps it or a policy hands it back. */
export function failedAnswer(failed: Failed): CallAnswer {
  return error(`${nameOf(failed)} was not run: ${whyFailed(failed)}.`);
}

/** The answer to a call that could run: its result, or what became of it. */
export function callAnswer(result: CallResult): CallAnswer {
  const name = nameOf(result);
  switch (result.kind) {
    case "done":
      return result.isReplay ? replayAnswer(name, result) : doneAnswer(result);
    case "errored":
      return error(
        `${name} ran and failed: ${"error" in result ? describeThrown(result.error) : cutLine(result.note)}. It may be called again.`,
      );
    case "not-run":
      return error(`${name} was not run${whyNotRun(result.cause, cutLine(result.note))}`);
    case "in-doubt":
      return error(
        `${name} may have run, and nobody knows yet whether it did: ${cutLine(result.note)}. Do not call it again for the same purpose, since that could do it twice; tell the person that it may have happened.`,
      );
  }
}

/** What is known of a call for which the words fail: a ledger of one's own may have given something that is no text. */
export function unsaidAnswer(result: CallResult): CallAnswer {
  const name = nameOf(result);
  switch (result.kind) {
    case "done":
      return lostResult("it cannot be put into words");
    case "errored":
      return error(`${name} ran and failed, and nothing more can be said about it.`);
    case "not-run":
      return error(`${name} was not run now, and nothing more can be said about it; tell the person.`);
    case "in-doubt":
      return error(
        `${name} may have run, and nobody knows yet whether it did. Do not call it again for the same purpose; tell the person that it may have happened.`,
      );
  }
}

type Done = Extract<CallResult, { readonly kind: "done" }>;

function doneAnswer({ value, note }: Done): CallAnswer {
  return note === null ? resultAnswer(value) : lostResult(cutLine(note));
}

/** What a reconciler notes beside a result that is there takes nothing from it. */
function replayAnswer(name: string, { value, note }: Done): CallAnswer {
  const before = `${name} had done this already, by an earlier call, and did not run again.`;
  const isLost = note !== null && (value === undefined || value === null);
  if (isLost) return { isError: false, text: `${before} It has happened; its result is not known: ${cutLine(note)}.` };
  const { isError, text } = resultAnswer(value);
  return { isError, text: `${before} Its result: ${text}` };
}

/** What is wrong with the ledger or with the tool's own key is for a developer, and no arguments mend it. */
function whyNotRun(cause: NotRunCause, note: string): string {
  switch (cause) {
    case "did-not-happen":
      return `: nothing happened (${note}). It may be called again if that has changed.`;
    case "conflict":
      return ": its intent key belongs to another call, with another tool or other arguments. Calling it again with the same arguments changes nothing; tell the person.";
    case "cancelled":
      return ": it was cancelled before it began.";
    case "ledger":
      return ": nothing could be written down about it, and without that it does not run. Do not try it again now; tell the person.";
    case "not-looked-up":
      return " now, and whether an earlier call did it could not be looked up: it may have happened before. Do not try it again now; tell the person.";
    case "half-character":
      return ": a text in its arguments has half of a character (a surrogate without its other half). Send the call again with that text written without it.";
    case "intent":
      return ": it could not be told what this call is meant to bring about. Do not try it again now; tell the person.";
  }
}

function whyFailed(failed: Failed): string {
  switch (failed.reason) {
    case "truncated":
      return truncations[failed.cause];
    case "unparseable": {
      const place = failed.offset === undefined ? "" : ` (at character ${failed.offset})`;
      const [fault, advice] = misreadings[failed.cause];
      return `${fault}${place}. ${advice}`;
    }
    case "abandoned":
      return losses[failed.cause];
  }
}

function knownTools({ issues }: Invalid): string {
  const names = issues.flatMap(({ allowed }) => allowed ?? []);
  return names.length === 0 ? "There are no tools in this request." : `The tools are ${listValues(names)}.`;
}

function nameOf({ call }: Pick<Invalid, "call">): string {
  return call.name.trim() === "" ? "A tool without a name" : JSON.stringify(cutLine(call.name, MAX_NAME_CHARS));
}

function error(text: string): CallAnswer {
  return { isError: true, text: text.toWellFormed() };
}
