/**
 * What a settled message means for its turn: one rule after the other, the first that fits decides.
 *
 * - N1 A message that is sent again has run nothing (R9): the question comes before its calls are run.
 * - N2 Every dispatchable call of a message that stands is run, whatever becomes of its siblings.
 * - N3 Only a message that stopped cleanly, and all of whose calls are answered for, is followed by another request (R8).
 */
import type { TruncationCause } from "../protocol/call-event.ts";
import type { Failed, Invalid, Outcome } from "../protocol/outcome.ts";
import type { RollResult } from "../protocol/roll-event.ts";
import type { RequestReason, TurnEnding } from "../protocol/turn-event.ts";
import type { Corrections } from "./corrections.ts";
import { decisiveFailure } from "./decisive-failure.ts";
import { toCorrectable } from "./message-answers.ts";

/** What is to be done with a message. */
export type Step =
  /** Nothing of it ran: take it back, and send its request again. */
  | { readonly kind: "reissue" }
  /** It stands: run its calls, answer, and ask again. */
  | {
      readonly kind: "go-on";
      readonly because: Exclude<RequestReason, "asked" | "reissue">;
      /** The calls that go back to the model. */
      readonly correct: readonly (Invalid | Failed)[];
    }
  /** It stands: run its calls, answer, and end. */
  | { readonly kind: "end"; readonly ending: TurnEnding };

/** What the rules look at beside the message. */
export interface StepScope {
  readonly corrections: Corrections;
  /** Whether unreadable calls may go back to the model; once in a turn. */
  readonly mayHandBack: boolean;
  /** Whether the request of this message may be sent again. */
  readonly mayReissue: boolean;
  /** What to change before a request that was cut is tried again. */
  readonly advice: string | null;
}

/** Decides. */
export function nextStep(roll: RollResult, scope: StepScope): Step {
  const { ending } = roll;
  const isHandedBack = mayHandBack(roll, scope);
  if (!isHandedBack && scope.mayReissue) return { kind: "reissue" };
  if (ending.kind === "abandoned") return end({ kind: "abandoned", cause: ending.cause }, roll, scope);
  if (ending.class === "paused") return { kind: "go-on", because: "continuation", correct: [] };
  if (ending.class !== "clean") return end({ kind: "truncated", cause: causeOf(roll) }, roll, scope);
  const failed = roll.outcomes.find((outcome) => isFinal(outcome, isHandedBack));
  if (failed !== undefined) return end(endingOf(failed), roll, scope);
  return judgeCalls(roll, isHandedBack, scope);
}

/** Unreadable calls go back only where the corrections allow it; else another try of the request may help. */
function mayHandBack(roll: RollResult, scope: StepScope): boolean {
  if (!scope.mayHandBack || !roll.outcomes.some(isUnparseable)) return false;
  return judge(toBeCorrected(roll, true), scope) === "allowed";
}

/** Why the message was cut. Where no call says it, the class of its stop does. */
function causeOf(roll: RollResult): TruncationCause {
  const { ending } = roll;
  const cut = decisiveFailure(roll);
  if (cut?.reason === "truncated") return cut.cause;
  if (ending.class === "ceiling") return "token-limit";
  return ending.class === "filtered" ? "refused" : "unknown-stop";
}

/** Every call is dispatchable, invalid, handed back, or none of the client's. */
function judgeCalls(roll: RollResult, isHandedBack: boolean, scope: StepScope): Step {
  const correct = toBeCorrected(roll, isHandedBack);
  if (correct.length === 0) {
    if (roll.outcomes.some(({ kind }) => kind === "dispatchable"))
      return { kind: "go-on", because: "results", correct };
    return end({ kind: "done" }, roll, scope);
  }
  const verdict = judge(correct, scope);
  if (verdict === "allowed") return { kind: "go-on", because: "correction", correct };
  return end({ kind: "not-corrected", cause: verdict }, roll, scope);
}

function toBeCorrected({ outcomes }: RollResult, isHandedBack: boolean): readonly (Invalid | Failed)[] {
  return outcomes.filter(
    (outcome): outcome is Invalid | Failed => outcome.kind === "invalid" || (isHandedBack && isUnparseable(outcome)),
  );
}

function judge(calls: readonly (Invalid | Failed)[], scope: StepScope): ReturnType<Corrections["judge"]> {
  return scope.corrections.judge(calls.map(toCorrectable));
}

type EndingKind = TurnEnding extends infer Each
  ? Each extends TurnEnding
    ? Omit<Each, "detail" | "advice">
    : never
  : never;

function end(kind: EndingKind, roll: RollResult, scope: StepScope): Step {
  return { kind: "end", ending: { ...kind, detail: detailOf(roll), advice: scope.advice } };
}

function detailOf(roll: RollResult): string {
  const { ending } = roll;
  const failed = decisiveFailure(roll);
  return ending.detail === "" && failed !== undefined ? failed.detail : ending.detail;
}

function isUnparseable(outcome: Outcome): outcome is Failed {
  return outcome.kind === "failed" && outcome.reason === "unparseable";
}

/**
 * Whether a call ends the turn: it can neither be run nor be corrected. A call from before another model took over is
 * none: the answer of the other model stands.
 */
function isFinal(outcome: Outcome, isHandedBack: boolean): outcome is Failed | Invalid {
  if (outcome.kind === "invalid") return outcome.cause === "validator-failed";
  if (outcome.kind !== "failed" || outcome.cause === "refused") return false;
  return !(isHandedBack && isUnparseable(outcome));
}

function endingOf(call: Failed | Invalid): EndingKind {
  if (call.kind === "invalid") return { kind: "not-checked" };
  switch (call.reason) {
    case "truncated":
      return { kind: "truncated", cause: call.cause };
    case "unparseable":
      return { kind: "unparseable", cause: call.cause };
    case "abandoned":
      return { kind: "abandoned", cause: call.cause };
  }
}
