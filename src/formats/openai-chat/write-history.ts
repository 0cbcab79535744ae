import type { CallAnswer } from "../../protocol/answer.ts";
import type { CallFacts, Outcome } from "../../protocol/outcome.ts";
import type { History, JsonObject, SettledMessage } from "../dialect.ts";
import type { Fields } from "../fields.ts";
import { createIdRegister, type IdRules } from "../id-register.ts";
import { brokeOffNote, leftOutNote } from "../left-out.ts";
import { fitOpenaiName, sayCalledName } from "../openai-name.ts";
import { repeatedArguments } from "../raw-arguments.ts";
import { hasCalls, idsIn, turnOf } from "./assistant-calls.ts";
import type { Transcript } from "./transcript.ts";

/**
 * The history behind a message: one message of the assistant with the calls that have an answer, and right behind it the
 * answers in the order of the calls (R10). What was neither said nor called leaves no trace.
 */
export function writeHistory(history: History, message: SettledMessage, transcript: Transcript): History {
  const { kept, notes } = sortCalls(history, message, transcript);
  const content = contentOf(message, transcript, notes);
  if (content === null && kept.length === 0) return history;
  const assistant = {
    role: "assistant",
    content,
    ...(isInToolTurn(history, kept) ? transcript.reasoning : {}),
    ...(transcript.extras === undefined ? {} : { extra_content: transcript.extras }),
    ...(kept.length === 0 ? {} : { tool_calls: kept.map(({ call }) => call) }),
  };
  return { ...history, messages: [...history.messages, assistant, ...kept.map(({ answer }) => answer)] };
}

/**
 * OpenAI refuses longer ids in a history, and hosts behind a gateway give longer ones (pi-ai 1.6.0, 2026-12-01). Other
 * characters stay: the host that gave the id gets it back, and Kimi stops calling tools where its `functions.get_tide:0`
 * was changed (https://github.com/MoonshotAI/kimi-code/pull/2503, 2026-12-01).
 */
const ID_RULES: IdRules = { maxChars: 40 };

interface KeptCall {
  readonly call: JsonObject;
  readonly answer: JsonObject;
}

interface SortedCalls {
  readonly kept: readonly KeptCall[];
  /** One for every call that is left out. */
  readonly notes: readonly string[];
}

function sortCalls(history: History, { outcomes, answers }: SettledMessage, transcript: Transcript): SortedCalls {
  const ids = createIdRegister(idsIn(history.messages), ID_RULES);
  const kept: KeptCall[] = [];
  const notes: string[] = [];
  for (const outcome of outcomes) {
    const { call } = outcome;
    // An answer to what the provider ran would be one to a call that is not there.
    const answer = outcome.kind === "observed" ? undefined : answers.get(call.index);
    if (answer === undefined) {
      notes.push(leftOutNote(outcome));
    } else {
      const id = ids.take(call.id);
      const written = writeCall(id, outcome, transcript.extrasOf(call.index));
      kept.push({ call: written, answer: { role: "tool", tool_call_id: id, content: textOf(answer, call) } });
    }
  }
  return { kept, notes };
}

/**
 * A deprecated `function_call` is written as a call like any other: the request declares its tools as `tools`, and a message
 * of the role `function` names no call, so that two answers of one tool cannot be told apart.
 */
function writeCall(id: string, outcome: Outcome, extras: Fields | undefined): JsonObject {
  const { name, input, text } = outcome.call;
  const body =
    input === "text"
      ? { type: "custom", custom: { name: fitOpenaiName(name), input: text.toWellFormed() } }
      : { type: "function", function: { name: fitOpenaiName(name), arguments: repeatedArguments(outcome) } };
  return { id, ...body, ...(extras === undefined ? {} : { extra_content: extras }) };
}

const SAYS_ERROR = /^\W*error\b/i;

/** The answer in words: this wire has no flag for an error, and the history may know the tool under another name. */
function textOf({ isError, text }: CallAnswer, { name }: CallFacts): string {
  const said = (isError && !SAYS_ERROR.test(text) ? `Error: ${text}` : text).toWellFormed();
  return sayCalledName(said, name);
}

/**
 * What stands in `content`; `null` where nothing does. A refusal is text there: the field `refusal` does not count as content
 * (`openai` 7.59.0, `ChatCompletionAssistantMessageParam`, 2026-12-01), and look-alikes do not know it.
 */
function contentOf({ ending }: SettledMessage, { text, refusal }: Transcript, notes: readonly string[]): string | null {
  const said = [text, refusal].filter((part) => part.trim() !== "");
  const breakOff = said.length > 0 && ending.kind === "abandoned" ? [brokeOffNote(ending.cause)] : [];
  const parts = [...said, ...breakOff, ...notes];
  return parts.length === 0 ? null : parts.join("\n\n");
}

/**
 * DeepSeek asks for the reasoning of a turn in which tools were called, refuses the request without it, and elsewhere had
 * rather not see it (https://api-docs.deepseek.com/guides/thinking_mode, 2026-12-01).
 */
function isInToolTurn({ messages }: History, kept: readonly KeptCall[]): boolean {
  return kept.length > 0 || turnOf(messages).some(hasCalls);
}
