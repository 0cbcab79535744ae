import { fitToolName } from "./tool-name.ts";

/**
 * Longer names are refused, and so are other characters (`openai` 7.59.0, `FunctionDefinition.name`; of Responses
 * https://github.com/Wei-Shaw/sub2api/issues/3818; both 2026-12-01).
 */
const MAX_NAME_CHARS = 64;
const MAX_QUOTED_CHARS = 200;

/** The name under which a call goes into a history of OpenAI's APIs. */
export function fitOpenaiName(name: string): string {
  return fitToolName(name, MAX_NAME_CHARS);
}

/** An answer, with the name that was called where the history knows the tool under another one. */
export function sayCalledName(answer: string, name: string): string {
  if (fitOpenaiName(name) === name || answer.includes(name)) return answer;
  return `${answer}\n\n[The tool was called by the name ${JSON.stringify(name.slice(0, MAX_QUOTED_CHARS))}.]`;
}
