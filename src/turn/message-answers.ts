import type { CallAnswer } from "../protocol/answer.ts";
import type { Failed, Invalid, Outcome } from "../protocol/outcome.ts";
import type { CallResult } from "../protocol/turn-event.ts";
import { failureSignature } from "./answer-signature.ts";
import { callAnswer, failedAnswer, invalidAnswer, unsaidAnswer } from "./answer-words.ts";
import type { Correctable } from "./corrections.ts";

/** What the model is told of each call, by `call.index`. A call that failed is left out, unless it is handed back. */
export function answerCalls(
  outcomes: readonly Outcome[],
  results: readonly CallResult[],
  handedBack: readonly (Invalid | Failed)[],
): ReadonlyMap<number, CallAnswer> {
  const answers = new Map<number, CallAnswer>(results.map((result) => [result.call.index, answerOf(result)]));
  for (const outcome of outcomes) {
    if (outcome.kind === "invalid") answers.set(outcome.call.index, invalidAnswer(outcome));
    else if (outcome.kind === "failed" && handedBack.includes(outcome)) {
      answers.set(outcome.call.index, failedAnswer(outcome));
    }
  }
  return answers;
}

/** Words that cannot be found must not take the turn with them: what the sibling calls did would be lost. */
function answerOf(result: CallResult): CallAnswer {
  try {
    return callAnswer(result);
  } catch {
    return unsaidAnswer(result);
  }
}

/** A call as the corrections count it. */
export function toCorrectable(call: Invalid | Failed): Correctable {
  const { name, text } = call.call;
  const signature = call.kind === "invalid" ? failureSignature(call) : JSON.stringify([name, call.cause, text]);
  return { tool: name, signature };
}
