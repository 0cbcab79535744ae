/**
 * The finalizer: turns a roll whose message is over into one verdict per call. Every exit of a stream ends here.
 *
 * Owns: the order of the rules. Does not own: time, the stream, and the validators, which may be asynchronous: a verdict is
 * either an outcome or a value for the validation step, whose answer comes back to `conclude`.
 *
 * - F1 The stream is judged first, then the stop, then the text, then the schema; the first that fails decides.
 * - F2 A text that parses proves nothing about a call whose message did not stop cleanly.
 * - F3 Nothing else makes a dispatchable outcome (R3).
 */
import type { Stop } from "../protocol/call-event.ts";
import type { AbandonedCause, Ending, Failed, Invalid, Issue, Observed, Outcome } from "../protocol/outcome.ts";
import { readStrict } from "../json/strict.ts";
import { toFacts, type CallRecord } from "./call-record.ts";
import { judgeText, type TextVerdict } from "./judge-text.ts";
import { advance, type LifecycleTrigger } from "./lifecycle.ts";
import type { Roll } from "./roll.ts";
import { seal } from "./seal.ts";

/** What the user decided about doubtful endings. */
export interface FinalizePolicy {
  readonly truncation: "all" | "last";
  /** The ceiling of the request, where it is known. */
  readonly maxOutputTokens: number | null;
  readonly maxDepth: number;
  readonly maxCallBytes: number;
}

/** What the finalizer came to for one call. */
export type Verdict =
  | { readonly kind: "settled"; readonly call: CallRecord; readonly outcome: Outcome }
  | { readonly kind: "check"; readonly call: CallRecord; readonly text: Checkable };

/** A text that only the tool's schema can still refuse. */
export type Checkable = Extract<TextVerdict, { kind: "object" | "raw" | "wrapped" }>;

/** What the validation step says of a {@link Checkable}. */
export type CheckResult =
  | { readonly kind: "fits"; readonly args: unknown; readonly parsed: unknown }
  | {
      readonly kind: "misfits";
      readonly cause: "schema" | "unknown-tool" | "not-an-object" | "validator-failed";
      readonly issues: readonly Issue[];
    };

/** Judges every call of a message that is over. */
export function finalize(
  roll: Roll,
  policy: FinalizePolicy,
): { readonly ending: Ending; readonly verdicts: readonly Verdict[] } {
  const { message } = roll;
  if (message.kind === "abandoned") {
    const { kind, stop, ...loss } = message;
    const { cause, detail } = loss;
    const ending: Ending = { kind, stop: stop?.word ?? null, class: stop?.class ?? null, ...loss };
    return { ending, verdicts: roll.calls.map((call) => abandon(call, cause, detail)) };
  }
  if (message.kind !== "complete") throw new TypeError("a message is finalized when it is over");
  const stop = effectiveStop(roll, message.stop, policy);
  const ending: Ending = {
    kind: "complete",
    stop: stop.word,
    class: stop.class,
    cause: null,
    detail: detailOf(stop, message.stop),
  };
  return { ending, verdicts: roll.calls.map((call) => judgeCall(call, { roll, stop, policy })) };
}

/** Brings the answer of the validation step home. */
export function conclude(call: CallRecord, result: CheckResult): Outcome {
  move(call, "parse");
  if (result.kind === "fits") {
    move(call, "fit");
    return seal(toFacts(call), result.args, result.parsed);
  }
  move(call, "misfit");
  return Object.freeze({
    kind: "invalid",
    call: toFacts(call),
    cause: result.cause,
    issues: freezeIssues(result.issues),
  });
}

/**
 * The stop that the calls are judged by. A refusal in words and a ceiling that usage gives away count as if the stop had
 * said so.
 */
function effectiveStop(roll: Roll, stop: Stop, policy: FinalizePolicy): Stop {
  if (roll.hasRefusal && stop.class !== "filtered") return { word: stop.word, class: "filtered", cause: "refused" };
  if (stop.class === "clean" && isHiddenTruncation(roll, policy))
    return { word: stop.word, class: "ceiling", cause: "token-limit" };
  return stop;
}

/** Some servers report a cut call as a finished one; the tokens they counted stand at the ceiling all the same. */
function isHiddenTruncation(roll: Roll, policy: FinalizePolicy): boolean {
  const ceiling = policy.maxOutputTokens ?? roll.usage.maxOutputTokens;
  const { outputTokens } = roll.usage;
  if (ceiling === null || outputTokens === null || outputTokens < ceiling) return false;
  const last = roll.calls.findLast((call) => call.runBy === "client");
  if (last === undefined) return false;
  if (last.input === "text" || last.text === "") return true;
  const reading = readStrict(last.text, policy.maxDepth);
  return reading.kind === "unparseable" && reading.cause === "incomplete";
}

function detailOf(stop: Stop, stated: Stop): string {
  if (stop.class === stated.class) return "";
  return stop.class === "ceiling"
    ? "the output tokens stand at the ceiling of the request"
    : "the model refused in words";
}

interface JudgeScope {
  readonly roll: Roll;
  readonly stop: Stop;
  readonly policy: FinalizePolicy;
}

function judgeCall(call: CallRecord, scope: JudgeScope): Verdict {
  if (call.runBy === "provider") return settle(call, "observe", { kind: "observed", call: toFacts(call) });
  const isSpared = isGonePast(call, scope);
  const isClean = scope.stop.class === "clean" || isSpared;
  if (call.conflict !== null) return abandon(call, "provider-error", call.conflict);
  if (call.name === null) return abandon(call, "provider-error", "the name of the tool never came");
  if (isClean && call.closedAtMs === null) return abandon(call, "ended-early", "the call was never closed");
  if (call.isRefused)
    return truncate(call, { ...scope.stop, cause: "refused" }, "a model that refused had begun the call");
  if (!isClean) return truncate(call, scope.stop, `the message stopped with ${scope.stop.word}`);
  if (call.unfinishedStatus !== null) {
    return truncate(call, { ...scope.stop, cause: "unknown-stop" }, `the call itself is ${call.unfinishedStatus}`);
  }
  return judgeTrusted(call, { ...scope.policy, isEmptyAnObject: !isSpared });
}

/** Under a ceiling, and by the user's choice: the call is closed, and the model demonstrably went on to something else. */
function isGonePast(call: CallRecord, { roll, stop, policy }: JudgeScope): boolean {
  return (
    policy.truncation === "last" &&
    stop.class === "ceiling" &&
    call.closedAtMs !== null &&
    call.unfinishedStatus === null &&
    call.openingsSeen < roll.openings
  );
}

function judgeTrusted(call: CallRecord, rules: FinalizePolicy & { readonly isEmptyAnObject: boolean }): Verdict {
  move(call, "clean-stop");
  const text = judgeText(call, rules);
  switch (text.kind) {
    case "object":
    case "raw":
    case "wrapped":
      return { kind: "check", call, text };
    case "invalid":
      return settle(call, "misfit", {
        kind: "invalid",
        call: toFacts(call),
        cause: text.cause,
        issues: freezeIssues(text.issues),
      });
    case "unparseable": {
      const { cause, detail, offset } = text;
      const place = offset === undefined ? {} : { offset };
      return settle(call, "misread", {
        kind: "failed",
        reason: "unparseable",
        cause,
        call: toFacts(call),
        detail,
        ...place,
      });
    }
  }
}

function truncate(call: CallRecord, stop: Stop, detail: string): Verdict {
  const cause = stop.cause ?? "unknown-stop";
  return settle(call, "unclean-stop", { kind: "failed", reason: "truncated", cause, call: toFacts(call), detail });
}

function abandon(call: CallRecord, cause: AbandonedCause, detail: string): Verdict {
  if (call.runBy === "provider") return settle(call, "observe", { kind: "observed", call: toFacts(call) });
  const outcome: Failed = { kind: "failed", reason: "abandoned", cause, call: toFacts(call), detail };
  return settle(call, "lose", outcome);
}

function settle(call: CallRecord, trigger: LifecycleTrigger, outcome: Invalid | Failed | Observed): Verdict {
  move(call, trigger);
  return { kind: "settled", call, outcome: Object.freeze(outcome) };
}

function move(call: CallRecord, trigger: LifecycleTrigger): void {
  call.state = advance(call.state, trigger);
}

/** An outcome never changes (R5), and what is in it does not either. */
function freezeIssues(issues: readonly Issue[]): readonly Issue[] {
  return Object.freeze(issues.map((issue) => Object.freeze(issue)));
}
