import type { JsonObject } from "../../../src/simulator/script/script.ts";
import type { RuleSample } from "./sample.ts";

const ask: JsonObject = { role: "user", content: "The sign-in page is blank. File a ticket." };

const remembered = [
  { id: "resp_1", calls: [{ callId: "call_1", outputType: "function_call_output" }] },
  { id: "resp_2", calls: [] },
];

function request(...input: readonly JsonObject[]): JsonObject {
  return { model: "gpt-5.6", input };
}

function after(id: string, ...input: readonly JsonObject[]): JsonObject {
  return { model: "gpt-5.6", previous_response_id: id, input };
}

function call(callId: string, over: JsonObject = {}): JsonObject {
  return { type: "function_call", call_id: callId, name: "create_ticket", arguments: "{}", ...over };
}

function output(callId: string, over: JsonObject = {}): JsonObject {
  return { type: "function_call_output", call_id: callId, output: "WEB-1", ...over };
}

function declaring(declared: JsonObject): JsonObject {
  return { ...request(ask), tools: [{ type: "function", name: "create_ticket", ...declared }] };
}

const reasoning: JsonObject = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "gAAAAAB" };
const longCallId = `call_${"x".repeat(60)}`;
const longItemId = `fc_${"x".repeat(62)}`;

/** One for every rule of the Responses API. */
export const responsesSamples: readonly RuleSample[] = [
  {
    rule: "input-required",
    path: "input",
    message: "One of \"input\" or \"previous_response_id\" or 'prompt' or 'conversation_id' must be provided.",
    rejected: request(),
    accepted: { model: "gpt-5.6", input: "The sign-in page is blank." },
  },
  {
    rule: "item-type",
    path: "input[1].type",
    message:
      "Invalid value: 'tool_result'. Supported values are: 'additional_tools', 'apply_patch_call', 'apply_patch_call_output', 'code_interpreter_call', 'compaction', 'compaction_trigger', 'computer_call', 'computer_call_output', 'configuration_update', 'custom_tool_call', 'custom_tool_call_output', 'file_search_call', 'function_call', 'function_call_output', 'image_generation_call', 'item_reference', 'local_shell_call', 'local_shell_call_output', 'mcp_approval_request', 'mcp_approval_response', 'mcp_call', 'mcp_list_tools', 'message', 'program', 'program_output', 'reasoning', 'shell_call', 'shell_call_output', 'tool_search_call', 'tool_search_output', and 'web_search_call'.",
    rejected: request(ask, { type: "tool_result", call_id: "call_1", output: "WEB-1" }),
    accepted: request(ask, { type: "web_search_call", id: "ws_1", status: "completed" }),
  },
  {
    rule: "role",
    path: "input[1].role",
    message: "Invalid value: 'tool'. Supported values are: 'assistant', 'system', 'developer', and 'user'.",
    rejected: request(ask, { role: "tool", content: "WEB-1" }),
    accepted: request({ role: "developer", content: "Be brief." }, ask),
  },
  {
    rule: "assistant-content",
    path: "input[1].content[0]",
    message: "Invalid value: 'input_text'. Supported values are: 'output_text' and 'refusal'.",
    rejected: request(ask, { role: "assistant", content: [{ type: "input_text", text: "Done." }] }, ask),
    accepted: request(ask, { role: "assistant", content: [{ type: "output_text", text: "Done." }] }, ask),
  },
  {
    rule: "arguments-string",
    path: "input[1].arguments",
    message: "Invalid type for 'input[1].arguments': expected a string, but got an object instead.",
    rejected: request(ask, call("call_1", { arguments: {} }), output("call_1")),
    accepted: request(ask, call("call_1", { arguments: '{"project":"W' }), output("call_1")),
  },
  {
    rule: "call-name",
    path: "input[1].name",
    message:
      "Invalid 'input[1].name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
    rejected: request(ask, call("call_1", { name: "" }), output("call_1")),
    accepted: request(ask, call("call_1", { name: "create-ticket_2" }), output("call_1")),
  },
  {
    rule: "output-required",
    path: "input[2].output",
    message: "Missing required parameter: 'input[2].output'.",
    rejected: request(ask, call("call_1"), { type: "function_call_output", call_id: "call_1" }),
    accepted: request(ask, call("call_1"), output("call_1", { output: [] })),
  },
  {
    rule: "reasoning-without-item",
    path: "input[1]",
    message: "Item 'rs_1' of type 'reasoning' was provided without its required following item.",
    rejected: request(ask, reasoning, ask),
    accepted: request(ask, reasoning, call("call_1"), output("call_1")),
  },
  {
    rule: "tool-name",
    path: "tools[0].name",
    message:
      "Invalid 'tools[0].name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
    rejected: declaring({ name: "tickets.create" }),
    accepted: { ...request(ask), tools: [{ type: "web_search" }] },
  },
  {
    rule: "tool-parameters",
    path: "tools[0].parameters",
    message:
      "Invalid schema for function 'create_ticket': schema must be a JSON Schema of 'type: \"object\"', got 'type: \"array\"'.",
    rejected: declaring({ parameters: { type: "array" } }),
    accepted: declaring({ parameters: null }),
  },
  {
    rule: "item-id-prefix",
    path: "input[1].id",
    message: "Invalid 'input[1].id': 'call_1'. Expected an ID that begins with 'fc'.",
    rejected: request(ask, call("call_1", { id: "call_1" }), output("call_1")),
    accepted: request(ask, call("call_1", { id: "fc_1" }), output("call_1", { id: null })),
  },
  {
    rule: "item-id-length",
    path: "input[1].id",
    message:
      "Invalid 'input[1].id': string too long. Expected a string with maximum length 64, but got a string with length 65 instead.",
    rejected: request(ask, call("call_1", { id: longItemId }), output("call_1")),
    accepted: request(ask, call("call_1", { id: longItemId.slice(0, 64) }), output("call_1")),
  },
  {
    rule: "item-id-unique",
    path: "input[3].id",
    message: "Duplicate item found with id fc_1. Remove duplicate items from your input and try again.",
    rejected: request(
      ask,
      call("call_1", { id: "fc_1" }),
      output("call_1"),
      call("call_2", { id: "fc_1" }),
      output("call_2"),
    ),
    accepted: request(
      ask,
      call("call_1", { id: "fc_1" }),
      output("call_1"),
      call("call_2", { id: "fc_2" }),
      output("call_2"),
    ),
  },
  {
    rule: "call-id-required",
    path: "input[1].call_id",
    message: "Missing required parameter: 'input[1].call_id'.",
    rejected: request(ask, call(""), output("")),
    accepted: request(ask, call("c"), output("c")),
  },
  {
    rule: "call-id-length",
    path: "input[1].call_id",
    message:
      "Invalid 'input[1].call_id': string too long. Expected a string with maximum length 64, but got a string with length 65 instead.",
    rejected: request(ask, call(longCallId), output(longCallId)),
    accepted: request(ask, call(longCallId.slice(1)), output(longCallId.slice(1))),
  },
  {
    rule: "item-not-stored",
    path: "input[1]",
    message:
      "Item with id 'rs_1' not found. Items are not persisted when `store` is set to false. Try again with `store` set to true, or remove this item from your input.",
    rejected: {
      ...request(ask, { type: "reasoning", id: "rs_1", summary: [] }, call("call_1"), output("call_1")),
      store: false,
    },
    accepted: { ...request(ask, reasoning, call("call_1"), output("call_1")), store: false },
  },
  {
    rule: "previous-response",
    path: "previous_response_id",
    message: "Previous response with id 'resp_9' not found.",
    rejected: after("resp_9", ask),
    accepted: after("resp_2", ask),
    stored: remembered,
  },
  {
    rule: "call-without-output",
    path: "input[1]",
    message: "No tool output found for custom tool call call_1.",
    rejected: request(ask, { type: "custom_tool_call", call_id: "call_1", name: "run_sql", input: "select 1" }),
    accepted: request(ask, { type: "web_search_call", id: "ws_1", status: "completed" }),
  },
  {
    rule: "stored-call-without-output",
    path: "input",
    message: "No tool output found for function call call_1.",
    rejected: after("resp_1", ask),
    accepted: after("resp_1", ask, output("call_1")),
    stored: remembered,
  },
  {
    rule: "output-without-call",
    path: "input[1]",
    message: "No tool call found for function call output with call_id call_1.",
    rejected: request(ask, output("call_1")),
    accepted: { ...request(output("call_1")), conversation: "conv_1" },
  },
  {
    rule: "stored-output-without-call",
    path: "input[0]",
    message: "No tool call found for function call output with call_id call_1.",
    rejected: after("resp_2", output("call_1")),
    accepted: after("resp_2", call("call_1"), output("call_1")),
    stored: remembered,
  },
  {
    rule: "output-type",
    path: "input[0].type",
    message: "No tool call found for custom tool call output with call_id call_1.",
    rejected: after("resp_1", output("call_1", { type: "custom_tool_call_output" })),
    accepted: after("resp_1", output("call_1")),
    stored: remembered,
  },
  {
    rule: "duplicate-output",
    path: "input[3].call_id",
    message: "Duplicate call_ids submitted: ['call_1', 'call_1']",
    rejected: request(ask, call("call_1"), output("call_1"), output("call_1")),
    accepted: request(ask, call("call_1"), call("call_2"), output("call_2"), output("call_1")),
  },
  {
    rule: "call-id-unique",
    path: "input[2].call_id",
    message: "Duplicate 'call_id': call_1.",
    rejected: request(ask, call("call_1"), call("call_1"), output("call_1")),
    accepted: request(ask, call("call_1"), call("call_2"), output("call_1"), output("call_2")),
  },
];
