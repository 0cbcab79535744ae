import { describe } from "vitest";

import {
  called,
  calledOddly,
  describeChat,
  invalid,
  listTool,
  lost,
  ready,
  tideTool,
  unparseable,
} from "../support/chat-stream.ts";
import { callMessage, calls, finish, message, more, open, opening, records } from "../support/chat-wire.ts";
import { abandoned, complete, type SettledCall } from "../support/settle-stream.ts";

const ayle = '{"port":"Ayle"}';
const tide = { port: "Ayle" };

/** A message of one whole call with this argument text. */
function withText(text: string): string {
  return callMessage(calls(open(0, "call_a", "get_tide", text)));
}

function observed(id: string, name: string): SettledCall {
  return { id, name, runBy: "provider", kind: "observed" };
}

describe("siblings", () => {
  describeChat("R2 sibling-coupling: six calls that fit and one that does not", {
    body: callMessage(
      ...[0, 1, 2, 3, 4, 5, 6].map((index) =>
        calls(open(index, `call_${index}`, "get_tide", index === 3 ? '{"port":7}' : ayle)),
      ),
    ),
    options: { tools: [tideTool] },
    expected: called(
      ready("call_0", "get_tide", tide),
      ready("call_1", "get_tide", tide),
      ready("call_2", "get_tide", tide),
      invalid("call_3", "get_tide", "schema"),
      ready("call_4", "get_tide", tide),
      ready("call_5", "get_tide", tide),
      ready("call_6", "get_tide", tide),
    ),
  });

  describeChat("R2 sibling-coupling: an unknown tool, a broken text and a nameless call beside a good one", {
    body: callMessage(
      calls(open(0, "call_a", "get_wind", ayle)),
      calls(open(1, "call_b", "get_tide", '{"port":}')),
      calls({ index: 2, id: "call_c", function: { arguments: ayle } }),
      calls(open(3, "call_d", "get_tide", ayle)),
    ),
    options: { tools: [tideTool] },
    expected: called(
      invalid("call_a", "get_wind", "unknown-tool"),
      unparseable("call_b", "get_tide", "not-json"),
      lost("call_c", "", "provider-error"),
      ready("call_d", "get_tide", tide),
    ),
  });

  describeChat("R2 sibling-coupling: a changed name and text behind the stop keep the call between them", {
    body: message(
      opening,
      calls(open(0, "call_a", "get_tide", ayle)),
      calls(open(0, "call_a", "get_wind")),
      calls(open(1, "call_b", "get_tide", ayle)),
      calls(open(2, "call_c", "get_tide", '{"port":"Ay')),
      finish("tool_calls"),
      calls(more(2, 'le"}')),
    ),
    expected: calledOddly(
      lost("call_a", "get_tide", "provider-error"),
      ready("call_b", "get_tide", tide),
      lost("call_c", "get_tide", "provider-error"),
    ),
  });
});

describe("texts that no tool should see", () => {
  for (const [label, number] of [
    ["2 to the power of 53, plus 1", "9007199254740993"],
    ["an id of 19 digits", "1234567890123456789"],
    ["a number that overflows", "1e400"],
    ["a negative id", "-9007199254740993"],
  ] as const) {
    describeChat(`R3 big-integers: ${label} cannot be held`, {
      body: withText(`{"port":${number}}`),
      expected: called(invalid("call_a", "get_tide", "inexact-number")),
    });
  }

  describeChat("R3 big-integers: an id of 19 digits as text, the largest exact integer and a fraction are fine", {
    body: withText('{"port":"1234567890123456789","most":9007199254740991,"half":0.1,"tiny":5e-3}'),
    expected: called(
      ready("call_a", "get_tide", { port: "1234567890123456789", most: 9_007_199_254_740_991, half: 0.1, tiny: 0.005 }),
    ),
  });

  for (const [label, text] of [
    ["a __proto__ deep inside", '{"port":[{"a":{"__proto__":{}}}]}'],
    ["a constructor with a prototype", '{"constructor":{"prototype":{"isAdmin":true}}}'],
    ["a __proto__ that is a number", '{"__proto__":7}'],
  ] as const) {
    describeChat(`R3 prototype-pollution: ${label} is refused`, {
      body: withText(text),
      expected: called(invalid("call_a", "get_tide", "reserved-key")),
    });
  }

  describeChat("R3 prototype-pollution: a plain constructor key and a prototype key are fine", {
    body: withText('{"constructor":"Ayle & Sons","prototype":{"x":1}}'),
    expected: called(ready("call_a", "get_tide", { constructor: "Ayle & Sons", prototype: { x: 1 } })),
  });

  for (const [label, text] of [
    ["one after the other", '{"port":"Ayle","port":"Brae"}'],
    ["one of them escaped", '{"port":"Ayle","p\\u006frt":"Brae"}'],
    ["deep inside", '{"port":[{"a":1,"a":1}]}'],
  ] as const) {
    describeChat(`R3 a key that is given twice, ${label}, is refused`, {
      body: withText(text),
      expected: called(invalid("call_a", "get_tide", "duplicate-key")),
    });
  }

  describeChat("R13 runaway-arguments: a text of exactly maxCallBytes is kept, one byte more is too large", {
    body: callMessage(
      calls(open(0, "call_a", "get_tide", '{"port":"')),
      calls(more(0, 'abcd"}')),
      calls(open(1, "call_b", "get_tide", '{"port":"')),
      calls(more(1, 'abcde"}')),
    ),
    options: { limits: { maxCallBytes: 15 } },
    expected: called(ready("call_a", "get_tide", { port: "abcd" }), unparseable("call_b", "get_tide", "too-large")),
  });

  describeChat("R13 runaway-arguments: the limit counts bytes, not letters", {
    body: callMessage(calls(open(0, "call_a", "get_tide", '{"port":"åååå"}'))),
    options: { limits: { maxCallBytes: 16 } },
    expected: called(unparseable("call_a", "get_tide", "too-large")),
  });

  describeChat("R13 runaway-arguments: a text that runs away under a length stop is truncated, not too large", {
    body: message(opening, calls(open(0, "call_a", "get_tide", `{"port":"${"word ".repeat(20)}`)), finish("length")),
    options: { limits: { maxCallBytes: 50 } },
    expected: {
      ending: complete("length", "ceiling"),
      calls: [
        { id: "call_a", name: "get_tide", runBy: "client", kind: "failed", reason: "truncated", cause: "token-limit" },
      ],
      text: "",
    },
  });
});

describe("kinds of calls that nobody knows", () => {
  const searched = {
    index: 0,
    id: "call_s",
    type: "web_search",
    web_search: { query: "tide" },
    function: { name: "web_search" },
  };

  describeChat("R3 provider-executed-confusion: a call of an unknown type is the provider's", {
    body: callMessage(calls(searched)),
    expected: called(observed("call_s", "web_search")),
  });

  describeChat("R3 provider-executed-confusion: the client's call beside it may run", {
    body: callMessage(calls(searched), calls(open(1, "call_a", "get_tide", ayle))),
    options: { tools: [tideTool] },
    expected: called(observed("call_s", "web_search"), ready("call_a", "get_tide", tide)),
  });

  describeChat("R2 provider-executed-confusion: it is observed under an early end too", {
    body: records(opening, calls(searched), calls(open(1, "call_a", "get_tide", ayle))),
    expected: {
      ending: abandoned("ended-early"),
      calls: [observed("call_s", "web_search"), lost("call_a", "get_tide", "ended-early")],
      text: "",
    },
  });
});

describe("tools that the message needs and does not find", () => {
  describeChat("R3 a name that differs in case is an unknown tool", {
    body: callMessage(calls(open(0, "call_a", "Get_Tide", ayle))),
    options: { tools: [tideTool, listTool] },
    expected: called(invalid("call_a", "Get_Tide", "unknown-tool")),
  });

  describeChat("R3 the wrapper that models make up for parallel calls is an unknown tool", {
    body: callMessage(calls(open(0, "call_a", "multi_tool_use.parallel", '{"tool_uses":[]}'))),
    options: { tools: [tideTool] },
    expected: called(invalid("call_a", "multi_tool_use.parallel", "unknown-tool")),
  });

  describeChat("R3 no tool at all makes every call unknown", {
    body: withText(ayle),
    options: { tools: [] },
    expected: called(invalid("call_a", "get_tide", "unknown-tool")),
  });

  describeChat("R3 a name that every object has is an unknown tool", {
    body: callMessage(calls(open(0, "call_a", "constructor", "{}")), calls(open(1, "call_b", "__proto__", "{}"))),
    options: { tools: [tideTool] },
    expected: called(invalid("call_a", "constructor", "unknown-tool"), invalid("call_b", "__proto__", "unknown-tool")),
  });
});

describe("ids that come again", () => {
  describeChat("R2 id-reused-across-turns: a long id and an id with odd letters are kept as they are", {
    body: callMessage(
      calls(open(0, "functions.get_tide:0", "get_tide", ayle)),
      calls(open(1, `call_${"x".repeat(80)}`, "get_tide", ayle)),
    ),
    expected: called(
      ready("functions.get_tide:0", "get_tide", tide),
      ready(`call_${"x".repeat(80)}`, "get_tide", tide),
    ),
  });
});
