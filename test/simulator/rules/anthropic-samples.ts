import type { Json, JsonObject } from "../../../src/simulator/script/script.ts";
import type { RuleSample } from "./sample.ts";

const ask: JsonObject = { role: "user", content: "The sign-in page is blank. File a ticket." };
const thanks: JsonObject = { role: "user", content: "Thank you." };
const done: JsonObject = { role: "assistant", content: "I have filed it." };
const signature = "EqQBCkYIBxgCKkDvZ2";

function request(...messages: readonly JsonObject[]): JsonObject {
  return { model: "claude-opus-5", max_tokens: 1024, messages };
}

function assistant(...content: readonly Json[]): JsonObject {
  return { role: "assistant", content };
}

function user(...content: readonly Json[]): JsonObject {
  return { role: "user", content };
}

function call(id: string, over: JsonObject = {}): JsonObject {
  return { type: "tool_use", id, name: "create_ticket", input: { project: "Web" }, ...over };
}

function result(id: string, over: JsonObject = {}): JsonObject {
  return { type: "tool_result", tool_use_id: id, content: "WEB-1", ...over };
}

function text(words: string): JsonObject {
  return { type: "text", text: words };
}

function search(id: string): JsonObject {
  return { type: "server_tool_use", id, name: "web_search", input: { query: "blank page" } };
}

function found(id: string): JsonObject {
  return { type: "web_search_tool_result", tool_use_id: id, content: [] };
}

function tool(over: JsonObject): JsonObject {
  return { name: "create_ticket", input_schema: { type: "object", properties: {} }, ...over };
}

function declaring(...tools: readonly Json[]): JsonObject {
  return { ...request(ask), tools };
}

const withoutResult = (place: string, ids: string): string =>
  `${place}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${ids}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`;

const longId = `toolu_${"x".repeat(59)}`;

const codeWaiting = request(
  ask,
  assistant(
    { type: "server_tool_use", id: "srvtoolu_1", name: "code_execution", input: { code: "file()" } },
    call("toolu_1", { caller: { type: "code_execution_20260120", tool_id: "srvtoolu_1" } }),
  ),
  user(result("toolu_1")),
);

/** One for every rule of the Messages API. */
export const anthropicSamples: readonly RuleSample[] = [
  {
    rule: "messages-required",
    path: "messages",
    message: "messages: at least one message is required",
    rejected: request(),
    accepted: request(ask),
  },
  {
    rule: "max-tokens-required",
    path: "max_tokens",
    message: "max_tokens: Field required",
    rejected: { model: "claude-opus-5", messages: [ask] },
    accepted: { model: "claude-opus-5", max_tokens: 1, messages: [ask] },
  },
  {
    rule: "role",
    path: "messages.1.role",
    message: 'messages: Unexpected role "tool". Allowed roles are "user" or "assistant"',
    rejected: request(ask, { role: "tool", content: "WEB-1" }),
    accepted: request(ask, { role: "system", content: "Answer in one sentence." }),
  },
  {
    rule: "first-role",
    path: "messages.0",
    message: 'messages: first message must use the "user" role',
    rejected: request(done, thanks),
    accepted: request(ask, done, thanks),
  },
  {
    rule: "empty-content",
    path: "messages.1",
    message: "messages.1: all messages must have non-empty content except for the optional final assistant message",
    rejected: request(ask, assistant(), thanks),
    accepted: { ...request(ask, assistant()), model: "claude-sonnet-4-5" },
  },
  {
    rule: "empty-text",
    path: "messages.1.content.0",
    message: "messages: text content blocks must be non-empty",
    rejected: request(ask, assistant(text(""), call("toolu_1")), user(result("toolu_1"))),
    accepted: request(ask, assistant(text("I file it."), call("toolu_1")), user(result("toolu_1"))),
  },
  {
    rule: "blank-text",
    path: "messages.1",
    message: "messages: text content blocks must contain non-whitespace text",
    rejected: request(ask, assistant(text("\n\n"), call("toolu_1")), user(result("toolu_1"))),
    accepted: request(ask, assistant(text("\n\n"), text("I file it."), call("toolu_1")), user(result("toolu_1"))),
  },
  {
    rule: "empty-result-text",
    path: "messages.2.content.0.content.0",
    message: "messages: text content blocks must be non-empty",
    rejected: request(ask, assistant(call("toolu_1")), user(result("toolu_1", { content: [text("")] }))),
    accepted: request(ask, assistant(call("toolu_1")), user(result("toolu_1", { content: "" }))),
  },
  {
    rule: "prefill",
    path: "messages.1",
    message: "This model does not support assistant message prefill. The conversation must end with a user message.",
    rejected: request(ask, assistant(text("I have"))),
    accepted: { ...request(ask, assistant(text("I have"))), model: "claude-haiku-4-5-20251001" },
  },
  {
    rule: "trailing-space",
    path: "messages.1.content.0",
    message: "messages: final assistant content cannot end with trailing whitespace",
    rejected: { ...request(ask, assistant(text("I have "))), model: "claude-sonnet-4-20250514" },
    accepted: request(ask, assistant(text("I have filed it.\n")), thanks),
  },
  {
    rule: "call-id-form",
    path: "messages.1.content.0.tool_use.id",
    message: "messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
    rejected: request(ask, assistant(call("functions.create_ticket:0")), user(result("functions.create_ticket:0"))),
    accepted: request(ask, assistant(call("functions-create_ticket-0")), user(result("functions-create_ticket-0"))),
  },
  {
    rule: "call-id-length",
    path: "messages.1.content.0.tool_use.id",
    message: "messages.1.content.0.tool_use.id: String should have at most 64 characters",
    rejected: request(ask, assistant(call(longId)), user(result(longId))),
    accepted: request(ask, assistant(call(longId.slice(1))), user(result(longId.slice(1)))),
  },
  {
    rule: "server-call-id-form",
    path: "messages.1.content.0.server_tool_use.id",
    message: "messages.1.content.0.server_tool_use.id: String should match pattern '^srvtoolu_[a-zA-Z0-9_]+$'",
    rejected: request(ask, assistant(search("toolu_1"), found("toolu_1"), text("Nothing.")), thanks),
    accepted: request(ask, assistant(search("srvtoolu_1"), found("srvtoolu_1"), text("Nothing.")), thanks),
  },
  {
    rule: "call-name",
    path: "messages.1.content.0.tool_use.name",
    message: "messages.1.content.0.tool_use.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
    rejected: request(ask, assistant(call("toolu_1", { name: "tickets.create" })), user(result("toolu_1"))),
    accepted: request(ask, assistant(call("toolu_1", { name: "tickets_create" })), user(result("toolu_1"))),
  },
  {
    rule: "call-input",
    path: "messages.1.content.0.tool_use.input",
    message: "messages.1.content.0.tool_use.input: Input should be a valid dictionary",
    rejected: request(ask, assistant(call("toolu_1", { input: '{"project":' })), user(result("toolu_1"))),
    accepted: request(ask, assistant(call("toolu_1", { input: {} })), user(result("toolu_1"))),
  },
  {
    rule: "error-result-content",
    path: "messages.2.content.0",
    message: "messages.2.content.0: all content must be type `text` if `is_error` is true",
    rejected: request(
      ask,
      assistant(call("toolu_1")),
      user(result("toolu_1", { is_error: true, content: [text("No."), { type: "image", source: {} }] })),
    ),
    accepted: request(
      ask,
      assistant(call("toolu_1")),
      user(result("toolu_1", { is_error: true, content: [text("No.")] })),
    ),
  },
  {
    rule: "block-role",
    path: "messages.1.content.1",
    message: "messages.1.content.1: `tool_result` blocks can only be in `user` messages",
    rejected: request(ask, assistant(call("toolu_1"), result("toolu_1")), user(result("toolu_1"))),
    accepted: request(ask, assistant(call("toolu_1")), user(result("toolu_1"))),
  },
  {
    rule: "thinking-signature",
    path: "messages.1.content.0.thinking.signature",
    message: "messages.1.content.0.thinking.signature: Field required",
    rejected: request(ask, assistant({ type: "thinking", thinking: "Hm." }, text("Done.")), thanks),
    accepted: request(ask, assistant({ type: "thinking", thinking: "", signature }, text("Done.")), thanks),
  },
  {
    rule: "thinking-last",
    path: "messages.1",
    message: "messages.1: The final block in an assistant message cannot be `thinking`.",
    rejected: request(ask, assistant({ type: "thinking", thinking: "Hm.", signature }), thanks),
    accepted: request(ask, assistant({ type: "redacted_thinking", data: "EmwKAhgB" }, text("Done.")), thanks),
  },
  {
    rule: "thinking-first",
    path: "messages.1.content.0.type",
    message:
      "messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`. When `thinking` is enabled, a final `assistant` message must start with a thinking block (preceeding the lastmost set of `tool_use` and `tool_result` blocks).",
    rejected: {
      ...request(ask, assistant(call("toolu_1")), user(result("toolu_1"))),
      thinking: { type: "enabled", budget_tokens: 2048 },
    },
    accepted: {
      ...request(ask, assistant(call("toolu_1")), user(result("toolu_1"))),
      thinking: { type: "adaptive" },
    },
  },
  {
    rule: "tool-name",
    path: "tools.0.custom.name",
    message: "tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
    rejected: declaring(tool({ name: "create ticket" })),
    accepted: declaring(tool({ name: "t".repeat(128) })),
  },
  {
    rule: "tool-name-unique",
    path: "tools.1.name",
    message: "tools: Tool names must be unique.",
    rejected: declaring(tool({}), tool({})),
    accepted: declaring(tool({}), tool({ name: "close_ticket" })),
  },
  {
    rule: "tool-schema-type",
    path: "tools.0.custom.input_schema.type",
    message: "tools.0.custom.input_schema.type: Input should be 'object'",
    rejected: declaring(tool({ input_schema: { type: "array" } })),
    accepted: declaring({ type: "web_search_20250305", name: "web_search" }),
  },
  {
    rule: "tool-schema-union",
    path: "tools.0.custom.input_schema",
    message: "tools.0.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level",
    rejected: declaring(tool({ input_schema: { type: "object", anyOf: [{ required: ["project"] }] } })),
    accepted: declaring(tool({ input_schema: { type: "object", properties: { a: { anyOf: [{ type: "string" }] } } } })),
  },
  {
    rule: "tool-property-key",
    path: "tools.0.custom.input_schema.properties",
    message: "tools.0.custom.input_schema.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'",
    rejected: declaring(tool({ input_schema: { type: "object", properties: { "due date": {} } } })),
    accepted: declaring(tool({ input_schema: { type: "object", properties: { "due.date": {} } } })),
  },
  {
    rule: "unanswered-call",
    path: "messages.1",
    message: withoutResult("messages.1", "toolu_2, toolu_3"),
    rejected: request(ask, assistant(call("toolu_1"), call("toolu_2"), call("toolu_3")), user(result("toolu_1"))),
    accepted: request(ask, assistant(call("toolu_1"), call("toolu_2")), user(result("toolu_2"), result("toolu_1"))),
  },
  {
    rule: "late-result",
    path: "messages.1",
    message: withoutResult("messages.1", "toolu_1"),
    rejected: request(
      ask,
      assistant(call("toolu_1")),
      { role: "system", content: "Answer in one sentence." },
      user(result("toolu_1")),
    ),
    accepted: request(ask, assistant(call("toolu_1")), user(result("toolu_1")), {
      role: "system",
      content: "Answer in one sentence.",
    }),
  },
  {
    rule: "result-without-call",
    path: "messages.2.content.1",
    message:
      "messages.2.content.1: unexpected `tool_use_id` found in `tool_result` blocks: toolu_2. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.",
    rejected: request(ask, assistant(call("toolu_1")), user(result("toolu_1"), result("toolu_2"))),
    accepted: request(ask, assistant(call("toolu_1")), user(result("toolu_1"), text("What now?"))),
  },
  {
    rule: "results-first",
    path: "messages.2.content.1",
    message: withoutResult("messages.2.content.1", "toolu_1"),
    rejected: request(ask, assistant(call("toolu_1")), user(text("Here it is."), result("toolu_1"))),
    accepted: request(ask, assistant(call("toolu_1")), user(result("toolu_1"), text("Here it is."))),
  },
  {
    rule: "duplicate-result",
    path: "messages.2.content.1",
    message:
      "messages.2.content.1: each `tool_use` must have a single result. Found multiple `tool_result` blocks with id: toolu_1",
    rejected: request(ask, assistant(call("toolu_1")), user(result("toolu_1"), result("toolu_1"))),
    accepted: request(ask, assistant(call("toolu_1")), user(result("toolu_1"))),
  },
  {
    rule: "call-id-unique",
    path: "messages.3.content.0",
    message: "messages.3.content.0: `tool_use` ids must be unique",
    rejected: request(
      ask,
      assistant(call("toolu_1")),
      user(result("toolu_1")),
      assistant(call("toolu_1")),
      user(result("toolu_1")),
    ),
    accepted: request(
      ask,
      assistant(call("toolu_1")),
      user(result("toolu_1")),
      assistant(call("toolu_2")),
      user(result("toolu_2")),
    ),
  },
  {
    rule: "server-result-without-call",
    path: "messages.1.content.0",
    message:
      "messages.1.content.0: unexpected `tool_use_id` found in `web_search_tool_result` blocks: srvtoolu_1. Each `web_search_tool_result` block must have a corresponding `server_tool_use` block before it.",
    rejected: request(ask, assistant(found("srvtoolu_1"), text("Nothing.")), thanks),
    accepted: request(ask, assistant(search("srvtoolu_1")), assistant(found("srvtoolu_1"), text("Nothing.")), thanks),
  },
  {
    rule: "server-call-unanswered",
    path: "messages.1.content.0",
    message:
      "messages.1.content.0: `web_search` tool use with id `srvtoolu_1` was found without a corresponding `web_search_tool_result` block",
    rejected: request(
      ask,
      assistant(search("srvtoolu_1"), call("toolu_1")),
      user(result("toolu_1"), text("What now?")),
    ),
    accepted: request(ask, assistant(search("srvtoolu_1"), call("toolu_1")), user(result("toolu_1"))),
  },
  {
    rule: "container-required",
    path: "container",
    message: "container_id is required when there are pending tool uses generated by code execution with tools.",
    rejected: codeWaiting,
    accepted: { ...codeWaiting, container: "container_1" },
  },
];
