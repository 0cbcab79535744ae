import type { Finding, HistoryRule } from "../history-rule.ts";
import { isJsonObject, textOf } from "../request-body.ts";
import { anthropicRule, blocksOf, type Conversation, found, ofType } from "./conversation.ts";
import { continuesTurn } from "./server-tools.ts";

/** What of the model's thinking must come back, and where. */
export const thinkingRules: readonly HistoryRule[] = [
  anthropicRule({
    name: "thinking-signature",
    title: "A thinking block has its signature, a redacted one its data.",
    source: "@anthropic-ai/sdk@1.14.0 resources/messages/messages.d.ts, ThinkingBlockParam",
    find: (conversation) =>
      [["thinking", "signature"] as const, ["redacted_thinking", "data"] as const].flatMap(([type, field]) =>
        ofType(blocksOf(conversation, "assistant"), type)
          .filter((block) => textOf(block.value[field]) === "")
          .map((block) => found(`${block.path}.${type}.${field}`, "Field required")),
      ),
  }),
  anthropicRule({
    name: "thinking-last",
    title: "The last block of a message of the assistant is no thinking.",
    source: "https://github.com/tailcallhq/forgecode/issues/2107",
    find: ({ messages }) =>
      messages
        .filter((message) => message.role === "assistant" && isThinking(message.blocks.at(-1)?.type))
        .map((message) => found(message.path, "The final block in an assistant message cannot be `thinking`.")),
  }),
  anthropicRule({
    name: "thinking-first",
    title: "With thinking enabled by budget, a last turn that calls tools begins with thinking.",
    source: "https://github.com/anomalyco/opencode/issues/3077",
    find: findThoughtlessTurn,
  }),
];

function isThinking(type: string | undefined): boolean {
  return type === "thinking" || type === "redacted_thinking";
}

/** Adaptive thinking lets a turn begin without a thought; only the older mode does not. */
function findThoughtlessTurn({ body, messages }: Conversation): readonly Finding[] {
  const thinking = body["thinking"];
  if (!isJsonObject(thinking) || thinking["type"] !== "enabled") {
    return [];
  }
  const turn = messages.slice(messages.findLastIndex((message) => !continuesTurn(message)) + 1);
  const first = turn.at(0)?.blocks.at(0);
  const callsTools = turn.some((message) => ofType(message.blocks, "tool_use").length > 0);
  if (first === undefined || !callsTools || isThinking(first.type)) {
    return [];
  }
  return [
    found(
      `${first.path}.type`,
      `Expected \`thinking\` or \`redacted_thinking\`, but found \`${first.type}\`. When \`thinking\` is enabled, a ` +
        "final `assistant` message must start with a thinking block (preceeding the lastmost set of `tool_use` and " +
        "`tool_result` blocks).",
    ),
  ];
}
