import { describe, expect, test } from "vitest";

import { openaiChat } from "../../src/openai.ts";
import {
  called,
  calledOddly,
  describeChat,
  lost,
  madeId,
  madeIdOtherThan,
  ready,
  unparseable,
} from "../support/chat-stream.ts";
import { callMessage, calls, more, open } from "../support/chat-wire.ts";
import { settleBytes } from "../support/settle-stream.ts";

const ayle = '{"port":"Ayle"}';
const brae = '{"port":"Brae"}';
const tide = { port: "Ayle" };

describe("ids that are missing, late, empty or placeholders", () => {
  for (const [label, id] of [
    ["an empty string", ""],
    ["the word null", "null"],
    ["null", null],
  ] as const) {
    describeChat(`R6 id-missing-late-empty: ${label} is no id, and one is made`, {
      body: callMessage(calls({ index: 0, id, type: "function", function: { name: "get_tide", arguments: ayle } })),
      expected: calledOddly(ready(madeId, "get_tide", tide)),
    });

    describeChat(`R6 id-missing-late-empty: ${label} as the id of a continuation says nothing`, {
      body: callMessage(
        calls(open(0, "call_a", "get_tide", '{"po')),
        calls({ index: 0, id, function: { name: "", arguments: 'rt":"Ay' } }),
        calls({ index: 0, id, function: { name: null, arguments: 'le"}' } }),
      ),
      expected: called(ready("call_a", "get_tide", tide)),
    });

    describeChat(`R2 id-missing-late-empty: two calls whose id is ${label} have two made ids`, {
      body: callMessage(
        calls({ index: 0, id, function: { name: "get_tide", arguments: ayle } }),
        calls({ index: 1, id, function: { name: "get_tide", arguments: brae } }),
      ),
      expected: calledOddly(ready(madeId, "get_tide", { port: "Ayle" }), ready(madeId, "get_tide", { port: "Brae" })),
    });
  }

  describeChat("R6 id-missing-late-empty: an id that comes with the second piece is the id of the call", {
    body: callMessage(
      calls({ index: 0, function: { name: "get_tide", arguments: '{"port":' } }),
      calls({ index: 0, id: "call_a", function: { arguments: '"Ayle"}' } }),
    ),
    expected: called(ready("call_a", "get_tide", tide)),
  });

  describeChat("R6 id-missing-late-empty: an id that comes after all the text is the id of the call", {
    body: callMessage(
      calls({ index: 0, function: { name: "get_tide", arguments: ayle } }),
      calls({ index: 0, id: "call_a" }),
    ),
    expected: called(ready("call_a", "get_tide", tide)),
  });

  describeChat("R6 id-missing-late-empty: without an index a late id is the id of the call opened last", {
    body: callMessage(
      calls({ function: { name: "get_tide", arguments: '{"port":' } }),
      calls({ id: "call_a", function: { arguments: '"Ayle"}' } }),
    ),
    expected: called(ready("call_a", "get_tide", tide)),
  });

  describeChat("R6 id-missing-late-empty: an index that starts at 1 is the key of later pieces without an id", {
    body: callMessage(calls(open(1, "call_a", "get_tide")), calls(more(1, '{"port":')), calls(more(1, '"Ayle"}'))),
    expected: called(ready("call_a", "get_tide", tide)),
  });

  test("R2 made ids differ from each other, from the provider's, and are the same in every run", async () => {
    const body = callMessage(
      calls({ index: 0, function: { name: "get_tide", arguments: ayle } }),
      calls(open(1, "call_b", "get_tide", brae)),
      calls({ index: 2, id: "", function: { name: "get_tide", arguments: ayle } }),
      calls(open(3, "call_b", "get_wind", brae)),
    );

    const first = await settleBytes(openaiChat, body);
    const second = await settleBytes(openaiChat, body);

    expect(new Set(first.calls.map((call) => call.id)).size).toBe(4);
    expect(first.calls[1]?.id).toBe("call_b");
    expect(second.calls.map((call) => call.id)).toEqual(first.calls.map((call) => call.id));
  });
});

describe("ids that two calls share", () => {
  describeChat("R2 id-reused-across-turns: an id of tool name and place is only a name to Rollcall", {
    body: callMessage(calls(open(0, "get_tide:0", "get_tide", ayle)), calls(open(1, "get_tide:1", "get_tide", brae))),
    expected: called(
      ready("get_tide:0", "get_tide", { port: "Ayle" }),
      ready("get_tide:1", "get_tide", { port: "Brae" }),
    ),
  });

  describeChat("R2 id-reused-across-turns: an id that two calls of one message share is made unique, not dropped", {
    body: callMessage(calls(open(0, "get_tide:0", "get_tide", ayle)), calls(open(1, "get_tide:0", "get_tide", brae))),
    expected: calledOddly(
      ready("get_tide:0", "get_tide", { port: "Ayle" }),
      ready(madeIdOtherThan("get_tide:0"), "get_tide", { port: "Brae" }),
    ),
  });
});

describe("names that are late, blank, repeated or never come", () => {
  for (const [label, name] of [
    ["an empty string", ""],
    ["the word null", "null"],
    ["null", null],
  ] as const) {
    describeChat(`R3 fragment-misassembly: a call whose name is ${label} to the end fails`, {
      body: callMessage(calls({ index: 0, id: "call_a", function: { name, arguments: ayle } })),
      expected: called(lost("call_a", "", "provider-error")),
    });

    describeChat(`R6 name-or-id-repeated: ${label} as the name of a continuation says nothing`, {
      body: callMessage(
        calls(open(0, "call_a", "get_tide", '{"port":')),
        calls({ index: 0, function: { name, arguments: '"Ayle"}' } }),
      ),
      expected: called(ready("call_a", "get_tide", tide)),
    });
  }

  describeChat("R3 fragment-misassembly: a call that is never named fails, and its neighbor may run", {
    body: callMessage(
      calls({ index: 0, id: "call_a", type: "function", function: { arguments: ayle } }),
      calls(open(1, "call_b", "get_tide", brae)),
    ),
    expected: called(lost("call_a", "", "provider-error"), ready("call_b", "get_tide", { port: "Brae" })),
  });

  describeChat("R3 args-concatenated-or-redelivered: nameless calls with empty objects fail", {
    body: callMessage(
      calls({ index: 0, id: "call_a", function: { name: null, arguments: "{}{}" } }),
      calls({ index: 1, id: "call_b", function: { name: null, arguments: "{}" } }),
    ),
    expected: called(lost("call_a", "", "provider-error"), lost("call_b", "", "provider-error")),
  });

  describeChat("R3 fragment-misassembly: text for a call that nobody introduced is a call without a name", {
    body: callMessage(calls(more(0, ayle))),
    expected: called(lost(madeId, "", "provider-error")),
  });

  describeChat("R3 fragment-misassembly: text without an index for a call that nobody introduced fails", {
    body: callMessage(calls({ function: { arguments: '{"port":' } }), calls({ function: { arguments: '"Ayle"}' } })),
    expected: called(lost(madeId, "", "provider-error")),
  });

  describeChat("R6 fragment-misassembly: a name in a chunk of its own, then text without a name", {
    body: callMessage(
      calls({ index: 0, id: "call_a", type: "function", function: { name: "get_tide" } }),
      calls(more(0, '{"port":')),
      calls(more(0, '"Ayle"}')),
    ),
    expected: called(ready("call_a", "get_tide", tide)),
  });

  describeChat("R6 fragment-misassembly: a name that comes after all the text", {
    body: callMessage(
      calls({ index: 0, id: "call_a", type: "function", function: { arguments: ayle } }),
      calls({ index: 0, function: { name: "get_tide" } }),
    ),
    expected: called(ready("call_a", "get_tide", tide)),
  });

  describeChat("R6 name-or-id-repeated: a full name in each of three pieces is set once", {
    body: callMessage(
      calls(open(0, "call_a", "get_tide", '{"po')),
      calls({ index: 0, function: { name: "get_tide", arguments: 'rt":"Ay' } }),
      calls({ index: 0, function: { name: "get_tide", arguments: 'le"}' } }),
    ),
    expected: called(ready("call_a", "get_tide", tide)),
  });

  describeChat("R6 name-or-id-repeated: two calls to one tool at two indices are not glued", {
    body: callMessage(
      calls(open(0, "call_a", "get_tide", '{"port":')),
      calls(open(0, "call_a", "get_tide", '"Ayle"}')),
      calls(open(1, "call_b", "get_tide", '{"port":')),
      calls(open(1, "call_b", "get_tide", '"Brae"}')),
    ),
    expected: called(ready("call_a", "get_tide", { port: "Ayle" }), ready("call_b", "get_tide", { port: "Brae" })),
  });

  describeChat("R3 name-or-id-repeated: a name that changes under one id fails the call, whole text or not", {
    body: callMessage(calls(open(0, "call_a", "get_tide", ayle)), calls(open(0, "call_a", "get_wind", ""))),
    expected: calledOddly(lost("call_a", "get_tide", "provider-error")),
  });

  describeChat("R3 name-or-id-repeated: a name that is cut in two under one id is a changed name", {
    body: callMessage(
      calls({ index: 0, id: "call_a", function: { name: "get_" } }),
      calls({ index: 0, id: "call_a", function: { name: "tide", arguments: ayle } }),
    ),
    expected: calledOddly(lost("call_a", "get_", "provider-error")),
  });
});

describe("calls keep their failures to themselves", () => {
  describeChat("R2 fragment-misassembly: text, a good call and a broken one in one answer", {
    body: callMessage(
      calls(open(0, "call_a", "get_tide", ayle)),
      calls(open(1, "call_b", "get_tide", '{"port" Brae}')),
    ),
    expected: called(ready("call_a", "get_tide", tide), unparseable("call_b", "get_tide", "not-json")),
  });
});
