import type { Finding, HistoryRule } from "../history-rule.ts";
import { isJsonObject, itemsOf, textOf } from "../request-body.ts";
import { anthropicRule, type Block, blocksOf, type Conversation, found, ofType } from "./conversation.ts";

const ID_PATTERN = /^[a-zA-Z0-9_-]+$/;
const SERVER_ID_PATTERN = /^srvtoolu_[a-zA-Z0-9_]+$/;
const NAME_PATTERN = /^[a-zA-Z0-9_-]{1,128}$/;
const MAX_ID_CHARS = 64;

/** Where calls and results say which call is meant. */
const ID_FIELDS = [
  ["assistant", "tool_use", "id"],
  ["user", "tool_result", "tool_use_id"],
] as const;

/** What one call or one result looks like. */
export const callRules: readonly HistoryRule[] = [
  anthropicRule({
    name: "call-id-form",
    title: "An id of a call has letters, digits, underscores and hyphens, and at least one of them.",
    source: "https://github.com/langchain-ai/langchain/pull/37756",
    find: (conversation) => findIds(conversation, (id) => !ID_PATTERN.test(id), mismatch("^[a-zA-Z0-9_-]+$")),
  }),
  anthropicRule({
    name: "call-id-length",
    title: "An id of a call has at most 64 characters (unverified).",
    source: "https://github.com/LibreChat-AI/agents/pull/153",
    find: (conversation) =>
      findIds(conversation, (id) => id.length > MAX_ID_CHARS, "String should have at most 64 characters"),
  }),
  anthropicRule({
    name: "server-call-id-form",
    title: "The id of a server_tool_use begins with srvtoolu_.",
    source: "https://github.com/ding113/claude-code-hub/issues/470",
    find: (conversation) =>
      ofType(blocksOf(conversation, "assistant"), "server_tool_use")
        .filter((call) => !SERVER_ID_PATTERN.test(textOf(call.value["id"])))
        .map((call) => foundIn(call, "id", mismatch("^srvtoolu_[a-zA-Z0-9_]+$"))),
  }),
  anthropicRule({
    name: "call-name",
    title: "The name in a tool_use has 1 to 128 letters, digits, underscores and hyphens.",
    source: "https://github.com/BerriAI/litellm/pull/26788",
    find: (conversation) =>
      ofType(blocksOf(conversation, "assistant"), "tool_use")
        .filter((call) => !NAME_PATTERN.test(textOf(call.value["name"])))
        .map((call) => foundIn(call, "name", mismatch("^[a-zA-Z0-9_-]{1,128}$"))),
  }),
  anthropicRule({
    name: "call-input",
    title: "The input of a call is an object.",
    source: "https://github.com/anthropics/anthropic-sdk-typescript/issues/648",
    find: (conversation) =>
      blocksOf(conversation, "assistant")
        .filter((block) => ["tool_use", "server_tool_use", "mcp_tool_use"].includes(block.type))
        .filter((call) => !isJsonObject(call.value["input"]))
        .map((call) => foundIn(call, "input", "Input should be a valid dictionary")),
  }),
  anthropicRule({
    name: "error-result-content",
    title: "A tool_result with is_error holds text alone.",
    source: "https://github.com/vellum-ai/vellum-assistant/pull/18387",
    find: (conversation) =>
      ofType(blocksOf(conversation, "user"), "tool_result")
        .filter((result) => result.value["is_error"] === true && holdsOtherThanText(result))
        .map((result) => found(result.path, "all content must be type `text` if `is_error` is true")),
  }),
  anthropicRule({
    name: "block-role",
    title: "A tool_use stands in messages of the assistant, a tool_result in those of the user.",
    source: "https://github.com/tghamm/Anthropic.SDK/issues/128",
    find: (conversation) => [
      ...ofType(blocksOf(conversation, "user"), "tool_use").map((block) =>
        found(block.path, "`tool_use` blocks can only be in `assistant` messages"),
      ),
      ...ofType(blocksOf(conversation, "assistant"), "tool_result").map((block) =>
        found(block.path, "`tool_result` blocks can only be in `user` messages"),
      ),
    ],
  }),
];

function mismatch(pattern: string): string {
  return `String should match pattern '${pattern}'`;
}

function foundIn(block: Block, field: string, what: string): Finding {
  return found(`${block.path}.${block.type}.${field}`, what);
}

function findIds(conversation: Conversation, isWrong: (id: string) => boolean, what: string): readonly Finding[] {
  return ID_FIELDS.flatMap(([role, type, field]) =>
    ofType(blocksOf(conversation, role), type)
      .filter((block) => isWrong(textOf(block.value[field])))
      .map((block) => foundIn(block, field, what)),
  );
}

function holdsOtherThanText(result: Block): boolean {
  return itemsOf(result.value["content"]).some((part) => isJsonObject(part) && part["type"] !== "text");
}
