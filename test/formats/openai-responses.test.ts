import { describe, expect, test } from "vitest";

import { openaiResponses } from "../../src/openai.ts";
import { failed, observed, ran } from "../support/expected-call.ts";
import {
  argumentsDelta,
  argumentsDone,
  completedResponse,
  created,
  functionItem,
  incomplete,
  itemAdded,
  itemDone,
  outputText,
  terminal,
  wholeFunction,
} from "../support/responses-events.ts";
import {
  abandoned,
  complete,
  describeStream,
  made,
  responsesSse,
  settleBytes,
  type ExpectedStream,
} from "../support/settle-stream.ts";

const clean = complete("completed", "clean");
const lark = '{"ship":"Lark"}';

function stream(title: string, body: string, expected: ExpectedStream): void {
  describeStream(title, { format: openaiResponses, body, objects: true, expected });
}

describe("responses-event-gaps", () => {
  stream(
    "R6 arguments that come only in their done event are the arguments",
    completedResponse(
      itemAdded(0, functionItem("a", "find_ship")),
      argumentsDone(0, "a", lark),
      itemDone(0, functionItem("a", "find_ship", { arguments: lark, status: "completed" })),
    ),
    { ending: clean, calls: [ran("call_a", "find_ship", { ship: "Lark" })], text: "" },
  );
  stream(
    "R6 arguments that come only in the finished item are the arguments",
    completedResponse(
      itemAdded(0, functionItem("a", "find_ship")),
      itemDone(0, functionItem("a", "find_ship", { arguments: lark, status: "completed" })),
    ),
    { ending: clean, calls: [ran("call_a", "find_ship", { ship: "Lark" })], text: "" },
  );
  stream(
    "R6 an item that was only ever done is a call",
    completedResponse(itemDone(0, functionItem("a", "find_ship", { arguments: lark, status: "completed" }))),
    { ending: clean, calls: [ran("call_a", "find_ship", { ship: "Lark" })], text: "" },
  );
  stream(
    "R6 a call that only the final snapshot holds is a call",
    responsesSse(
      created,
      terminal("completed", { output: [functionItem("a", "find_ship", { arguments: lark, status: "completed" })] }),
    ),
    { ending: clean, calls: [ran("call_a", "find_ship", { ship: "Lark" })], text: "" },
  );
  stream(
    "R6 after an empty done event the final snapshot has the arguments",
    responsesSse(
      created,
      itemAdded(0, functionItem("a", "find_ship")),
      argumentsDone(0, "a", ""),
      terminal("completed", { output: [functionItem("a", "find_ship", { arguments: lark, status: "completed" })] }),
    ),
    { ending: clean, calls: [ran("call_a", "find_ship", { ship: "Lark" })], text: "" },
  );
  stream(
    "R6 a done text that goes on where the deltas ended is taken",
    completedResponse(
      itemAdded(0, functionItem("a", "find_ship")),
      argumentsDelta(0, "a", '{"ship"'),
      argumentsDone(0, "a", lark),
      itemDone(0, functionItem("a", "find_ship", { arguments: lark, status: "completed" })),
    ),
    { ending: clean, calls: [ran("call_a", "find_ship", { ship: "Lark" })], text: "" },
  );
  stream(
    "R6 an item text that goes on where the deltas ended is taken",
    completedResponse(
      itemAdded(0, functionItem("a", "find_ship")),
      argumentsDelta(0, "a", '{"ship"'),
      argumentsDelta(0, "a", ':"La'),
      itemDone(0, functionItem("a", "find_ship", { arguments: lark, status: "completed" })),
    ),
    { ending: clean, calls: [ran("call_a", "find_ship", { ship: "Lark" })], text: "" },
  );
  stream(
    "R6 the done event of the arguments closes a call whose item was never done",
    completedResponse(
      itemAdded(0, functionItem("a", "find_ship")),
      argumentsDelta(0, "a", lark),
      argumentsDone(0, "a", lark),
    ),
    { ending: clean, calls: [ran("call_a", "find_ship", { ship: "Lark" })], text: "" },
  );
  stream(
    "R6 absence from the final snapshot means nothing",
    responsesSse(created, ...wholeFunction(0, "a", "find_ship", lark), terminal("completed", { output: [] })),
    { ending: clean, calls: [ran("call_a", "find_ship", { ship: "Lark" })], text: "" },
  );
  stream(
    "R6 deltas that come before their item are its arguments",
    completedResponse(
      argumentsDelta(0, "a", lark),
      argumentsDone(0, "a", lark),
      itemDone(0, functionItem("a", "find_ship", { arguments: lark, status: "completed" })),
    ),
    { ending: clean, calls: [ran("call_a", "find_ship", { ship: "Lark" })], text: "" },
  );
  stream(
    "R1 deltas for an item that never came are a call without a name",
    completedResponse(argumentsDelta(0, "a", lark), argumentsDone(0, "a", lark)),
    { ending: clean, calls: [failed(made, "", "abandoned/provider-error")], text: "", faults: true },
  );
  stream(
    "R3 a call that nothing ever closed has ended early under a completed response",
    completedResponse(itemAdded(0, functionItem("a", "find_ship")), argumentsDelta(0, "a", lark)),
    { ending: clean, calls: [failed("call_a", "find_ship", "abandoned/ended-early")], text: "" },
  );
  stream(
    "R6 events without an output index are told apart by their item",
    completedResponse(
      itemAdded(0, functionItem("a", "find_ship")),
      itemAdded(1, functionItem("b", "find_ship")),
      { type: "response.function_call_arguments.delta", item_id: "fc_b", delta: '{"ship":"Wren"}' },
      { type: "response.function_call_arguments.delta", item_id: "fc_a", delta: lark },
      { type: "response.function_call_arguments.done", item_id: "fc_a", arguments: lark },
      { type: "response.function_call_arguments.done", item_id: "fc_b", arguments: '{"ship":"Wren"}' },
    ),
    {
      ending: clean,
      calls: [ran("call_a", "find_ship", { ship: "Lark" }), ran("call_b", "find_ship", { ship: "Wren" })],
      text: "",
    },
  );
  stream(
    "R6 events without an item id are told apart by their output index",
    completedResponse(
      itemAdded(0, { type: "function_call", call_id: "call_a", name: "find_ship", arguments: "" }),
      itemAdded(1, { type: "function_call", call_id: "call_b", name: "find_ship", arguments: "" }),
      { type: "response.function_call_arguments.delta", output_index: 1, delta: '{"ship":"Wren"}' },
      { type: "response.function_call_arguments.delta", output_index: 0, delta: lark },
      { type: "response.function_call_arguments.done", output_index: 0, arguments: lark },
      { type: "response.function_call_arguments.done", output_index: 1, arguments: '{"ship":"Wren"}' },
    ),
    {
      ending: clean,
      calls: [ran("call_a", "find_ship", { ship: "Lark" }), ran("call_b", "find_ship", { ship: "Wren" })],
      text: "",
    },
  );
});

describe("texts that disagree", () => {
  stream(
    "R3 a done text that is not what the deltas said fails closed, and only that call",
    completedResponse(
      itemAdded(0, functionItem("a", "find_ship")),
      argumentsDelta(0, "a", lark),
      argumentsDone(0, "a", '{"ship":"Wren"}'),
      ...wholeFunction(1, "b", "find_ship", lark),
    ),
    {
      ending: clean,
      calls: [failed("call_a", "find_ship", "abandoned/provider-error"), ran("call_b", "find_ship", { ship: "Lark" })],
      text: "",
      faults: true,
    },
  );
  stream(
    "R3 a finished item whose text differs from the done event fails closed",
    completedResponse(
      itemAdded(0, functionItem("a", "find_ship")),
      argumentsDelta(0, "a", lark),
      argumentsDone(0, "a", lark),
      itemDone(0, functionItem("a", "find_ship", { arguments: '{"ship":"Larks"}', status: "completed" })),
    ),
    { ending: clean, calls: [failed("call_a", "find_ship", "abandoned/provider-error")], text: "", faults: true },
  );
  stream(
    "R3 a final snapshot whose text differs fails closed",
    responsesSse(
      created,
      ...wholeFunction(0, "a", "find_ship", lark),
      terminal("completed", { output: [functionItem("a", "find_ship", { arguments: "{}", status: "completed" })] }),
    ),
    { ending: clean, calls: [failed("call_a", "find_ship", "abandoned/provider-error")], text: "", faults: true },
  );
  stream(
    "R3 a done text that is shorter than the deltas fails closed",
    completedResponse(
      itemAdded(0, functionItem("a", "find_ship")),
      argumentsDelta(0, "a", `${lark} `),
      argumentsDone(0, "a", lark),
    ),
    { ending: clean, calls: [failed("call_a", "find_ship", "abandoned/provider-error")], text: "", faults: true },
  );
  stream(
    "R3 argument text after the done event makes the call untrustworthy",
    completedResponse(
      itemAdded(0, functionItem("a", "find_ship")),
      argumentsDone(0, "a", lark),
      argumentsDelta(0, "a", "x"),
    ),
    { ending: clean, calls: [failed("call_a", "find_ship", "abandoned/provider-error")], text: "", faults: true },
  );
  stream(
    "R3 a name that changes between the first and the finished item makes the call untrustworthy",
    completedResponse(
      itemAdded(0, functionItem("a", "find_ship")),
      argumentsDone(0, "a", lark),
      itemDone(0, functionItem("a", "sink_ship", { arguments: lark, status: "completed" })),
    ),
    { ending: clean, calls: [failed("call_a", "find_ship", "abandoned/provider-error")], text: "", faults: true },
  );
});

describe("names and ids", () => {
  stream(
    "R3 a call that is never named is not trusted",
    completedResponse(
      itemAdded(0, { id: "fc_a", type: "function_call", call_id: "call_a", arguments: "" }),
      argumentsDone(0, "a", lark),
    ),
    { ending: clean, calls: [failed("call_a", "", "abandoned/provider-error")], text: "" },
  );
  stream(
    "R1 a call without a call id gets an id",
    completedResponse(itemAdded(0, { type: "function_call", name: "find_ship", arguments: "" }), {
      type: "response.function_call_arguments.done",
      output_index: 0,
      arguments: lark,
    }),
    { ending: clean, calls: [ran(made, "find_ship", { ship: "Lark" })], text: "", faults: true },
  );
  stream(
    "R1 two items that share a call id are two calls",
    completedResponse(
      itemAdded(0, functionItem("a", "find_ship")),
      argumentsDone(0, "a", lark),
      itemAdded(1, { id: "fc_b", type: "function_call", call_id: "call_a", name: "find_ship", arguments: "" }),
      argumentsDone(1, "b", '{"ship":"Wren"}'),
    ),
    {
      ending: clean,
      calls: [ran("call_a", "find_ship", { ship: "Lark" }), ran(made, "find_ship", { ship: "Wren" })],
      text: "",
      faults: true,
    },
  );
  stream(
    "R6 items that interleave keep their own arguments",
    completedResponse(
      itemAdded(0, functionItem("a", "find_ship")),
      itemAdded(1, functionItem("b", "find_ship")),
      argumentsDelta(1, "b", '{"ship"'),
      argumentsDelta(0, "a", '{"ship":"La'),
      argumentsDelta(1, "b", ':"Wren"}'),
      argumentsDelta(0, "a", 'rk"}'),
      argumentsDone(1, "b", '{"ship":"Wren"}'),
      argumentsDone(0, "a", lark),
    ),
    {
      ending: clean,
      calls: [ran("call_a", "find_ship", { ship: "Lark" }), ran("call_b", "find_ship", { ship: "Wren" })],
      text: "",
    },
  );
  stream(
    "R6 a call that a server program made is the client's to run",
    completedResponse(
      itemDone(0, {
        id: "fc_a",
        type: "function_call",
        call_id: "call_a",
        name: "find_ship",
        arguments: lark,
        status: "completed",
        caller: { type: "program", caller_id: "prog_1" },
      }),
    ),
    { ending: clean, calls: [ran("call_a", "find_ship", { ship: "Lark" })], text: "" },
  );
  stream(
    "R6 messages, reasoning and their text are no calls",
    completedResponse(
      itemAdded(0, { id: "rs_1", type: "reasoning", summary: [] }),
      itemDone(0, { id: "rs_1", type: "reasoning", summary: [] }),
      itemAdded(1, { id: "msg_test", type: "message", role: "assistant", status: "in_progress", content: [] }),
      outputText(1, "The quay "),
      outputText(1, "is free."),
      itemDone(1, { id: "msg_test", type: "message", role: "assistant", status: "completed", content: [] }),
      ...wholeFunction(2, "a", "find_ship", lark),
    ),
    { ending: clean, calls: [ran("call_a", "find_ship", { ship: "Lark" })], text: "The quay is free.", faults: false },
  );
});

describe("items with a status of their own", () => {
  for (const status of ["incomplete", "in_progress", "paused_by_moon"]) {
    stream(
      `R3 an item that is done as ${status} is never clean, whatever the response says`,
      completedResponse(
        itemAdded(0, functionItem("a", "find_ship")),
        argumentsDelta(0, "a", lark),
        itemDone(0, functionItem("a", "find_ship", { arguments: lark, status })),
        ...wholeFunction(1, "b", "find_ship", lark),
      ),
      {
        ending: clean,
        calls: [failed("call_a", "find_ship", "truncated/unknown-stop"), ran("call_b", "find_ship", { ship: "Lark" })],
        text: "",
      },
    );
  }
  stream(
    "R3 an item without a status is as good as completed",
    completedResponse(
      itemAdded(0, functionItem("a", "find_ship", { status: null })),
      argumentsDone(0, "a", lark),
      itemDone(0, functionItem("a", "find_ship", { arguments: lark, status: null })),
    ),
    { ending: clean, calls: [ran("call_a", "find_ship", { ship: "Lark" })], text: "" },
  );
  stream(
    "R3 a status in the final snapshot counts as well",
    responsesSse(
      created,
      itemAdded(0, functionItem("a", "find_ship")),
      argumentsDone(0, "a", lark),
      terminal("completed", { output: [functionItem("a", "find_ship", { arguments: lark, status: "incomplete" })] }),
    ),
    { ending: clean, calls: [failed("call_a", "find_ship", "truncated/unknown-stop")], text: "" },
  );
});

describe("freeform-custom-tool", () => {
  function customItem(input: string, status = "in_progress"): object {
    return { id: "ctc_a", type: "custom_tool_call", call_id: "call_a", name: "apply", input, status };
  }

  for (const [what, text] of [
    ["an empty object", "{}"],
    ["text that begins with a brace", "{ echo hi; }"],
    ["a JSON wrapper", '{"input":"*** Begin Patch"}'],
    ["nothing at all", ""],
    ["quotes, tabs and line breaks", 'a "b"\n\tc\\d'],
  ] as const) {
    stream(
      `R3 ${what} is the raw text of a freeform tool`,
      completedResponse(
        itemAdded(0, customItem("")),
        { type: "response.custom_tool_call_input.delta", item_id: "ctc_a", output_index: 0, delta: text },
        { type: "response.custom_tool_call_input.done", item_id: "ctc_a", output_index: 0, input: text },
        itemDone(0, customItem(text, "completed")),
      ),
      { ending: clean, calls: [ran("call_a", "apply", text)], text: "" },
    );
  }
  stream(
    "R6 freeform text that comes only in the finished item is the text",
    completedResponse(itemAdded(0, customItem("")), itemDone(0, customItem("SELECT 1", "completed"))),
    { ending: clean, calls: [ran("call_a", "apply", "SELECT 1")], text: "" },
  );
  stream(
    "R3 freeform text under a ceiling is truncated",
    responsesSse(
      created,
      itemAdded(0, customItem("")),
      { type: "response.custom_tool_call_input.delta", item_id: "ctc_a", output_index: 0, delta: "SELECT 1" },
      { type: "response.custom_tool_call_input.done", item_id: "ctc_a", output_index: 0, input: "SELECT 1" },
      incomplete("max_output_tokens"),
    ),
    {
      ending: complete("max_output_tokens", "ceiling"),
      calls: [failed("call_a", "apply", "truncated/token-limit")],
      text: "",
    },
  );
});

describe("provider-executed-confusion", () => {
  for (const item of [
    { id: "ci_1", type: "code_interpreter_call", code: "1+1", container_id: "c", outputs: [] },
    { id: "ig_1", type: "image_generation_call", result: null },
    { id: "fs_1", type: "file_search_call", queries: ["fog"] },
    {
      id: "sh_1",
      type: "shell_call",
      call_id: "call_sh",
      action: {},
      environment: { type: "container_reference", container_id: "c" },
    },
    { id: "ts_1", type: "tool_search_call", call_id: null, execution: "server", arguments: {} },
  ]) {
    test(`R2 ${item.type} is the provider's and the client's call beside it runs`, async () => {
      const body = completedResponse(
        itemAdded(0, { ...item, status: "in_progress" }),
        itemDone(0, { ...item, status: "completed" }),
        ...wholeFunction(1, "a", "find_ship", lark),
      );

      const settled = await settleBytes(openaiResponses, body);

      expect(settled.ending).toEqual(clean);
      expect(settled.calls).toEqual([
        { id: settled.calls[0]?.id, name: settled.calls[0]?.name, runBy: "provider", kind: "observed" },
        ran("call_a", "find_ship", { ship: "Lark" }),
      ]);
    });
  }

  for (const item of [
    { id: "cu_1", type: "computer_call", call_id: "call_c", action: { type: "click", x: 1, y: 2 } },
    { id: "ls_1", type: "local_shell_call", call_id: "call_c", action: { type: "exec", command: ["ls"] } },
    { id: "sh_1", type: "shell_call", call_id: "call_c", action: { commands: ["ls"] }, environment: { type: "local" } },
    { id: "ap_1", type: "apply_patch_call", call_id: "call_c", operation: { type: "delete_file", path: "a" } },
  ]) {
    test(`R2 ${item.type} is the client's to run, and unknown unless it is declared`, async () => {
      const body = completedResponse(
        itemAdded(0, { ...item, status: "in_progress" }),
        itemDone(0, { ...item, status: "completed" }),
      );

      const settled = await settleBytes(openaiResponses, body, { tools: [{ name: "find_ship" }] });

      expect(settled.calls).toEqual([
        { id: "call_c", name: settled.calls[0]?.name, runBy: "client", kind: "invalid", cause: "unknown-tool" },
      ]);
    });
  }

  stream(
    "R2 a kind of call that nobody knows counts as the provider's",
    completedResponse(
      itemAdded(0, { id: "q_1", type: "quantum_call", call_id: "call_q", name: "entangle", arguments: "" }),
      itemDone(0, { id: "q_1", type: "quantum_call", call_id: "call_q", name: "entangle", arguments: "{}" }),
    ),
    { ending: clean, calls: [observed("call_q", "entangle")], text: "" },
  );
  stream(
    "R2 a connector's call is observed when the stream ends early",
    responsesSse(
      created,
      itemAdded(0, { id: "mcp_1", type: "mcp_call", server_label: "tides", name: "next_tide", arguments: "" }),
      { type: "response.mcp_call_arguments.delta", item_id: "mcp_1", output_index: 0, delta: '{"po' },
    ),
    { ending: abandoned("ended-early"), calls: [observed("mcp_1", "next_tide")], text: "" },
  );
  stream(
    "R2 a connector's call is observed when the response fails",
    responsesSse(
      created,
      itemAdded(0, { id: "mcp_1", type: "mcp_call", server_label: "tides", name: "next_tide", arguments: "" }),
      terminal("failed", { error: { code: "server_error", message: "Lost." } }),
    ),
    { ending: abandoned("provider-error", "failed", "failed"), calls: [observed("mcp_1", "next_tide")], text: "" },
  );
});
