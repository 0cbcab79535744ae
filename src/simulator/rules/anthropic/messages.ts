import type { Finding, HistoryRule } from "../history-rule.ts";
import { entriesOf, itemsOf, textOf } from "../request-body.ts";
import { anthropicRule, type Block, type Conversation, found, type Message, ofType } from "./conversation.ts";
import { continuesTurn, isServerBlock } from "./server-tools.ts";

const ROLES = ["user", "assistant", "system"];

/** The models up to 4.5, which go on where a last message of the assistant ends. Every later one refuses it. */
const PREFILLABLE = /claude-(?:instant|[123][-.]|(?:opus|sonnet|haiku)-4(?:-[015])?(?:$|[-@]\d{8}|-latest))/;

/** Roles, order and what a message must not lack. */
export const messageRules: readonly HistoryRule[] = [
  anthropicRule({
    name: "messages-required",
    title: "There is at least one message.",
    source: "@anthropic-ai/sdk@1.14.0 resources/messages/messages.d.ts, MessageCreateParamsBase",
    find: ({ body }) =>
      itemsOf(body["messages"]).length === 0 ? [found("messages", "at least one message is required")] : [],
  }),
  anthropicRule({
    name: "max-tokens-required",
    title: "A request says max_tokens.",
    source: "https://github.com/tickernelz/opencode-mem/issues/50",
    find: ({ body }) => (typeof body["max_tokens"] === "number" ? [] : [found("max_tokens", "Field required")]),
  }),
  anthropicRule({
    name: "role",
    title: "A message is of the user, the assistant or, in the middle of a conversation, the system.",
    source: "https://github.com/langchain-ai/langchain/pull/16563",
    find: ({ messages }) =>
      messages
        .filter((message) => !ROLES.includes(message.role))
        .map(({ path, role }) => ({
          path: `${path}.role`,
          message: `messages: Unexpected role "${role}". Allowed roles are "user" or "assistant"`,
        })),
  }),
  anthropicRule({
    name: "first-role",
    title: "The first message is of the user.",
    source: "https://github.com/tonyljx/TextWordExplain/issues/2",
    find: ({ messages }) => messages.slice(0, 1).flatMap(refuseFirst),
  }),
  anthropicRule({
    name: "empty-content",
    title: "Every message has content; only a last one of the assistant may be empty.",
    source: "https://github.com/anthropics/claude-code/issues/3196",
    find: ({ messages }) =>
      messages
        .filter((message, at) => message.blocks.length === 0 && !(message.role === "assistant" && isLast(messages, at)))
        .map((message) =>
          found(
            message.path,
            "all messages must have non-empty content except for the optional final assistant message",
          ),
        ),
  }),
  anthropicRule({
    name: "empty-text",
    title: "No text block is empty.",
    source: "https://github.com/LibreChat-AI/agents/pull/124",
    find: ({ messages }) =>
      messages
        .flatMap((message) => ofType(message.blocks, "text"))
        .filter((block) => block.value["text"] === "")
        .map((block) => ({ path: block.path, message: "messages: text content blocks must be non-empty" })),
  }),
  anthropicRule({
    name: "blank-text",
    title: "Not all text of a message is white space.",
    source: "https://github.com/LibreChat-AI/agents/pull/124",
    find: ({ messages }) => messages.flatMap(blankText),
  }),
  anthropicRule({
    name: "empty-result-text",
    title: "No text block of a tool_result is empty (unverified).",
    source: "https://github.com/anthropics/claude-code/issues/23440",
    find: ({ messages }) =>
      messages
        .flatMap((message) => ofType(message.blocks, "tool_result"))
        .flatMap(emptyTexts)
        .map((path) => ({ path, message: "messages: text content blocks must be non-empty" })),
  }),
  anthropicRule({
    name: "prefill",
    title: "A request ends with the user, unless the assistant's turn was paused or the model is one of 4.5 or before.",
    source: "https://platform.claude.com/docs/en/api/errors#prefill-not-supported",
    find: findPrefill,
  }),
  anthropicRule({
    name: "trailing-space",
    title: "The text of a last message of the assistant does not end in white space.",
    source: "https://github.com/GCWing/OpenBitFun/pull/825",
    find: ({ messages }) => {
      const last = messages.at(-1);
      const end = last?.role === "assistant" ? last.blocks.at(-1) : undefined;
      const text = end?.type === "text" ? textOf(end.value["text"]) : "";
      return end === undefined || text === text.trimEnd()
        ? []
        : [{ path: end.path, message: "messages: final assistant content cannot end with trailing whitespace" }];
    },
  }),
];

function isLast(messages: readonly Message[], at: number): boolean {
  return at === messages.length - 1;
}

function refuseFirst({ path, role }: Message): readonly Finding[] {
  switch (role) {
    case "assistant":
      return [{ path, message: 'messages: first message must use the "user" role' }];
    case "system":
      return [found(path, "use the top-level 'system' parameter for the initial system prompt")];
    default:
      return [];
  }
}

/** White space beside other text is taken: search results come with it. An empty block is another rule's business. */
function blankText({ path, blocks }: Message): readonly Finding[] {
  const texts = ofType(blocks, "text").map((block) => textOf(block.value["text"]));
  const isBlank = texts.some((text) => text !== "") && texts.every((text) => text.trim() === "");
  return isBlank ? [{ path, message: "messages: text content blocks must contain non-whitespace text" }] : [];
}

function emptyTexts(result: Block): readonly string[] {
  return entriesOf(result.value["content"])
    .filter(({ value }) => value["type"] === "text" && value["text"] === "")
    .map(({ index }) => `${result.path}.content.${index}`);
}

function findPrefill({ body, messages }: Conversation): readonly Finding[] {
  const last = messages.at(-1);
  if (last?.role !== "assistant" || PREFILLABLE.test(textOf(body["model"]))) {
    return [];
  }
  const turn = messages.slice(messages.findLastIndex((message) => !continuesTurn(message)) + 1);
  const callsTool = ofType(last.blocks, "tool_use").length > 0;
  // A call without a result is refused as such, and a paused turn is sent back as it came.
  if (callsTool || turn.some((message) => message.blocks.some(isServerBlock))) {
    return [];
  }
  return [
    {
      path: last.path,
      message: "This model does not support assistant message prefill. The conversation must end with a user message.",
    },
  ];
}
