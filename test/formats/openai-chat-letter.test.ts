import { describe } from "vitest";

import { calledOddly, describeChat, lost, ready, unparseable } from "../support/chat-stream.ts";
import { callMessage, calls, finish, more, open, records } from "../support/chat-wire.ts";
import { abandoned, complete } from "../support/settle-stream.ts";

const ayle = '{"port":"Ayle"}';

describe("an id that an older call at the index has", () => {
  describeChat("R3 fragments that alternate between two ids at one index run neither call", {
    body: callMessage(
      calls(open(0, "call_a", "get_tide", '{"a"')),
      calls(open(0, "call_b", "get_tide", '{"b"')),
      calls({ index: 0, id: "call_a", function: { arguments: ":1}" } }),
      calls({ index: 0, id: "call_b", function: { arguments: ":2}" } }),
    ),
    expected: calledOddly(
      unparseable("call_a", "get_tide", "incomplete"),
      unparseable("call_b", "get_tide", "not-json"),
    ),
  });

  describeChat("R3 the end of one call never completes another", {
    body: callMessage(
      calls(open(0, "call_a", "pay", '{"amount":')),
      calls(open(0, "call_b", "pay", '{"amount":')),
      calls({ index: 0, id: "call_a", function: { name: "pay", arguments: "1}" } }),
    ),
    expected: calledOddly(unparseable("call_a", "pay", "incomplete"), unparseable("call_b", "pay", "not-json")),
  });
});

describe("the whole document again", () => {
  describeChat("R6 before the stop it counts once", {
    body: callMessage(calls(open(0, "call_a", "get_tide", ayle)), calls(more(0, ayle))),
    expected: calledOddly(ready("call_a", "get_tide", { port: "Ayle" })),
  });

  describeChat("R3 behind the stop it makes the call untrustworthy", {
    body:
      records(calls(open(0, "call_a", "get_tide", ayle)), finish("tool_calls"), calls(more(0, ayle))) +
      "data: [DONE]\n\n",
    expected: {
      ending: complete("tool_calls", "clean"),
      calls: [lost("call_a", "get_tide", "provider-error")],
      text: "",
      faults: true,
    },
  });
});

describe("a chunk that cannot be read", () => {
  const unreadable = [
    ["choices that are no list", { choices: { index: 0, delta: {} } }],
    ["a choice that is no object", { choices: ["x"] }],
    ["a delta that is no object", { choices: [{ index: 0, delta: "hi" }] }],
  ] as const;
  for (const [what, record] of unreadable) {
    describeChat(`R3 ${what} ends the message`, {
      body: records(calls(open(0, "call_a", "get_tide", ayle)), record, finish("tool_calls")),
      expected: {
        ending: abandoned("provider-error"),
        calls: [lost("call_a", "get_tide", "provider-error")],
        text: "",
      },
    });
  }
});

describe("ceilings by the names of other APIs", () => {
  for (const [word, cause] of [
    ["max_tokens", "token-limit"],
    ["max_output_tokens", "token-limit"],
    ["model_length", "context-window"],
  ] as const) {
    describeChat(`R3 ${word} truncates`, {
      body: records(calls(open(0, "call_a", "get_tide", ayle)), finish(word)) + "data: [DONE]\n\n",
      expected: {
        ending: complete(word, "ceiling"),
        calls: [{ id: "call_a", name: "get_tide", runBy: "client", kind: "failed", reason: "truncated", cause }],
        text: "",
      },
    });
  }
});
