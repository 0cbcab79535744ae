import type {
  AbandonedCause,
  CallResult,
  Ending,
  InvalidCause,
  Issue,
  Outcome,
  RequestReason,
  TruncationCause,
  TurnEnding,
  UnparseableCause,
} from "rollcall";
import type { FieldRules } from "./redact.ts";

/** Why the model was asked. */
export const askedBecause: Readonly<Record<RequestReason, string>> = {
  asked: "the person asked",
  results: "every call has its result",
  correction: "calls did not fit their tools, and go back to the model",
  continuation: "the provider paused and is to go on",
  reissue: "the last request failed before anything ran, and is sent again",
};

const truncated: Readonly<Record<TruncationCause, string>> = {
  "token-limit":
    "the answer reached its token ceiling. Nothing in a cut answer is trusted, even where the text parses and fits.",
  "context-window": "the context window was full.",
  refused: "the model refused.",
  "content-filter": "the provider's filter stopped the answer.",
  paused: "the provider paused.",
  "unknown-stop": "the answer stopped with a word that nobody knows, which is never taken for a clean stop.",
};

const unparseable: Readonly<Record<UnparseableCause, string>> = {
  incomplete: "the text is the beginning of a JSON document that never ends.",
  "not-json": "the text is no JSON document.",
  "too-large": "the text outgrew its limit.",
  "too-deep": "the text is nested deeper than its limit.",
};

const abandoned: Readonly<Record<AbandonedCause, string>> = {
  disconnected: "the connection broke before the answer stated its stop.",
  "ended-early": "the body ended before the answer stated its stop.",
  idle: "not one byte came within the limit, so the request was aborted.",
  stalled: "the connection lived, but no more of the answer came within the limit.",
  "provider-error": "the provider reported an error.",
  cancelled: "the turn was called off.",
  crashed: "the process ended while the call was open.",
};

const invalid: Readonly<Record<InvalidCause, string>> = {
  schema: "it is whole, and does not fit the schema of the tool",
  "unknown-tool": "there is no tool of this name",
  "duplicate-key": "a key is given twice",
  "inexact-number": "a number cannot be held exactly",
  "reserved-key": "a key is reserved",
  "not-an-object": "the arguments are no object",
  "validator-failed": "the tool's own check failed",
};

const loss = { truncated, unparseable, abandoned };

/** Why an outcome is what it is. Values that may not be shown are not in it. */
export function explainOutcome(outcome: Outcome, rules: FieldRules): string {
  switch (outcome.kind) {
    case "dispatchable":
      return "May run: the provider closed it, the answer stopped cleanly, the text is one JSON document, and it fits the schema.";
    case "observed":
      return "The provider ran it itself.";
    case "invalid":
      return [
        `Not run: ${invalid[outcome.cause]}.`,
        ...outcome.issues.flatMap((issue) => issueWords(issue, rules)),
      ].join(" ");
    case "failed":
      return `Not run: ${lossWords(outcome)}`;
  }
}

function lossWords(outcome: Extract<Outcome, { kind: "failed" }>): string {
  const words: Readonly<Record<string, string>> = loss[outcome.reason];
  const place = outcome.offset === undefined ? "" : ` It stopped being one at character ${outcome.offset}.`;
  return `${words[outcome.cause] ?? outcome.cause}${place}`;
}

function issueWords({ path, allowed, expected, received }: Issue, rules: FieldRules): readonly string[] {
  if (path === "") return [];
  const [, field = ""] = path.split("/");
  const rule = Object.hasOwn(rules, field) ? rules[field] : rules["*"];
  if (rule !== "show") return ["A field that is not shown does not fit."];
  const wanted = allowed === undefined ? expected : allowed.map((value) => JSON.stringify(value)).join(", ");
  return [`${path}: expected ${wanted}; received ${received}.`];
}

/** What providers say where nothing was cut. */
const cleanWords: ReadonlySet<string> = new Set(["tool_use", "tool_calls", "completed", "end_turn", "stop"]);

/** What the end of an answer means. */
export function explainEnding(ending: Ending): string {
  if (ending.kind === "abandoned") return `Nothing in it may run: ${abandoned[ending.cause]}`;
  switch (ending.class) {
    case "clean":
      return "A clean stop: calls that are whole and fit may run.";
    case "ceiling":
      return cleanWords.has(ending.stop)
        ? "The word says that all went well, but the count of tokens says that a ceiling was reached: no call of this answer may run."
        : "A ceiling: no call of this answer may run.";
    case "filtered":
      return "A refusal or a filter: no call of this answer may run.";
    case "paused":
      return "A pause: the provider is asked to go on.";
    case "failed":
      return "The provider failed: no call of this answer may run.";
    case "unknown":
      return "A stop that nobody knows: no call of this answer may run.";
  }
}

/** What became of a call that could run. Results and notes of tools are not in it. */
export function explainResult(result: CallResult): string {
  switch (result.kind) {
    case "done":
      return result.isReplay
        ? "The ledger has this very effect already: nothing ran, and the kept result was given."
        : "The tool ran once, and the ledger has its result.";
    case "errored":
      return "The tool ran and failed; running it again does no harm.";
    case "not-run":
      return "Nothing happened.";
    case "in-doubt":
      return "It may have happened. The ledger blocks it until somebody finds out.";
  }
}

/** How a turn ended, in words. */
export function explainTurn(ending: TurnEnding): string {
  const advice = ending.advice === null ? "" : ` Before another try: ${ending.advice}.`;
  return `${turnWords(ending)}${advice}`;
}

function turnWords(ending: TurnEnding): string {
  switch (ending.kind) {
    case "done":
      return "The model is done.";
    case "not-corrected":
      return ending.cause === "bound"
        ? "The calls did not fit, and the model is not asked any more: the bound is reached."
        : "The calls did not fit, and the model is not asked any more: the failure repeats itself.";
    case "not-checked":
      return "A call could not be checked.";
    case "truncated":
      return `The answer was cut: ${truncated[ending.cause]}`;
    case "unparseable":
      return `A call could not be read: ${unparseable[ending.cause]}`;
    case "abandoned":
      return `The answer was lost: ${abandoned[ending.cause]}`;
    case "endless":
      return "The model was asked as often as it may be.";
    case "cancelled":
      return cancelWords[ending.by];
  }
}

const cancelWords = {
  person: "The person stopped it.",
  "client-left": "It was called off, since no page watched any more.",
  shutdown: "It was called off, since the playground shut down.",
} as const;
