import { describe } from "vitest";

import {
  called,
  calledOddly,
  calledPlainly,
  describeChat,
  invalid,
  listTool,
  madeId,
  ready,
  tideTool,
  unparseable,
} from "../support/chat-stream.ts";
import { callMessage, calls, finish, message, more, open, opening } from "../support/chat-wire.ts";
import { complete } from "../support/settle-stream.ts";

const ayle = '{"port":"Ayle"}';
const tide = { port: "Ayle" };
const brae = '{"port":"Brae"}';

/** A message with one call to get_tide whose text comes in these pieces. */
function oneCall(...pieces: readonly string[]): string {
  return callMessage(calls(open(0, "call_a", "get_tide")), ...pieces.map((piece) => calls(more(0, piece))));
}

describe("arguments in pieces", () => {
  describeChat("R6 fragment-misassembly: five pieces of one object are one object", {
    body: oneCall("{", '"port"', ":", '"Ayle"', "}"),
    expected: calledPlainly(ready("call_a", "get_tide", tide)),
  });

  describeChat("R6 early-finalize: text that parses early is extended by what comes later", {
    body: oneCall("{}", " ", "\n"),
    expected: called(ready("call_a", "get_tide", {})),
  });

  describeChat("R3 early-finalize: text that goes on behind a whole document is not JSON", {
    body: oneCall('{"port":"Ayle"}', ',"depth":4}'),
    expected: called(unparseable("call_a", "get_tide", "not-json")),
  });

  describeChat("R3 early-finalize: a letter behind a whole document makes no second call", {
    body: oneCall(ayle, "x"),
    expected: called(unparseable("call_a", "get_tide", "not-json")),
  });

  describeChat("R6 bytes-and-sse-framing: letters of several bytes and escapes survive any split", {
    body: oneCall('{"port":"Å', "yle 🌊", "\\u00", 'e9\\ud83c\\udf0a"}'),
    expected: called(ready("call_a", "get_tide", { port: "Åyle 🌊é🌊" })),
  });

  describeChat("R6 bytes-and-sse-framing: a pair of surrogates that two pieces share is one letter", {
    body: oneCall('{"port":"', "\ud83c", '\udf0a"}'),
    expected: called(ready("call_a", "get_tide", { port: "🌊" })),
  });

  describeChat("R6 args-wrong-json-type: a last empty piece changes nothing", {
    body: oneCall('{"port":', '"Ayle"}', ""),
    expected: called(ready("call_a", "get_tide", tide)),
  });

  describeChat("R6 fragment-misassembly: entries without a function object say nothing", {
    body: callMessage(
      calls(open(0, "call_a", "get_tide", '{"port":')),
      calls({ index: 0 }),
      calls({ index: 0, function: {} }),
      calls(more(0, '"Ayle"}')),
    ),
    expected: called(ready("call_a", "get_tide", tide)),
  });
});

describe("arguments that are no text", () => {
  describeChat("R6 args-wrong-json-type: an object is taken as its JSON", {
    body: callMessage(calls(open(0, "call_a", "get_tide", { port: "Ayle", depth: [1, 2.5, null] }))),
    expected: called(ready("call_a", "get_tide", { port: "Ayle", depth: [1, 2.5, null] })),
  });

  for (const [label, written, cause] of [
    ["an integer that a double cannot hold", '{"port":9007199254740993}', "inexact-number"],
    ["a key given twice", '{"port":"Ayle","port":"Brae"}', "duplicate-key"],
    ["a reserved key", '{"__proto__":{"port":"Ayle"}}', "reserved-key"],
  ] as const) {
    describeChat(`R3 args-wrong-json-type: an object is judged as it was written, with ${label}`, {
      body: callMessage(calls(open(0, "call_a", "get_tide", "HERE"))).replace('"HERE"', written),
      objects: false,
      expected: called(invalid("call_a", "get_tide", cause)),
    });
  }

  describeChat("R6 args-wrong-json-type: an empty object is taken as an empty object", {
    body: callMessage(calls(open(0, "call_a", "list_ports", {}))),
    expected: called(ready("call_a", "list_ports", {})),
  });

  describeChat("R3 args-wrong-json-type: an object in the middle of text is refused, even where the sum would parse", {
    body: callMessage(
      calls(open(0, "call_a", "get_tide", '{"port":')),
      calls(more(0, { name: "Ayle" })),
      calls(more(0, "}")),
    ),
    expected: called(unparseable("call_a", "get_tide", "not-json")),
  });

  describeChat("R3 args-wrong-json-type: text after an object is refused", {
    body: callMessage(calls(open(0, "call_a", "get_tide", { port: "Ayle" })), calls(more(0, '"x"}'))),
    expected: called(unparseable("call_a", "get_tide", "not-json")),
  });

  describeChat("R3 args-wrong-json-type: two objects for one call are refused", {
    body: callMessage(calls(open(0, "call_a", "get_tide", { port: "Ayle" })), calls(more(0, { port: "Brae" }))),
    expected: called(unparseable("call_a", "get_tide", "not-json")),
  });

  describeChat("R3 args-wrong-json-type: an object that comes twice counts once", {
    body: callMessage(calls(open(0, "call_a", "get_tide", { port: "Ayle" })), calls(more(0, { port: "Ayle" }))),
    expected: calledOddly(ready("call_a", "get_tide", tide)),
  });
});

describe("arguments encoded twice", () => {
  const twice = JSON.stringify(ayle);

  describeChat("R3 args-wrong-json-type: a JSON text that holds the object is unwrapped once, with a fault", {
    body: oneCall(twice),
    options: { tools: [tideTool] },
    expected: calledOddly(ready("call_a", "get_tide", tide)),
  });

  describeChat("R3 args-wrong-json-type: an encoded object that the schema does not accept is no object", {
    body: oneCall(JSON.stringify('{"harbor":"Ayle"}')),
    options: { tools: [tideTool] },
    expected: called(invalid("call_a", "get_tide", "not-an-object")),
  });

  describeChat("R3 args-wrong-json-type: an object encoded three times is no object", {
    body: oneCall(JSON.stringify(twice)),
    options: { tools: [tideTool] },
    expected: called(invalid("call_a", "get_tide", "not-an-object")),
  });

  describeChat("R3 args-wrong-json-type: an encoded object in a field that takes text stays text", {
    body: oneCall(JSON.stringify({ port: ayle })),
    options: { tools: [tideTool] },
    expected: called(ready("call_a", "get_tide", { port: '{"port":"Ayle"}' })),
  });

  describeChat("R3 args-wrong-json-type: a list, a number and a text are no objects", {
    body: callMessage(
      calls(open(0, "call_a", "get_tide", "[1,2]")),
      calls(open(1, "call_b", "get_tide", "42")),
      calls(open(2, "call_c", "get_tide", '"Ayle"')),
      calls(open(3, "call_d", "get_tide", "null")),
    ),
    expected: called(
      invalid("call_a", "get_tide", "not-an-object"),
      invalid("call_b", "get_tide", "not-an-object"),
      invalid("call_c", "get_tide", "not-an-object"),
      invalid("call_d", "get_tide", "not-an-object"),
    ),
  });
});

describe("empty arguments", () => {
  describeChat("R3 empty-args-no-parameter-tool: a call with a name only is an empty object", {
    body: callMessage(calls({ index: 0, id: "call_a", type: "function", function: { name: "list_ports" } })),
    options: { tools: [listTool] },
    expected: called(ready("call_a", "list_ports", {})),
  });

  describeChat("R3 empty-args-no-parameter-tool: empty text under stop is an empty object", {
    body: message(opening, calls(open(0, "call_a", "list_ports", "")), finish("stop")),
    options: { tools: [listTool] },
    expected: { ending: complete("stop", "clean"), calls: [ready("call_a", "list_ports", {})], text: "" },
  });

  describeChat("R3 empty-args-no-parameter-tool: a required field is missing from empty text", {
    body: callMessage(calls(open(0, "call_a", "get_tide", ""))),
    options: { tools: [tideTool] },
    expected: called(invalid("call_a", "get_tide", "schema")),
  });

  describeChat("R3 empty-args-no-parameter-tool: null arguments to the end are an empty object", {
    body: callMessage(calls(open(0, "call_a", "list_ports", null)), calls(more(0, null))),
    options: { tools: [listTool] },
    expected: called(ready("call_a", "list_ports", {})),
  });

  describeChat("R3 silent-empty-object: text that cannot be read never becomes an empty object", {
    body: oneCall('{"port":"Ay\\x6cle"}'),
    options: { tools: [{ ...listTool, name: "get_tide" }] },
    expected: called(unparseable("call_a", "get_tide", "not-json")),
  });

  describeChat("R3 silent-empty-object: a lost last brace is incomplete, not empty", {
    body: oneCall('{"port":"Ayle"'),
    options: { tools: [{ ...listTool, name: "get_tide" }] },
    expected: called(unparseable("call_a", "get_tide", "incomplete")),
  });

  describeChat("R3 silent-empty-object: white space is a document that never began, not an empty one", {
    body: oneCall("  \n"),
    options: { tools: [{ ...listTool, name: "get_tide" }] },
    expected: called(unparseable("call_a", "get_tide", "incomplete")),
  });
});

describe("arguments that a server's parser damaged", () => {
  describeChat("R3 server-parser-loss: a last brace that got lost behind a number", {
    body: oneCall('{"port":"Ayle","depth":42'),
    expected: called(unparseable("call_a", "get_tide", "incomplete")),
  });

  describeChat("R3 server-parser-loss: a list whose first tokens got lost", {
    body: oneCall('"id":1},{"id":2}]}'),
    expected: called(unparseable("call_a", "get_tide", "not-json")),
  });

  describeChat("R3 server-parser-loss: a doubled quote in the middle", {
    body: oneCall('{"port":""Ayle"}'),
    expected: called(unparseable("call_a", "get_tide", "not-json")),
  });

  describeChat("R3 server-parser-loss: brackets that were closed and then went on", {
    body: oneCall('{"port":"Ay"}', 'le"}'),
    expected: called(unparseable("call_a", "get_tide", "not-json")),
  });

  describeChat("R3 server-parser-loss: a call cut at the border to the next, which is whole", {
    body: callMessage(
      calls(open(0, "call_a", "get_tide")),
      calls(more(0, '{"port":"Ayle"'), open(1, "call_b", "get_tide", brae)),
    ),
    expected: called(unparseable("call_a", "get_tide", "incomplete"), ready("call_b", "get_tide", { port: "Brae" })),
  });

  describeChat("R3 truncated-misreported: a string that never ends under tool_calls is incomplete", {
    body: oneCall('{"port":"Ay'),
    expected: called(unparseable("call_a", "get_tide", "incomplete")),
  });

  describeChat("R3 truncated-misreported: an escape, a literal or a key that never ends is incomplete", {
    body: callMessage(
      calls(open(0, "call_a", "get_tide", '{"port":"Ay\\')),
      calls(open(1, "call_b", "get_tide", '{"port":tru')),
      calls(open(2, "call_c", "get_tide", '{"po')),
      calls(open(3, "call_d", "get_tide", '{"port":')),
    ),
    expected: called(
      unparseable("call_a", "get_tide", "incomplete"),
      unparseable("call_b", "get_tide", "incomplete"),
      unparseable("call_c", "get_tide", "incomplete"),
      unparseable("call_d", "get_tide", "incomplete"),
    ),
  });
});

describe("arguments with something before, behind or inside them", () => {
  describeChat("R3 trailing-garbage-or-markup: protocol markers behind the object", {
    body: oneCall(ayle, "<|channel|>final"),
    expected: called(unparseable("call_a", "get_tide", "not-json")),
  });

  describeChat("R3 trailing-garbage-or-markup: one closing brace too many", {
    body: oneCall('{"port":"Ayle"}}'),
    expected: called(unparseable("call_a", "get_tide", "not-json")),
  });

  describeChat("R3 trailing-garbage-or-markup: a code fence around the object", {
    body: oneCall("```json\n", ayle, "\n```"),
    expected: called(unparseable("call_a", "get_tide", "not-json")),
  });

  describeChat("R3 args-concatenated-or-redelivered: three objects in a row in one piece", {
    body: oneCall('{"port":"Ayle"}{"port":"Brae"}{"port":"Cove"}'),
    expected: called(unparseable("call_a", "get_tide", "not-json")),
  });

  describeChat("R3 control-chars-or-bad-escapes: a raw line feed, a raw tab and a bad escape", {
    body: callMessage(
      calls(open(0, "call_a", "get_tide", '{"port":"Ay\nle"}')),
      calls(open(1, "call_b", "get_tide", '{"port":"Ay\tle"}')),
      calls(open(2, "call_c", "get_tide", '{"port":"Ay\\qle"}')),
    ),
    expected: called(
      unparseable("call_a", "get_tide", "not-json"),
      unparseable("call_b", "get_tide", "not-json"),
      unparseable("call_c", "get_tide", "not-json"),
    ),
  });

  describeChat("R3 control-chars-or-bad-escapes: escaped control characters and structural line feeds are fine", {
    body: oneCall('{\n\t"port": "Ay\\n\\tle"\r\n}\n'),
    expected: called(ready("call_a", "get_tide", { port: "Ay\n\tle" })),
  });

  describeChat("R3 big-integers: an integer that a double cannot hold can be asked for as text", {
    body: oneCall('{"port":9007199254740993}'),
    expected: called(invalid("call_a", "get_tide", "inexact-number")),
  });

  describeChat("R3 prototype-pollution: a reserved key is refused, by value or by escape", {
    body: callMessage(
      calls(open(0, "call_a", "get_tide", '{"__proto__":{"isAdmin":true}}')),
      calls(open(1, "call_b", "get_tide", '{"\\u005f_proto__":1}')),
    ),
    expected: called(invalid("call_a", "get_tide", "reserved-key"), invalid("call_b", "get_tide", "reserved-key")),
  });
});

describe("arguments of freeform tools", () => {
  const custom = (text: unknown): Readonly<Record<string, unknown>> => ({ index: 0, custom: { input: text } });
  const openCustom = { index: 0, id: "call_n", type: "custom", custom: { name: "write_note", input: "" } };

  describeChat("R3 freeform-custom-tool: text that begins with a brace stays text", {
    body: callMessage(calls(openCustom), calls(custom('{"a":1}')), calls(custom("\n*** End Patch"))),
    expected: called(ready("call_n", "write_note", '{"a":1}\n*** End Patch')),
  });

  describeChat("R3 freeform-custom-tool: empty text is an empty text", {
    body: callMessage(calls(openCustom)),
    expected: called(ready("call_n", "write_note", "")),
  });

  describeChat("R3 freeform-custom-tool: a null piece is no text", {
    body: callMessage(calls(openCustom), calls(custom(null)), calls(custom("one")), calls(custom("one"))),
    expected: called(ready("call_n", "write_note", "oneone")),
  });

  describeChat("R3 freeform-custom-tool: a freeform call and a JSON call keep their ways", {
    body: callMessage(calls(openCustom), calls(custom("note")), calls(open(1, "call_b", "get_tide", ayle))),
    expected: called(ready("call_n", "write_note", "note"), ready("call_b", "get_tide", tide)),
  });

  describeChat("R3 freeform-custom-tool: a length stop cuts raw text too", {
    body: message(opening, calls(openCustom), calls(custom("half a no")), finish("length")),
    expected: {
      ending: complete("length", "ceiling"),
      calls: [
        {
          id: "call_n",
          name: "write_note",
          runBy: "client",
          kind: "failed",
          reason: "truncated",
          cause: "token-limit",
        },
      ],
      text: "",
    },
  });
});

describe("the single function of the old interface", () => {
  const old = (fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => ({
    id: "c-1",
    choices: [{ index: 0, delta: { function_call: fields }, finish_reason: null }],
  });

  describeChat("R6 function_call in pieces is one call with a made id", {
    body: message(
      opening,
      old({ name: "get_tide", arguments: "" }),
      old({ arguments: '{"port":' }),
      old({ arguments: '"Ayle"}' }),
      finish("function_call"),
    ),
    expected: {
      ending: complete("function_call", "clean"),
      calls: [ready(madeId, "get_tide", tide)],
      text: "",
    },
  });
});
