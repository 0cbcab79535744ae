import type { JsonObject } from "../../script/script.ts";
import type { Finding, HistoryRule } from "../history-rule.ts";
import { checkName, checkParameters, missing, noString, tooLong, unknownWord } from "../openai-schema.ts";
import { entriesOf, isJsonObject, itemsOf, textOf } from "../request-body.ts";
import { type Chat, type ChatCall, callsOf, type ChatMessage, chatRule } from "./chat-messages.ts";

/** OpenAI's own endpoint has been seen to take 64; other deployments of it were seen to refuse more than 40. */
const MAX_ID_CHARS = 40;

const ROLES = ["system", "assistant", "user", "function", "tool", "developer"];
const CALL_TYPES = ["function", "custom"];

/** What one message, one call and one declared tool look like. */
export const chatContentRules: readonly HistoryRule[] = [
  chatRule({
    name: "messages-required",
    title: "There is at least one message.",
    source: "openai@7.59.0 resources/chat/completions/completions.d.ts, ChatCompletionCreateParamsBase",
    find: ({ body }) => (itemsOf(body["messages"]).length === 0 ? [tooShort("messages")] : []),
  }),
  chatRule({
    name: "role",
    title: "A message has one of the six roles.",
    source: "openai@7.59.0 resources/chat/completions/completions.d.ts, ChatCompletionMessageParam",
    find: ({ messages }) =>
      messages
        .filter(({ role }) => !ROLES.includes(role))
        .map(({ path, role }) => unknownWord(`${path}.role`, role, ROLES)),
  }),
  chatRule({
    name: "assistant-content",
    title: "A message of the assistant without calls has content, be it empty.",
    source: "https://github.com/vercel/ai/pull/14950",
    find: ({ messages }) =>
      messages
        .filter((message) => message.role === "assistant" && saysNothing(message.value))
        .map((message) => noContent(message)),
  }),
  chatRule({
    name: "tool-content",
    title: "A message of a tool has content, be it empty.",
    source: "openai@7.59.0 resources/chat/completions/completions.d.ts, ChatCompletionToolMessageParam",
    find: ({ messages }) =>
      messages
        .filter((message) => message.role === "tool" && !isContent(message.value["content"]))
        .map((message) => noContent(message)),
  }),
  chatRule({
    name: "empty-tool-calls",
    title: "A list of calls has at least one.",
    source: "https://github.com/openai/openai-node/pull/1341",
    find: ({ messages }) =>
      messages
        .filter(({ value }) => Array.isArray(value["tool_calls"]) && itemsOf(value["tool_calls"]).length === 0)
        .map(({ path }) => tooShort(`${path}.tool_calls`)),
  }),
  chatRule({
    name: "call-type",
    title: "A call says that it is one of a function or of a custom tool.",
    source: "openai@7.59.0 resources/chat/completions/completions.d.ts, ChatCompletionMessageToolCall",
    find: (chat) =>
      callsOf(chat)
        .filter(({ type }) => !CALL_TYPES.includes(type))
        .map(({ path, type }) =>
          type === "" ? missing(`${path}.type`) : unknownWord(`${path}.type`, type, CALL_TYPES),
        ),
  }),
  chatRule({
    name: "call-id-length",
    title: "An id of a call has 1 to 40 characters.",
    source: "https://github.com/agno-agi/agno/issues/5382",
    find: (chat) =>
      callsOf(chat).flatMap(({ path, id }) => {
        if (id === "") {
          return [missing(`${path}.id`)];
        }
        return id.length > MAX_ID_CHARS ? [tooLong(`${path}.id`, MAX_ID_CHARS, id)] : [];
      }),
  }),
  chatRule({
    name: "call-name",
    title: "The name in a call has 1 to 64 letters, digits, underscores and hyphens.",
    source: "https://github.com/mcp-use/mcp-use/issues/90",
    find: (chat) => callsOf(chat).flatMap((call) => checkName(`${fieldOf(call)}.name`, textOf(call.called["name"]))),
  }),
  chatRule({
    name: "arguments-string",
    title: "The arguments of a call are a string.",
    source: "https://github.com/bytedance/deer-flow/issues/4445",
    find: (chat) =>
      callsOf(chat)
        .filter((call) => typeof call.called[argumentsField(call)] !== "string")
        .map((call) => noString(`${fieldOf(call)}.${argumentsField(call)}`, call.called[argumentsField(call)])),
  }),
  chatRule({
    name: "arguments-json",
    title: "The arguments of a function call are JSON, as strict look-alikes demand (unverified for OpenAI itself).",
    source: "https://github.com/vllm-project/vllm/pull/48006",
    find: (chat) =>
      callsOf(chat)
        .filter((call) => call.type === "function" && isNoJson(call.called["arguments"]))
        .map((call) => ({
          path: `${fieldOf(call)}.arguments`,
          message: `Invalid '${fieldOf(call)}.arguments': expected a JSON document.`,
        })),
  }),
  chatRule({
    name: "tool-name",
    title: "The name of a tool has 1 to 64 letters, digits, underscores and hyphens.",
    source: "https://github.com/brekkylab/ailoy/pull/109",
    find: (chat) => declared(chat).flatMap(({ path, value }) => checkName(`${path}.name`, textOf(value["name"]))),
  }),
  chatRule({
    name: "tool-parameters",
    title: "The parameters of a function are a schema of type object.",
    source: "https://github.com/ComposioHQ/composio/issues/1829",
    find: (chat) => declared(chat).flatMap(({ path, value }) => checkParameters(`${path}.parameters`, value)),
  }),
];

function tooShort(path: string): Finding {
  const message = `Invalid '${path}': empty array. Expected an array with minimum length 1, but got an empty array instead.`;
  return { path, message };
}

function isContent(content: unknown): boolean {
  return typeof content === "string" || (Array.isArray(content) && content.length > 0);
}

function saysNothing(message: JsonObject): boolean {
  const refuses = typeof message["refusal"] === "string" || isJsonObject(message["audio"]);
  const calls = Array.isArray(message["tool_calls"]) || isJsonObject(message["function_call"]);
  return !isContent(message["content"]) && !refuses && !calls;
}

function noContent({ path }: ChatMessage): Finding {
  return { path: `${path}.content`, message: "Invalid value for 'content': expected a string, got null." };
}

function fieldOf({ path, type }: ChatCall): string {
  return `${path}.${type === "custom" ? "custom" : "function"}`;
}

function argumentsField({ type }: ChatCall): "input" | "arguments" {
  return type === "custom" ? "input" : "arguments";
}

function isNoJson(text: unknown): boolean {
  if (typeof text !== "string") {
    return false;
  }
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
}

interface Declared {
  readonly path: string;
  readonly value: JsonObject;
}

function declared({ body }: Chat): readonly Declared[] {
  return entriesOf(body["tools"]).flatMap(({ index, value }) => {
    const field = value["type"] === "custom" ? "custom" : "function";
    const tool = value[field];
    return isJsonObject(tool) ? [{ path: `tools[${index}].${field}`, value: tool }] : [];
  });
}
