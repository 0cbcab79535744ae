import { describe, expect, test } from "vitest";

import { completedResponse, created, itemAdded, itemDone, wholeFunction } from "../support/responses-events.ts";
import {
  failure,
  itemsBehind,
  messageDone,
  note,
  sentCall,
  sentMessage,
  sentOutput,
} from "../support/responses-history.ts";
import { recording, responsesSse } from "../support/settle-stream.ts";

const search = { id: "ws_a", type: "web_search_call", status: "completed", action: { type: "search", query: "tides" } };

describe("R10: items that the provider ran", () => {
  test("they go back as they came, beside the client's, and nobody answers them", async () => {
    const list = { id: "mcpl_a", type: "mcp_list_tools", server_label: "docs", tools: [], error: null };
    const remote = {
      id: "mcp_a",
      type: "mcp_call",
      server_label: "docs",
      name: "find",
      arguments: '{"q":"tide"}',
      output: "high",
      status: "failed",
    };
    const code = {
      id: "ci_a",
      type: "code_interpreter_call",
      code: "1",
      container_id: "c",
      outputs: null,
      status: "completed",
    };
    const compaction = { id: "cmp_a", type: "compaction", encrypted_content: "c2VhbGVk" };
    const body = completedResponse(
      itemDone(0, list),
      itemDone(1, { ...search, created_by: "somebody" }),
      itemDone(2, remote),
      itemDone(3, code),
      itemDone(4, compaction),
      ...wholeFunction(5, "a", "pay", "{}"),
    );

    expect(await itemsBehind({ body, answers: { 3: "paid" } })).toEqual([
      list,
      search,
      remote,
      code,
      compaction,
      sentCall("a", "pay", "{}"),
      sentOutput("a", "paid"),
    ]);
  });

  test("one that did not finish leaves a note", async () => {
    const body = responsesSse(created, itemAdded(0, { ...search, status: "in_progress" }));

    expect(await itemsBehind({ body })).toEqual([note("[The provider's own call to web_search is left out here.]")]);
  });

  test("one that ended without finishing leaves a note", async () => {
    const body = completedResponse(itemDone(0, { ...search, status: "incomplete" }), messageDone(1, "a", "Hm."));

    expect(await itemsBehind({ body })).toEqual([
      note("[The provider's own call to web_search is left out here.]"),
      sentMessage("a", "Hm."),
    ]);
  });

  test("a recorded mixture is taken in its order", async () => {
    const body = recording("openai-responses/mcp-and-web-search-and-function.sse");
    const items = await itemsBehind({ body, answers: { 0: "0", 1: "1", 2: "2" } });

    expect(items.map(({ type }) => type)).toEqual([
      "web_search_call",
      "mcp_call",
      "function_call",
      "function_call_output",
    ]);
  });

  test("a tool that wants to be approved first leaves a note", async () => {
    const request = { id: "mcpr_a", type: "mcp_approval_request", name: "wipe", arguments: "{}", server_label: "disk" };

    expect(await itemsBehind({ body: completedResponse(itemDone(0, request)) })).toEqual([
      note("[The call to wipe was to be approved first. It was not approved, and did not run.]"),
    ]);
  });
});

describe("R10: kinds of calls that the client runs", () => {
  const shell = {
    id: "sh_a",
    type: "shell_call",
    call_id: "call_a",
    action: { commands: ["ls"] },
    environment: { type: "local" },
    status: "completed",
  };
  const local = {
    id: "lsh_a",
    type: "local_shell_call",
    call_id: "call_a",
    action: { type: "exec", command: ["ls"], env: {} },
    status: "completed",
  };
  const patch = {
    id: "apc_a",
    type: "apply_patch_call",
    call_id: "call_a",
    operation: { type: "delete_file", path: "a" },
    status: "completed",
  };
  const exit = (code: number) => ({ type: "exit", exit_code: code });

  test.each([
    [
      "a shell call",
      shell,
      "a b",
      { type: "shell_call_output", call_id: "call_a", output: [{ stdout: "a b", stderr: "", outcome: exit(0) }] },
    ],
    [
      "a shell call that failed",
      shell,
      failure("no ls"),
      {
        type: "shell_call_output",
        call_id: "call_a",
        output: [{ stdout: "", stderr: "Error: no ls", outcome: exit(1) }],
      },
    ],
    [
      "a local shell call",
      local,
      "a b",
      { type: "local_shell_call_output", id: "call_a", call_id: "call_a", output: '{"output":"a b"}' },
    ],
    [
      "a patch",
      patch,
      "deleted",
      { type: "apply_patch_call_output", call_id: "call_a", status: "completed", output: "deleted" },
    ],
    [
      "a patch that failed",
      patch,
      failure("no such file"),
      { type: "apply_patch_call_output", call_id: "call_a", status: "failed", output: "Error: no such file" },
    ],
  ])("%s that a declared tool answered has the output of its kind", async (_title, item, answer, output) => {
    expect(await itemsBehind({ body: completedResponse(itemDone(0, item)), answers: { 0: answer } })).toEqual([
      item,
      output,
    ]);
  });

  test.each([
    ["shell", shell],
    ["local_shell", local],
    ["apply_patch", patch],
  ])("a call of %s that nobody declared leaves a note with what was answered", async (name, item) => {
    const body = completedResponse(itemDone(0, item));

    expect(
      await itemsBehind({ body, options: { tools: [] }, answers: { 0: failure("there is no such tool") } }),
    ).toEqual([note(`[The call to ${name} was answered: Error: there is no such tool]`)]);
  });

  test("a computer call takes no words, so they stand in a note", async () => {
    const item = {
      id: "cu_a",
      type: "computer_call",
      call_id: "call_a",
      action: { type: "wait" },
      status: "completed",
    };

    expect(await itemsBehind({ body: completedResponse(itemDone(0, item)), answers: { 0: "waited" } })).toEqual([
      note("[The call to computer was answered: waited]"),
    ]);
  });
});
