import type { HistoryRule } from "../history-rule.ts";
import { repeated, textOf } from "../request-body.ts";
import { anthropicRule, type Block, blocksOf, type Conversation, found, type Message, ofType } from "./conversation.ts";

/** A call that has no result in the message behind its own. */
interface OpenCall {
  readonly id: string;
  readonly asked: Message;
  /** Where its message stands. */
  readonly at: number;
  /** Whether a later message has its result. */
  readonly isLate: boolean;
}

/** Calls and their results: each in the very next message, first in it, once. */
export const pairingRules: readonly HistoryRule[] = [
  anthropicRule({
    name: "unanswered-call",
    title: "Every tool_use has a tool_result.",
    source: "https://github.com/anthropics/claude-code/issues/7929",
    find: (conversation) => describeOpen(openCalls(conversation).filter((call) => !call.isLate)),
  }),
  anthropicRule({
    name: "late-result",
    title: "Nothing stands between a message with tool_use and the one message that has all of its tool_results.",
    source: "https://github.com/openclaw/clawhub/issues/151",
    find: (conversation) => describeOpen(openCalls(conversation).filter((call) => call.isLate)),
  }),
  anthropicRule({
    name: "result-without-call",
    title: "The tool_use of a tool_result stands in the message before it.",
    source: "https://github.com/anthropics/claude-code/issues/13460",
    find: (conversation) =>
      strayResults(conversation).map((result) =>
        found(
          result.path,
          `unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${resultId(result)}. Each \`tool_result\` block ` +
            "must have a corresponding `tool_use` block in the previous message.",
        ),
      ),
  }),
  anthropicRule({
    name: "results-first",
    title: "The tool_results of a message come before all else in it.",
    source: "https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons",
    find: ({ messages }) =>
      messages
        .filter((message) => message.role === "user")
        .flatMap(resultsBehindOthers)
        .map((result) => found(result.path, withoutResult([resultId(result)]))),
  }),
  anthropicRule({
    name: "duplicate-result",
    title: "A tool_use has one tool_result.",
    source:
      "https://dev-error-db.com/errors/anthropic-api-http-400-each-tool-use-must-have-a-single-result-found-multiple-tool-result-blocks-with-id/",
    find: ({ messages }) =>
      messages.flatMap((message) =>
        repeated(ofType(message.blocks, "tool_result"), resultId).map((result) =>
          found(
            result.path,
            "each `tool_use` must have a single result. Found multiple `tool_result` blocks with id: " +
              resultId(result),
          ),
        ),
      ),
  }),
  anthropicRule({
    name: "call-id-unique",
    title: "The id of a tool_use stands once in a request.",
    source: "https://github.com/anthropics/claude-code/issues/20700",
    find: (conversation) =>
      repeated(ofType(blocksOf(conversation, "assistant"), "tool_use"), callId).map((call) =>
        found(call.path, "`tool_use` ids must be unique"),
      ),
  }),
];

function callId(block: Block): string {
  return textOf(block.value["id"]);
}

function resultId(block: Block): string {
  return textOf(block.value["tool_use_id"]);
}

function resultIds(message: Message | undefined): readonly string[] {
  return message?.role === "user" ? ofType(message.blocks, "tool_result").map(resultId) : [];
}

function callIds(message: Message | undefined): readonly string[] {
  return message?.role === "assistant" ? ofType(message.blocks, "tool_use").map(callId) : [];
}

function openCalls({ messages }: Conversation): readonly OpenCall[] {
  return messages.flatMap((asked, at) => {
    const answered = resultIds(messages[at + 1]);
    const open = callIds(asked).filter((id) => !answered.includes(id));
    const later = open.length === 0 ? [] : messages.slice(at + 2).flatMap(resultIds);
    return open.map((id) => ({ id, asked, at, isLate: later.includes(id) }));
  });
}

/** One finding a message, which names all of its calls. */
function describeOpen(calls: readonly OpenCall[]): ReturnType<typeof found>[] {
  const asked = [...new Set(calls.map((call) => call.asked))];
  return asked.map((message) => {
    const ids = calls.filter((call) => call.asked === message).map((call) => call.id);
    return found(message.path, withoutResult(ids));
  });
}

function withoutResult(ids: readonly string[]): string {
  return (
    `\`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${ids.join(", ")}. Each \`tool_use\` ` +
    "block must have a corresponding `tool_result` block in the next message."
  );
}

/** The results whose call is not in the message before. One that is merely late is the business of its own rule. */
function strayResults(conversation: Conversation): readonly Block[] {
  const { messages } = conversation;
  const open = openCalls(conversation);
  return messages.flatMap((message, at) => {
    if (message.role !== "user") {
      return [];
    }
    const asked = callIds(messages[at - 1]);
    return ofType(message.blocks, "tool_result").filter(
      (result) =>
        !asked.includes(resultId(result)) && !open.some((call) => call.at < at && call.id === resultId(result)),
    );
  });
}

function resultsBehindOthers({ blocks }: Message): readonly Block[] {
  const firstOther = blocks.findIndex((block) => block.type !== "tool_result");
  return firstOther === -1 ? [] : ofType(blocks.slice(firstOther), "tool_result");
}
