import type { Finding, HistoryRule } from "../history-rule.ts";
import { repeated } from "../request-body.ts";
import { type Chat, type ChatMessage, chatRule } from "./chat-messages.ts";

/** A message with calls, and the tools' messages directly behind it. */
interface Exchange {
  readonly asked: ChatMessage;
  readonly answers: readonly ChatMessage[];
  /** Calls that are not answered there. */
  readonly open: readonly OpenCall[];
}

interface OpenCall {
  readonly id: string;
  /** Whether a tool answers it further on. */
  readonly isLate: boolean;
}

/** Calls and their answers: a message of the tool for each, directly behind the calls. */
export const chatPairingRules: readonly HistoryRule[] = [
  chatRule({
    name: "unanswered-call",
    title: "Every call has a message of its tool.",
    source: "https://github.com/router-for-me/CLIProxyAPI/issues/2798",
    find: (chat) => describeOpen(chat, (call) => !call.isLate),
  }),
  chatRule({
    name: "late-answer",
    title: "The messages of the tools come directly behind the message that calls them.",
    source: "https://github.com/agno-agi/agno/issues/3105",
    find: (chat) => describeOpen(chat, (call) => call.isLate),
  }),
  chatRule({
    name: "answer-without-calls",
    title: "A message of a tool stands behind a message with calls.",
    source: "https://github.com/miurla/morphic/issues/136",
    find: (chat) =>
      strayAnswers(chat)
        .filter(({ asked }) => asked === undefined)
        .map(({ answer }) => ({
          path: `${answer.path}.role`,
          message:
            "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
        })),
  }),
  chatRule({
    name: "answer-of-unknown-call",
    title: "A message of a tool names a call of the message before.",
    source: "https://github.com/dapr/dapr-agents/issues/145",
    find: (chat) =>
      strayAnswers(chat)
        .filter(({ asked }) => asked !== undefined)
        .map(({ answer }) => ({
          path: `${answer.path}.tool_call_id`,
          message: `Invalid parameter: 'tool_call_id' of '${answer.answers}' not found in 'tool_calls' of previous message.`,
        })),
  }),
  chatRule({
    name: "duplicate-answer",
    title: "A call has one message of its tool.",
    source: "https://github.com/agno-agi/agno/issues/5116",
    find: (chat) => readExchanges(chat).flatMap(({ answers }) => duplicates(answers)),
  }),
  chatRule({
    name: "call-id-unique",
    title: "The calls of one message have ids of their own.",
    source: "https://github.com/openclaw/openclaw/pull/47136",
    find: ({ messages }) =>
      messages.flatMap((message) =>
        repeated(message.calls, (call) => call.id).map((call) => ({
          path: `${call.path}.id`,
          message: `Invalid parameter: Duplicate value for 'tool_call_id' of '${call.id}' in message[${message.index}].`,
        })),
      ),
  }),
];

function isTool(message: ChatMessage | undefined): boolean {
  return message?.role === "tool";
}

function answersBehind(messages: readonly ChatMessage[], at: number): readonly ChatMessage[] {
  const behind = messages.slice(at + 1);
  const end = behind.findIndex((message) => !isTool(message));
  return end === -1 ? behind : behind.slice(0, end);
}

function readExchanges({ messages }: Chat): readonly Exchange[] {
  return messages
    .filter((message) => message.calls.length > 0)
    .map((asked) => {
      const answers = answersBehind(messages, asked.index);
      const answered = new Set(answers.map((answer) => answer.answers));
      const open = [...new Set(asked.calls.map((call) => call.id))].filter((id) => !answered.has(id));
      const later = open.length === 0 ? [] : messages.slice(asked.index + 1 + answers.length).filter(isTool);
      return {
        asked,
        answers,
        open: open.map((id) => ({ id, isLate: later.some((answer) => answer.answers === id) })),
      };
    });
}

/** One finding a message, which names all of its calls. */
function describeOpen(chat: Chat, isMeant: (call: OpenCall) => boolean): readonly Finding[] {
  return readExchanges(chat).flatMap(({ asked, open }) => {
    const ids = open.filter(isMeant).map((call) => call.id);
    const message =
      "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The " +
      `following tool_call_ids did not have response messages: ${ids.join(", ")}`;
    return ids.length === 0 ? [] : [{ path: `${asked.path}.role`, message }];
  });
}

interface StrayAnswer {
  readonly answer: ChatMessage;
  /** The message that it stands behind; without one if that has no calls. */
  readonly asked: ChatMessage | undefined;
}

/** The answers that no call before them asked for. One that is merely late is the business of its own rule. */
function strayAnswers(chat: Chat): readonly StrayAnswer[] {
  const exchanges = readExchanges(chat);
  return chat.messages.filter(isTool).flatMap((answer) => {
    const asked = exchanges.find((exchange) => exchange.answers.includes(answer))?.asked;
    const isAsked = asked?.calls.some((call) => call.id === answer.answers) === true;
    const isLate = exchanges.some(
      (exchange) => exchange.asked.index < answer.index && exchange.open.some((call) => call.id === answer.answers),
    );
    return isAsked || isLate ? [] : [{ answer, asked }];
  });
}

function duplicates(answers: readonly ChatMessage[]): readonly Finding[] {
  return repeated(answers, (answer) => answer.answers).map((answer) => {
    const first = answers.find((other) => other.answers === answer.answers);
    return {
      path: `${answer.path}.tool_call_id`,
      message: `Invalid parameter: Duplicate value for 'tool_call_id' of '${answer.answers}', in ${first?.path} and ${answer.path}.`,
    };
  });
}
