import { describe, expect, test } from "vitest";

import { openaiResponsesStoredDialect as dialect } from "../../src/formats/openai-responses/dialect.ts";
import {
  argumentsDelta,
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
  failure,
  historyBehind,
  messageDone,
  note,
  question,
  reasoningDone,
  sentCall,
  sentOutput,
  type Told,
} from "../support/responses-history.ts";
import { responsesSse } from "../support/settle-stream.ts";

const before = { previousResponseId: "resp_0", messages: [question] };
const pay = wholeFunction(0, "a", "pay", '{"amount":5}');
const look = wholeFunction(1, "b", "look", "{}");

async function behind(told: Omit<Told, "dialect" | "before">) {
  return historyBehind({ dialect, before, ...told });
}

describe("R10: behind a response that the provider keeps", () => {
  test("the chain goes on from it, and each call of it has its output", async () => {
    const answers = { 0: "paid", 1: failure("no eyes") };

    expect(await behind({ body: completedResponse(reasoningDone(2, "a"), ...pay, ...look), answers })).toEqual({
      previousResponseId: "resp_test",
      messages: [sentOutput("a", "paid"), sentOutput("b", "Error: no eyes")],
    });
  });

  test("an answer in words alone owes nothing", async () => {
    expect(await behind({ body: completedResponse(messageDone(0, "a", "Hm.")) })).toEqual({
      previousResponseId: "resp_test",
      messages: [],
    });
  });

  test("calls without an answer are answered as aborted, also those that were cut", async () => {
    const body = responsesSse(
      created,
      ...pay,
      itemAdded(1, functionItem("b", "look")),
      argumentsDelta(1, "b", '{"at'),
      itemDone(1, functionItem("b", "look", { arguments: '{"at', status: "in_progress" })),
      incomplete("max_output_tokens"),
    );

    expect(await behind({ body })).toEqual({
      previousResponseId: "resp_test",
      messages: [
        sentOutput("a", "aborted: the request was cut short"),
        sentOutput("b", "aborted: the request was cut short"),
      ],
    });
  });

  test("a call that could have run and has no answer is not said not to have run", async () => {
    expect((await behind({ body: completedResponse(...pay) })).messages).toEqual([
      sentOutput("a", "aborted: it has no result"),
    ]);
  });

  test("a paused response is gone on from, and its calls are aborted", async () => {
    expect(await behind({ body: responsesSse(created, ...pay, incomplete("steered")) })).toEqual({
      previousResponseId: "resp_test",
      messages: [sentOutput("a", "aborted: the answer was paused")],
    });
  });

  test("the provider's own ids are not changed, however common", async () => {
    const item = functionItem("a", "pay", { arguments: "{}", status: "completed" });
    const callId = `call:${"x".repeat(59)}`;
    const told = { ...item, call_id: callId };

    expect((await behind({ body: completedResponse(itemDone(0, told)), answers: { 0: "paid" } })).messages).toEqual([
      { type: "function_call_output", call_id: callId, output: "paid" },
    ]);
  });

  test("other kinds of calls have the output of their kind, and an approval is denied", async () => {
    const body = completedResponse(
      itemDone(0, { id: "ctc_a", type: "custom_tool_call", call_id: "call_a", name: "patch", input: "x" }),
      itemDone(1, { id: "sh_b", type: "shell_call", call_id: "call_b", action: { commands: [] }, status: "completed" }),
      itemDone(2, { id: "apc_c", type: "apply_patch_call", call_id: "call_c", operation: {}, status: "completed" }),
      itemDone(3, { id: "tsc_d", type: "tool_search_call", call_id: "call_d", execution: "client", arguments: {} }),
      itemDone(4, { id: "ws_e", type: "web_search_call", status: "completed", action: {} }),
      itemDone(5, { id: "mcpr_f", type: "mcp_approval_request", name: "wipe", arguments: "{}", server_label: "disk" }),
    );

    expect((await behind({ body, options: { tools: [] } })).messages).toEqual([
      { type: "custom_tool_call_output", call_id: "call_a", output: "aborted: there is no such tool" },
      {
        type: "shell_call_output",
        call_id: "call_b",
        output: [
          {
            stdout: "",
            stderr: "aborted: there is no such tool",
            outcome: { type: "exit", exit_code: 1 },
          },
        ],
      },
      {
        type: "apply_patch_call_output",
        call_id: "call_c",
        status: "failed",
        output: "aborted: there is no such tool",
      },
      { type: "tool_search_output", call_id: "call_d", execution: "client", status: "completed", tools: [] },
      { type: "mcp_approval_response", approval_request_id: "mcpr_f", approve: false, reason: "Nobody was asked." },
    ]);
  });
});

describe("R10: behind a response that the provider does not keep", () => {
  test("one that never finished leaves the chain where it was, with the text that was shown", async () => {
    const body = responsesSse(created, outputText(0, "I will pay"), ...wholeFunction(1, "a", "pay", "{}"));

    expect(await behind({ body, end: "reset" })).toEqual({
      previousResponseId: "resp_0",
      messages: [
        question,
        note("I will pay\n\n[The answer broke off here: the connection was lost.]"),
        note("[The call to pay was not run: the connection was lost.]"),
      ],
    });
  });

  test.each([
    ["failed", terminal("failed", { error: { code: "server_error", message: "" } }), "the model service failed"],
    [
      "failed by a policy",
      terminal("failed", { error: { code: "bio_policy", message: "" } }),
      "it was stopped by the provider's safety filter",
    ],
  ])("one that %s is told anew, without ids and reasoning", async (_title, end, why) => {
    const body = responsesSse(created, reasoningDone(0, "a"), messageDone(1, "a", "To begin,"), end);

    expect(await behind({ body })).toEqual({
      previousResponseId: "resp_0",
      messages: [
        question,
        {
          type: "message",
          role: "assistant",
          status: "completed",
          content: [{ type: "output_text", text: "To begin,", annotations: [] }],
        },
        note(`[The answer broke off here: ${why}.]`),
      ],
    });
  });

  test("one that says that it is not stored is told anew", async () => {
    const body = responsesSse(created, ...pay, terminal("completed", { store: false }));

    expect(await behind({ body, answers: { 0: "paid" } })).toEqual({
      previousResponseId: "resp_0",
      messages: [question, sentCall("a", "pay", '{"amount":5}', null), sentOutput("a", "paid")],
    });
  });

  test("one with a call that no words can answer is told anew, and what ran is told", async () => {
    const computer = {
      id: "cu_a",
      type: "computer_call",
      call_id: "call_c",
      action: { type: "wait" },
      status: "completed",
    };

    expect(await behind({ body: completedResponse(...pay, itemDone(1, computer)), answers: { 0: "paid" } })).toEqual({
      previousResponseId: "resp_0",
      messages: [
        question,
        sentCall("a", "pay", '{"amount":5}', null),
        note("[The call to computer has no result.]"),
        sentOutput("a", "paid"),
      ],
    });
  });

  test("one with a call that has no call_id is told anew", async () => {
    const item = { id: "fc_a", type: "function_call", name: "pay", arguments: "{}", status: "completed" };

    expect(await behind({ body: completedResponse(itemDone(0, item)), answers: { 0: "paid" } })).toEqual({
      previousResponseId: "resp_0",
      messages: [
        question,
        { type: "function_call", call_id: "rollcall-0", name: "pay", arguments: "{}" },
        { type: "function_call_output", call_id: "rollcall-0", output: "paid" },
      ],
    });
  });

  test("one with a call_id of 65 characters, which no output may name, is told anew", async () => {
    const item = functionItem("a", "pay", { arguments: "{}", status: "completed" });
    const body = completedResponse(itemDone(0, { ...item, call_id: "c".repeat(65) }));
    const callId = "c".repeat(64);

    expect(await behind({ body, answers: { 0: "paid" } })).toEqual({
      previousResponseId: "resp_0",
      messages: [
        question,
        { type: "function_call", call_id: callId, name: "pay", arguments: "{}" },
        { type: "function_call_output", call_id: callId, output: "paid" },
      ],
    });
  });

  test("one with a name of 65 characters and a call that has no call_id is told anew, under 64 of them", async () => {
    const item = { id: "fc_a", type: "function_call", name: "n".repeat(65), arguments: "{}", status: "completed" };
    const body = completedResponse(itemDone(0, item));

    expect((await behind({ body, answers: { 0: "done" } })).messages[1]).toEqual({
      type: "function_call",
      call_id: "rollcall-0",
      name: "n".repeat(64),
      arguments: "{}",
    });
  });

  test("one with two calls of one call_id is told anew, under two", async () => {
    const item = { type: "function_call", call_id: "call_a", name: "pay", arguments: "{}", status: "completed" };
    const body = completedResponse(itemDone(0, { ...item, id: "fc_a" }), itemDone(1, { ...item, id: "fc_b" }));

    expect((await behind({ body, answers: { 0: "paid", 1: "paid" } })).messages.map(({ call_id }) => call_id)).toEqual([
      undefined,
      "call_a",
      "call_a-2",
      "call_a",
      "call_a-2",
    ]);
  });

  test("one without an id is told anew, at the beginning of a conversation too", async () => {
    const body = responsesSse(messageDone(0, "a", "Hm."), {
      type: "response.completed",
      response: { status: "completed" },
    });

    expect(await historyBehind({ dialect, body })).toEqual({
      messages: [
        question,
        {
          type: "message",
          role: "assistant",
          status: "completed",
          content: [{ type: "output_text", text: "Hm.", annotations: [] }],
        },
      ],
    });
  });

  test("one that said nothing changes nothing", async () => {
    expect(await behind({ body: responsesSse(created), end: "reset" })).toBe(before);
    expect(await behind({ body: completedResponse() })).toBe(before);
  });
});
