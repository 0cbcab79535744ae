import type { History } from "../formats/dialect.ts";
import type { Dispatchable, Failed, Invalid } from "../protocol/outcome.ts";
import type { CallResult } from "../protocol/turn-event.ts";
import type { SettledAnswer } from "./ask-model.ts";
import { dispatch } from "./dispatch.ts";
import { answerCalls, toCorrectable } from "./message-answers.ts";
import type { Tool } from "./tool.ts";
import type { MessageReport } from "./turn-report.ts";
import type { TurnScope } from "./turn-scope.ts";

/** A message that stands in the history. */
export interface AnsweredMessage {
  readonly report: MessageReport;
  readonly history: History;
}

/** Runs the calls of a message that stands, answers every call of it, and writes it into the history. */
export async function answerMessage(
  answer: SettledAnswer,
  standing: { readonly history: History; readonly correct: readonly (Invalid | Failed)[] },
  scope: TurnScope,
): Promise<AnsweredMessage> {
  const { message, because, roll, scribe } = answer;
  const { history, correct } = standing;
  if (correct.length > 0) beginCorrection(message, correct, scope);
  const results = await dispatchCalls(answer, scope);
  const answers = answerCalls(roll.outcomes, results, correct);
  const mayHaveActed = results.some((result) => mayAct(result, scope.settings.tools));
  return {
    report: { message, because, isWithdrawn: false, roll, results, mayHaveActed },
    history: scribe.write(history, { ending: roll.ending, outcomes: roll.outcomes, answers }),
  };
}

function beginCorrection(message: number, calls: readonly (Invalid | Failed)[], scope: TurnScope): void {
  const correction = scope.corrections.begin(message, calls.map(toCorrectable));
  scope.outbox.put({ type: "correcting", message, correction, indexes: calls.map(({ call }) => call.index) });
}

function dispatchCalls({ message, roll }: SettledAnswer, scope: TurnScope): Promise<readonly CallResult[]> {
  const { settings, ordinals, stop, outbox } = scope;
  const calls = roll.outcomes.filter((outcome): outcome is Dispatchable => outcome.kind === "dispatchable");
  return dispatch(message, calls, {
    ...settings,
    ordinals,
    signal: stop.tools,
    stop: stop.requests,
    emit: (event) => outbox.put(event),
  });
}

function mayAct(result: CallResult, tools: readonly Tool[]): boolean {
  return result.kind !== "not-run" && tools.find(({ name }) => name === result.call.name)?.effect !== "read";
}
