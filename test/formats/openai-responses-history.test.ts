import { describe, expect, test } from "vitest";

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
  itemsBehind,
  messageDone,
  note,
  question,
  sentCall,
  sentMessage,
  sentOutput,
} from "../support/responses-history.ts";
import { recording, responsesSse } from "../support/settle-stream.ts";

const pay = wholeFunction(0, "a", "pay", '{"amount"', ":5}");
const look = wholeFunction(1, "b", "look", '{"at":"it"}');

describe("R10: a response whose calls are answered", () => {
  test("its items stand in their order, and behind them one output for each call", async () => {
    expect(
      await itemsBehind({
        body: completedResponse(...pay, ...look, messageDone(2, "a", "Both at once.")),
        answers: { 0: "paid", 1: "seen" },
      }),
    ).toEqual([
      sentCall("a", "pay", '{"amount":5}'),
      sentCall("b", "look", '{"at":"it"}'),
      sentMessage("a", "Both at once."),
      sentOutput("a", "paid"),
      sentOutput("b", "seen"),
    ]);
  });

  test("items that come in another order than their places stand at their places", async () => {
    expect(await itemsBehind({ body: completedResponse(...look, ...pay), answers: { 0: "seen", 1: "paid" } })).toEqual([
      sentCall("a", "pay", '{"amount":5}'),
      sentCall("b", "look", '{"at":"it"}'),
      sentOutput("a", "paid"),
      sentOutput("b", "seen"),
    ]);
  });

  test("an error has words that say so, and no second ones", async () => {
    const answers = { 0: failure("no such account"), 1: failure("Error: no eyes") };

    expect((await itemsBehind({ body: completedResponse(...pay, ...look), answers })).slice(2)).toEqual([
      sentOutput("a", "Error: no such account"),
      sentOutput("b", "Error: no eyes"),
    ]);
  });

  test("a call with a namespace and a caller keeps them, and its output names the caller", async () => {
    const caller = { type: "program", caller_id: "call_p" };
    const item = { ...functionItem("a", "pay", { arguments: "{}", status: "completed" }), namespace: "bank", caller };
    const body = completedResponse(itemDone(0, { ...item, parsed_arguments: {}, created_by: "somebody" }));

    expect(await itemsBehind({ body, answers: { 0: "paid" } })).toEqual([
      { ...sentCall("a", "pay", "{}"), namespace: "bank", caller },
      { ...sentOutput("a", "paid"), caller },
    ]);
  });

  test("a freeform call goes back as the text that it was, and its output is of its kind", async () => {
    const item = { id: "ctc_a", type: "custom_tool_call", call_id: "call_a", name: "patch" };
    const body = completedResponse(
      itemAdded(0, { ...item, input: "" }),
      itemDone(0, { ...item, input: '{"not": json\n' }),
    );

    expect(await itemsBehind({ body, answers: { 0: "patched" } })).toEqual([
      { type: "custom_tool_call", id: "ctc_a", call_id: "call_a", name: "patch", input: '{"not": json\n' },
      { type: "custom_tool_call_output", call_id: "call_a", output: "patched" },
    ]);
  });

  test("a call that only the terminal event tells of is kept like any other", async () => {
    const output = [functionItem("a", "pay", { arguments: '{"amount":5}', status: "completed" })];
    const body = responsesSse(created, terminal("completed", { output }));

    expect(await itemsBehind({ body, answers: { 0: "paid" } })).toEqual([
      sentCall("a", "pay", '{"amount":5}'),
      sentOutput("a", "paid"),
    ]);
  });

  test("a terminal event that repeats every item adds none", async () => {
    const body = recording("openai-responses/parallel.sse");

    expect(await itemsBehind({ body, answers: { 0: "one", 1: "two" } })).toEqual([
      sentCall("Berth2", "find_ship", '{"ship":"Lark"}'),
      sentCall("Berth3", "find_ship", '{"ship":"Wren"}'),
      sentOutput("Berth2", "one"),
      sentOutput("Berth3", "two"),
    ]);
  });

  test("calls that came in pieces alone are kept as their outcomes have them", async () => {
    const body = completedResponse(itemAdded(0, functionItem("a", "pay")), argumentsDelta(0, "a", '{"amount":5}'), {
      type: "response.function_call_arguments.done",
      output_index: 0,
      item_id: "fc_a",
      arguments: '{"amount":5}',
    });

    expect(await itemsBehind({ body, answers: { 0: "paid" } })).toEqual([
      sentCall("a", "pay", '{"amount":5}'),
      sentOutput("a", "paid"),
    ]);
  });
});

describe("R10: the name of a call that a request may not say", () => {
  const told = (name: string): string => `Error: no such tool\n\n[The tool was called by the name "${name}".]`;

  test.each([
    ["of 65 characters is cut to 64", "n".repeat(65), "n".repeat(64)],
    ["with foreign characters is spelled anew", "pay: now!", "pay__now_"],
  ])("%s, and the answer says the real one", async (_title, name, written) => {
    const body = completedResponse(...wholeFunction(0, "a", name, "{}"));
    const answers = { 0: failure("no such tool") };
    const expected = [sentCall("a", written, "{}"), sentOutput("a", told(name))];

    expect(await itemsBehind({ body, answers })).toEqual(expected);
  });

  test("of 64 characters goes back as it is", async () => {
    const name = "n".repeat(64);
    const body = completedResponse(...wholeFunction(0, "a", name, "{}"));

    expect(await itemsBehind({ body, answers: { 0: "done" } })).toEqual([
      sentCall("a", name, "{}"),
      sentOutput("a", "done"),
    ]);
  });
});

describe("R10: argument text that goes back", () => {
  test.each([
    ["an object stays as it was written", '{"a":1.0, "a":2}', '{"a":1.0, "a":2}'],
    ["no text is an empty object", "", "{}"],
    ["text that is no JSON is wrapped", "{oops", '{"raw_arguments":"{oops"}'],
    ["JSON that is no object is wrapped", "[1]", '{"raw_arguments":"[1]"}'],
    ["a string that holds no object is wrapped", '"x"', '{"raw_arguments":"\\"x\\""}'],
  ])("%s", async (_title, text, expected) => {
    const item = functionItem("a", "pay", { arguments: text, status: "completed" });

    expect(
      await itemsBehind({ body: completedResponse(itemDone(0, item)), answers: { 0: failure("misfit") } }),
    ).toEqual([sentCall("a", "pay", expected), sentOutput("a", "Error: misfit")]);
  });

  test("text that outgrew its limit is said to be missing", async () => {
    const item = functionItem("a", "pay", { arguments: '{"a":"long"}', status: "completed" });
    const options = { limits: { maxCallBytes: 4 } };
    const body = completedResponse(itemDone(0, item));

    expect((await itemsBehind({ body, options, answers: { 0: failure("too large") } }))[0]).toEqual(
      sentCall("a", "pay", '{"raw_arguments":"(12 bytes, not kept)"}'),
    );
  });
});

describe("R10: a call without an answer", () => {
  test("it is left out, with a note in its place, and its sibling stays", async () => {
    expect(await itemsBehind({ body: completedResponse(...pay, ...look), answers: { 1: "seen" } })).toEqual([
      note("[The call to pay has no result.]"),
      sentCall("b", "look", '{"at":"it"}'),
      sentOutput("b", "seen"),
    ]);
  });

  test("a call that the ceiling cut is said to be cut short", async () => {
    const body = responsesSse(
      created,
      messageDone(0, "a", "I will pay."),
      itemAdded(1, functionItem("a", "pay")),
      argumentsDelta(1, "a", '{"amount":5'),
      itemDone(1, functionItem("a", "pay", { arguments: '{"amount":5', status: "incomplete" })),
      incomplete("max_output_tokens"),
    );

    expect(await itemsBehind({ body })).toEqual([
      sentMessage("a", "I will pay."),
      note("[The call to pay was not run: the request was cut short.]"),
    ]);
  });

  test("a paused call is left out, and what was said stays", async () => {
    const body = responsesSse(created, messageDone(0, "a", "First this."), ...look, incomplete("steered"));

    expect(await itemsBehind({ body })).toEqual([
      sentMessage("a", "First this."),
      note("[The call to look was not run: the answer was paused.]"),
    ]);
  });

  test("a name that no item may carry is not repeated", async () => {
    const body = completedResponse(...wholeFunction(0, "a", "pay: now!", "{}"));

    expect(await itemsBehind({ body })).toEqual([note("[The call to a tool has no result.]")]);
  });
});

describe("R10: a response that broke off", () => {
  test("text that was shown stays, and says that it broke off", async () => {
    const body = responsesSse(
      created,
      itemAdded(0, { id: "msg_a", type: "message" }),
      outputText(0, "I will"),
      outputText(0, " p"),
    );

    expect(await itemsBehind({ body, end: "reset" })).toEqual([
      note("I will p\n\n[The answer broke off here: the connection was lost.]"),
    ]);
  });

  test("a message that was finished is followed by a note", async () => {
    expect(await itemsBehind({ body: responsesSse(created, messageDone(0, "a", "I will pay.")) })).toEqual([
      sentMessage("a", "I will pay."),
      note("[The answer broke off here: the answer ended early.]"),
    ]);
  });

  test("a call that was closed is left out, and the note says why", async () => {
    expect(await itemsBehind({ body: responsesSse(created, ...pay), end: "reset" })).toEqual([
      note("[The call to pay was not run: the connection was lost.]"),
    ]);
  });

  test.each([
    ["said nothing", responsesSse(created)],
    [
      "only thought",
      responsesSse(created, itemDone(0, { id: "rs_a", type: "reasoning", summary: [], encrypted_content: "x" })),
    ],
    ["never came", ""],
  ])("a response that %s changes nothing", async (_title, body) => {
    const before = { messages: [question] };

    expect(await historyBehind({ body, before })).toBe(before);
  });

  test("text that a filter stopped says so", async () => {
    const body = responsesSse(
      created,
      messageDone(0, "a", "To build one,", { status: "incomplete" }),
      incomplete("content_filter"),
    );

    expect(await itemsBehind({ body })).toEqual([
      sentMessage("a", "To build one,", { status: "incomplete" }),
      note("[The answer broke off here: it was stopped by the provider's safety filter.]"),
    ]);
  });

  test("text of a host that never finishes a message, and does finish the response, is whole", async () => {
    expect(await itemsBehind({ body: completedResponse(outputText(0, "All done.")) })).toEqual([note("All done.")]);
  });
});

describe("R10: messages", () => {
  test("the phase stays, and what only an SDK adds goes", async () => {
    const content = [
      { type: "output_text", text: "Hm.", annotations: [{ type: "url_citation" }], parsed: null, logprobs: [] },
      { type: "refusal", refusal: "No." },
    ];
    const body = completedResponse(messageDone(0, "a", "", { phase: "commentary", content }));

    expect(await itemsBehind({ body })).toEqual([
      sentMessage("a", "", {
        phase: "commentary",
        content: [
          { type: "output_text", text: "Hm.", annotations: [{ type: "url_citation" }] },
          { type: "refusal", refusal: "No." },
        ],
      }),
    ]);
  });

  test("a message without words is left out", async () => {
    const body = completedResponse(
      messageDone(0, "a", ""),
      messageDone(1, "b", "", { content: [] }),
      messageDone(2, "c", "Hm."),
    );

    expect(await itemsBehind({ body })).toEqual([sentMessage("c", "Hm.")]);
  });

  test("two messages at one place are two", async () => {
    const body = completedResponse(messageDone(0, "a", "One."), messageDone(0, "b", "Two."));

    expect(await itemsBehind({ body })).toEqual([sentMessage("a", "One."), sentMessage("b", "Two.")]);
  });

  test("a terminal event that repeats a message under another id and at another place adds none", async () => {
    const output = [messageDone(0, "b", "Hm.")["item"]];
    const thought = { id: "rs_a", type: "reasoning", summary: [] };
    const body = responsesSse(
      created,
      itemDone(0, thought),
      messageDone(1, "a", "Hm."),
      terminal("completed", { output }),
    );

    expect(await itemsBehind({ body })).toEqual([
      {
        type: "message",
        role: "assistant",
        status: "completed",
        content: [{ type: "output_text", text: "Hm.", annotations: [] }],
      },
    ]);
  });

  test("a message that was announced under one id and finished under another is one", async () => {
    const body = completedResponse(
      itemAdded(0, { id: "msg_b", type: "message", content: [] }),
      outputText(0, "Hm."),
      messageDone(0, "a", "Hm."),
    );

    expect(await itemsBehind({ body })).toEqual([sentMessage("a", "Hm.")]);
  });

  test("a message that was cut is incomplete, whatever word its host has for it", async () => {
    const body = responsesSse(
      created,
      messageDone(0, "a", "So", { status: "in_progress" }),
      incomplete("max_output_tokens"),
    );

    expect(await itemsBehind({ body })).toEqual([sentMessage("a", "So", { status: "incomplete" })]);
  });
});
