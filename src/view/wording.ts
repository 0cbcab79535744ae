import type { Ending, Outcome } from "../protocol/outcome.ts";
import type { RollCount } from "../protocol/roll-event.ts";
import { inertLine } from "./inert.ts";
import { english } from "./words/english.ts";
import { endingStatement, lineOf, marks, outcomeVerdict } from "./words/statements.ts";
import type { Words } from "./words/words.ts";

/** A tool's name is provider input: longer ones are cut. */
const MAX_NAME_CODE_POINTS = 80;

/**
 * The one line that tells a person how a call ended, such as `⊘ create_ticket — not run (connection lost)`. In English
 * unless other words are given; one line whatever the provider called the tool.
 */
export function callLine(outcome: Outcome, words: Words = english): string {
  const name = toolName(outcome.call.name, words);
  if (outcome.kind === "dispatchable") return lineOf("ready", name, words.live.ready);
  const { status, statement } = outcomeVerdict(outcome, words);
  return lineOf(status, name, statement);
}

/**
 * The one line that tells a person that the message did not end well, such as `⊘ the answer ended early — nothing was
 * run`; `null` when it ended well. `count` keeps the line true: it never denies what the provider ran or what may run.
 */
export function endingLine(ending: Ending, count: RollCount, words: Words = english): string | null {
  const sentence = endingSentence(ending, count, words);
  return sentence === null ? null : noticeLine(sentence);
}

/** As {@link endingLine}, without its mark. */
export function endingSentence(ending: Ending, count: RollCount, words: Words): string | null {
  const statement = endingStatement(ending, words);
  if (statement === null || count.dispatchable > 0) return statement;
  return `${statement} — ${count.observed > 0 ? words.tally.nothingElse : words.tally.nothing}`;
}

/** The line of a notice. */
export function noticeLine(statement: string): string {
  return `${marks["not-run"]} ${statement}`;
}

/** A tool's name as a person may see it: inert, bounded, and never blank. */
export function toolName(name: string, words: Words = english): string {
  return name.trim() === "" ? words.aTool : inertLine(name, MAX_NAME_CODE_POINTS);
}
