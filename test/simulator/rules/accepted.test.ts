import { describe, expect, test } from "vitest";

import { checkHistory, type StoredResponse } from "../../../src/simulator/rules/check-history.ts";
import { itemsOf } from "../../../src/simulator/rules/request-body.ts";
import type { JsonObject } from "../../../src/simulator/script/script.ts";

const ticketSchema: JsonObject = {
  type: "object",
  properties: {
    project: { type: "string" },
    title: { type: "string" },
    priority: { type: "string", enum: ["low", "normal", "urgent"] },
  },
  required: ["project", "title", "priority"],
  additionalProperties: false,
};

/** Two turns with thinking, parallel calls, a correction and white space between two cited texts. */
const claudeWithTools: JsonObject = {
  model: "claude-opus-5",
  max_tokens: 4096,
  stream: true,
  system: "You file tickets.",
  thinking: { type: "adaptive" },
  tools: [
    { name: "create_ticket", description: "Files a ticket.", input_schema: ticketSchema },
    { name: "find_tickets", description: "Finds tickets.", input_schema: { type: "object", properties: {} } },
    { type: "web_search_20250305", name: "web_search" },
  ],
  messages: [
    { role: "user", content: "Is the blank page known? If not, file a ticket." },
    {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "I should look in two places.", signature: "EqQBCkYIBxgC" },
        { type: "text", text: "I look it up.\n" },
        { type: "tool_use", id: "toolu_01A", name: "find_tickets", input: {} },
        { type: "tool_use", id: "toolu_01B", name: "create_ticket", input: { project: "Web", priority: "high" } },
      ],
    },
    {
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "toolu_01A", content: [{ type: "text", text: "No ticket." }] },
        {
          type: "tool_result",
          tool_use_id: "toolu_01B",
          is_error: true,
          content: "Nothing ran. /title is missing; /priority must be one of low, normal, urgent.",
        },
      ],
    },
    {
      role: "assistant",
      content: [
        { type: "redacted_thinking", data: "EmwKAhgBEgy3va3pzix" },
        {
          type: "tool_use",
          id: "toolu_01C",
          name: "create_ticket",
          input: { project: "Web", title: "Blank page", priority: "urgent" },
        },
      ],
    },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_01C" }] },
    { role: "assistant", content: [{ type: "text", text: "WEB-1 is filed." }] },
    { role: "user", content: [{ type: "text", text: "Do others have this?" }] },
    {
      role: "assistant",
      content: [
        { type: "text", text: "I search." },
        { type: "server_tool_use", id: "srvtoolu_01A", name: "web_search", input: { query: "blank sign-in" } },
        { type: "web_search_tool_result", tool_use_id: "srvtoolu_01A", content: [] },
        { type: "text", text: "Two forums say so." },
        { type: "text", text: "\n\n" },
        { type: "text", text: "One has a remedy." },
      ],
    },
    { role: "user", content: "Thank you." },
  ],
};

/** A search that the provider paused twice, with a connector's call in it; sent back as it came. */
const claudePaused: JsonObject = {
  model: "claude-sonnet-5",
  max_tokens: 1024,
  tools: [{ type: "web_search_20260318", name: "web_search" }],
  messages: [
    { role: "user", content: "Who else has the blank page?" },
    {
      role: "assistant",
      content: [
        { type: "mcp_tool_use", id: "mcptoolu_01A", name: "list", server_name: "forum", input: {} },
        { type: "mcp_tool_result", tool_use_id: "mcptoolu_01A", is_error: false, content: [] },
        { type: "server_tool_use", id: "srvtoolu_01A", name: "web_search", input: { query: "blank page" } },
      ],
    },
    {
      role: "assistant",
      content: [
        { type: "web_search_tool_result", tool_use_id: "srvtoolu_01A", content: [] },
        { type: "server_tool_use", id: "srvtoolu_01B", name: "web_search", input: { query: "blank form" } },
      ],
    },
  ],
};

/** A server tool that waits until the client's own tool has its result, and then the turn after it. */
const claudeMixed: JsonObject = {
  model: "claude-opus-5",
  max_tokens: 1024,
  messages: [
    { role: "user", content: "Search, and run uname." },
    {
      role: "assistant",
      content: [
        { type: "server_tool_use", id: "srvtoolu_01A", name: "web_search", input: { query: "example" } },
        { type: "tool_use", id: "toolu_01A", name: "run_command", input: { command: "uname" } },
      ],
    },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_01A", content: "Linux" }] },
    {
      role: "assistant",
      content: [
        { type: "web_search_tool_result", tool_use_id: "srvtoolu_01A", content: [] },
        { type: "text", text: "Linux it is." },
      ],
    },
    { role: "user", content: "Thank you." },
  ],
};

/** Thinking by budget: one thought begins the turn, and the calls behind it need none of their own. */
const claudeBudget: JsonObject = {
  model: "claude-sonnet-4-5",
  max_tokens: 4096,
  thinking: { type: "enabled", budget_tokens: 2048 },
  messages: [
    { role: "user", content: "File two tickets." },
    {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "One by one.", signature: "EqQBCkYIBxgC" },
        { type: "tool_use", id: "toolu_01A", name: "create_ticket", input: {} },
      ],
    },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_01A", content: "WEB-1" }] },
    { role: "assistant", content: [{ type: "tool_use", id: "toolu_01B", name: "create_ticket", input: {} }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_01B", content: "WEB-2" }] },
  ],
};

/** Parallel calls, a correction in words, a custom tool, ids that stand again in a later message, a refusal. */
const chat: JsonObject = {
  model: "gpt-5.6",
  stream: true,
  tools: [
    { type: "function", function: { name: "create_ticket", parameters: ticketSchema } },
    { type: "function", function: { name: "ping" } },
    { type: "custom", custom: { name: "run_sql" } },
  ],
  messages: [
    { role: "system", content: "You file tickets." },
    { role: "user", content: [{ type: "text", text: "File a ticket, and count the open ones." }] },
    {
      role: "assistant",
      content: "Both at once.",
      tool_calls: [
        { id: "call_0", type: "function", function: { name: "create_ticket", arguments: '{"project":"Web"}' } },
        { id: "call_1", type: "custom", custom: { name: "run_sql", input: "select count(*)\nfrom ticket" } },
      ],
    },
    { role: "tool", tool_call_id: "call_1", content: [{ type: "text", text: "7" }] },
    { role: "tool", tool_call_id: "call_0", content: "Error: nothing ran. /title is missing." },
    {
      role: "assistant",
      content: null,
      tool_calls: [
        {
          id: "call_0",
          type: "function",
          function: { name: "create_ticket", arguments: '{"project":"Web","title":"Blank page","priority":"low"}' },
        },
      ],
    },
    { role: "tool", tool_call_id: "call_0", content: "" },
    { role: "assistant", content: "It is filed. Seven are open." },
    { role: "user", content: "Delete them all." },
    { role: "assistant", content: null, refusal: "I can't do that." },
    { role: "user", content: "Then leave them." },
  ],
};

/** Without store: reasoning with what it led to, words behind a call, a custom tool, a search, an image as output. */
const responsesStateless: JsonObject = {
  model: "gpt-5.6",
  stream: true,
  store: false,
  include: ["reasoning.encrypted_content"],
  tools: [
    { type: "function", name: "create_ticket", strict: true, parameters: ticketSchema },
    { type: "custom", name: "run_sql" },
    { type: "web_search" },
  ],
  input: [
    { role: "developer", content: "You file tickets." },
    { type: "message", role: "user", content: [{ type: "input_text", text: "File a ticket." }] },
    { type: "reasoning", id: "rs_01", summary: [], encrypted_content: "gAAAAABo" },
    { type: "reasoning", id: "rs_02", summary: [], encrypted_content: "gAAAAABp" },
    { type: "function_call", id: "fc_01", call_id: "call_A", name: "create_ticket", arguments: '{"project":"Web"}' },
    { type: "custom_tool_call", id: "ctc_01", call_id: "call_B", name: "run_sql", input: "select 1" },
    {
      type: "message",
      id: "msg_01",
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", text: "I file it.", annotations: [] }],
    },
    { type: "custom_tool_call_output", call_id: "call_B", output: "1" },
    { type: "function_call_output", call_id: "call_A", output: "Error: nothing ran. /title is missing." },
    { type: "reasoning", summary: [], encrypted_content: "gAAAAABq" },
    { type: "web_search_call", id: "ws_01", status: "completed", action: { type: "search", query: "blank" } },
    { type: "function_call", call_id: "call_C", name: "create_ticket", arguments: "{}" },
    {
      type: "function_call_output",
      call_id: "call_C",
      output: [{ type: "input_image", image_url: "data:image/png;base64,AA==" }],
    },
    { role: "assistant", content: "It is filed." },
    { role: "user", content: "Thank you." },
  ],
};

/** The calls that are neither of a function nor custom, each with the answer of its kind. */
const responsesComputer: JsonObject = {
  model: "computer-use",
  input: [
    { role: "user", content: "Open the page." },
    { type: "computer_call", id: "cu_01", call_id: "call_A", action: { type: "screenshot" } },
    { type: "computer_call_output", call_id: "call_A", output: { type: "computer_screenshot" } },
    { type: "local_shell_call", id: "lsh_01", call_id: "call_B", action: { type: "exec", command: ["ls"] } },
    { type: "local_shell_call_output", id: "call_B", output: "{}" },
    { type: "apply_patch_call", id: "apc_01", call_id: "call_C", operation: {}, status: "completed" },
    { type: "apply_patch_call_output", call_id: "call_C", status: "completed" },
    { type: "shell_call", id: "sh_01", call_id: "call_D", action: {}, environment: { type: "local" } },
    { type: "shell_call_output", call_id: "call_D", output: [] },
    { type: "shell_call", id: "sh_02", call_id: "call_E", action: {}, environment: { type: "container_reference" } },
  ],
};

/** A stored response with two calls: one that ran, one that was abandoned and is answered all the same. */
const responsesStored: JsonObject = {
  model: "gpt-5.6",
  previous_response_id: "resp_01",
  input: [
    { type: "function_call_output", call_id: "call_A", output: "WEB-1" },
    { type: "custom_tool_call_output", call_id: "call_B", output: "Error: it was cut short, and nothing ran." },
    { role: "user", content: "And now?" },
  ],
};

const stored: StoredResponse = {
  id: "resp_01",
  calls: [
    { callId: "call_A", outputType: "function_call_output" },
    { callId: "call_B", outputType: "custom_tool_call_output" },
  ],
};

describe("R10: a conversation that goes as it should is accepted", () => {
  test.each([
    ["thinking, parallel calls, a correction and a search", claudeWithTools],
    ["a turn that the provider paused twice", claudePaused],
    ["a server tool that waits for the client's", claudeMixed],
    ["thinking by budget over two rounds of calls", claudeBudget],
  ])("Anthropic Messages: %s", (_title, body) => {
    expect(checkHistory("anthropic-messages", body)).toEqual([]);
  });

  test("Chat Completions: parallel calls, a correction, a custom tool, ids that come again, a refusal", () => {
    expect(checkHistory("openai-chat", chat)).toEqual([]);
  });

  test.each([
    ["reasoning, custom tools and a search, without store", responsesStateless],
    ["computer, shells and patches", responsesComputer],
    ["a previous response that nobody can look up", responsesStored],
  ])("Responses: %s", (_title, body) => {
    expect(checkHistory("openai-responses", body)).toEqual([]);
  });

  test("Responses: a stored response whose calls are all answered", () => {
    const find = (id: string): StoredResponse | undefined => (id === "resp_01" ? stored : undefined);

    expect(checkHistory("openai-responses", responsesStored, find)).toEqual([]);
  });

  test("no beginning of a conversation that ends with the user is refused", () => {
    const messages = itemsOf(claudeWithTools["messages"]);
    const beginnings = [1, 3, 5, 7, 9].map((length) => ({ ...claudeWithTools, messages: messages.slice(0, length) }));

    expect(beginnings.map((body) => checkHistory("anthropic-messages", body))).toEqual([[], [], [], [], []]);
  });

  test.each([
    ["claude-3-5-sonnet-latest", true],
    ["claude-opus-4-20250514", true],
    ["claude-opus-4-1", true],
    ["claude-sonnet-4-5@20250929", true],
    ["claude-haiku-4-5-20251001", true],
    ["claude-opus-4-6", false],
    ["claude-opus-4-8-20260528", false],
    ["claude-sonnet-5", false],
    ["claude-opus-5-5", false],
    ["claude-next", false],
  ])("%s goes on where the assistant's last message ends: %s", (model, isAccepted) => {
    const messages = [
      { role: "user", content: "A name for the sun?" },
      { role: "assistant", content: "It is called" },
    ];

    expect(checkHistory("anthropic-messages", { model, max_tokens: 8, messages }).length === 0).toBe(isAccepted);
  });
});
