import type { JsonObject } from "../../../src/simulator/script/script.ts";
import type { RuleSample } from "./sample.ts";

const ask: JsonObject = { role: "user", content: "The sign-in page is blank. File a ticket." };

function request(...messages: readonly JsonObject[]): JsonObject {
  return { model: "gpt-5.6", messages };
}

function calling(...calls: readonly JsonObject[]): JsonObject {
  return { role: "assistant", content: null, tool_calls: calls };
}

function call(id: string, over: JsonObject = {}): JsonObject {
  return { id, type: "function", function: { name: "create_ticket", arguments: '{"project":"Web"}', ...over } };
}

function answer(id: string, over: JsonObject = {}): JsonObject {
  return { role: "tool", tool_call_id: id, content: "WEB-1", ...over };
}

function declaring(declared: JsonObject): JsonObject {
  return { ...request(ask), tools: [{ type: "function", function: { name: "create_ticket", ...declared } }] };
}

const withoutAnswer = (ids: string): string =>
  `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${ids}`;

const longId = `call_${"x".repeat(36)}`;

/** One for every rule of Chat Completions. */
export const chatSamples: readonly RuleSample[] = [
  {
    rule: "messages-required",
    path: "messages",
    message:
      "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.",
    rejected: request(),
    accepted: request(ask),
  },
  {
    rule: "role",
    path: "messages[1].role",
    message:
      "Invalid value: 'critic'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'.",
    rejected: request(ask, { role: "critic", content: "Hm." }),
    accepted: request({ role: "developer", content: "Be brief." }, ask),
  },
  {
    rule: "assistant-content",
    path: "messages[1].content",
    message: "Invalid value for 'content': expected a string, got null.",
    rejected: request(ask, { role: "assistant", content: null }, ask),
    accepted: request(ask, { role: "assistant", content: "" }, ask),
  },
  {
    rule: "tool-content",
    path: "messages[2].content",
    message: "Invalid value for 'content': expected a string, got null.",
    rejected: request(ask, calling(call("call_1")), answer("call_1", { content: null })),
    accepted: request(ask, calling(call("call_1")), answer("call_1", { content: "" })),
  },
  {
    rule: "empty-tool-calls",
    path: "messages[1].tool_calls",
    message:
      "Invalid 'messages[1].tool_calls': empty array. Expected an array with minimum length 1, but got an empty array instead.",
    rejected: request(ask, { role: "assistant", content: "No ticket.", tool_calls: [] }, ask),
    accepted: request(ask, { role: "assistant", content: "No ticket." }, ask),
  },
  {
    rule: "call-type",
    path: "messages[1].tool_calls[0].type",
    message: "Missing required parameter: 'messages[1].tool_calls[0].type'.",
    rejected: request(
      ask,
      calling({ id: "call_1", function: { name: "create_ticket", arguments: "{}" } }),
      answer("call_1"),
    ),
    accepted: request(
      ask,
      calling({ id: "call_1", type: "custom", custom: { name: "run_sql", input: "select 1" } }),
      answer("call_1"),
    ),
  },
  {
    rule: "call-id-length",
    path: "messages[1].tool_calls[0].id",
    message:
      "Invalid 'messages[1].tool_calls[0].id': string too long. Expected a string with maximum length 40, but got a string with length 41 instead.",
    rejected: request(ask, calling(call(longId)), answer(longId)),
    accepted: request(ask, calling(call(longId.slice(1))), answer(longId.slice(1))),
  },
  {
    rule: "call-name",
    path: "messages[1].tool_calls[0].function.name",
    message:
      "Invalid 'messages[1].tool_calls[0].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
    rejected: request(ask, calling(call("call_1", { name: "tickets.create" })), answer("call_1")),
    accepted: request(ask, calling(call("call_1", { name: "t".repeat(64) })), answer("call_1")),
  },
  {
    rule: "arguments-string",
    path: "messages[1].tool_calls[0].function.arguments",
    message:
      "Invalid type for 'messages[1].tool_calls[0].function.arguments': expected a string, but got an object instead.",
    rejected: request(ask, calling(call("call_1", { arguments: { project: "Web" } })), answer("call_1")),
    accepted: request(ask, calling(call("call_1", { arguments: "{}" })), answer("call_1")),
  },
  {
    rule: "arguments-json",
    path: "messages[1].tool_calls[0].function.arguments",
    message: "Invalid 'messages[1].tool_calls[0].function.arguments': expected a JSON document.",
    rejected: request(ask, calling(call("call_1", { arguments: '{"project":"W' })), answer("call_1")),
    accepted: request(ask, calling(call("call_1", { arguments: ' {"raw":"{\\"project\\":\\"W"} ' })), answer("call_1")),
  },
  {
    rule: "tool-name",
    path: "tools[0].function.name",
    message:
      "Invalid 'tools[0].function.name': string too long. Expected a string with maximum length 64, but got a string with length 65 instead.",
    rejected: declaring({ name: "t".repeat(65) }),
    accepted: declaring({ name: "t".repeat(64) }),
  },
  {
    rule: "tool-parameters",
    path: "tools[0].function.parameters",
    message:
      "Invalid schema for function 'create_ticket': schema must be a JSON Schema of 'type: \"object\"', got 'type: \"None\"'.",
    rejected: declaring({ parameters: { anyOf: [{ type: "object" }] } }),
    accepted: declaring({ parameters: { type: "object", anyOf: [{ required: ["project"] }] } }),
  },
  {
    rule: "unanswered-call",
    path: "messages[1].role",
    message: withoutAnswer("call_2, call_3"),
    rejected: request(ask, calling(call("call_1"), call("call_2"), call("call_3")), answer("call_1")),
    accepted: request(ask, calling(call("call_1"), call("call_2")), answer("call_2"), answer("call_1")),
  },
  {
    rule: "late-answer",
    path: "messages[1].role",
    message: withoutAnswer("call_1"),
    rejected: request(ask, calling(call("call_1")), ask, answer("call_1")),
    accepted: request(ask, calling(call("call_1")), answer("call_1"), ask),
  },
  {
    rule: "answer-without-calls",
    path: "messages[1].role",
    message:
      "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
    rejected: request(ask, answer("call_1")),
    accepted: request(ask, { role: "function", name: "create_ticket", content: "WEB-1" }),
  },
  {
    rule: "answer-of-unknown-call",
    path: "messages[3].tool_call_id",
    message: "Invalid parameter: 'tool_call_id' of 'call_2' not found in 'tool_calls' of previous message.",
    rejected: request(ask, calling(call("call_1")), answer("call_1"), answer("call_2")),
    accepted: request(ask, calling(call("call_1"), call("call_2")), answer("call_1"), answer("call_2")),
  },
  {
    rule: "duplicate-answer",
    path: "messages[3].tool_call_id",
    message: "Invalid parameter: Duplicate value for 'tool_call_id' of 'call_1', in messages[2] and messages[3].",
    rejected: request(ask, calling(call("call_1")), answer("call_1"), answer("call_1")),
    accepted: request(ask, calling(call("call_1")), answer("call_1"), calling(call("call_1")), answer("call_1")),
  },
  {
    rule: "call-id-unique",
    path: "messages[1].tool_calls[1].id",
    message: "Invalid parameter: Duplicate value for 'tool_call_id' of 'call_1' in message[1].",
    rejected: request(ask, calling(call("call_1"), call("call_1")), answer("call_1")),
    accepted: request(ask, calling(call("call_1"), call("call_2")), answer("call_1"), answer("call_2")),
  },
];
