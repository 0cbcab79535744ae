import { describe } from "vitest";

import {
  called,
  calledOddly,
  describeChat,
  invalid,
  lost,
  madeId,
  madeIdOtherThan,
  ready,
  tideTool,
  unparseable,
} from "../support/chat-stream.ts";
import { callMessage, calls, more, open, say } from "../support/chat-wire.ts";

const ayle = '{"port":"Ayle"}';
const brae = '{"port":"Brae"}';
const cove = '{"port":"Cove"}';
const tide = { port: "Ayle" };

describe("rule a: an id or a name at an index not used before opens a call", () => {
  describeChat("R2 three indices with ids and names are three calls", {
    body: callMessage(
      calls(open(0, "call_a", "get_tide", ayle)),
      calls(open(1, "call_b", "get_tide", brae)),
      calls(open(2, "call_c", "get_wind", cove)),
    ),
    expected: called(
      ready("call_a", "get_tide", { port: "Ayle" }),
      ready("call_b", "get_tide", { port: "Brae" }),
      ready("call_c", "get_wind", { port: "Cove" }),
    ),
  });

  describeChat("R2 two names at two indices without ids are two calls with made ids", {
    body: callMessage(
      calls({ index: 0, type: "function", function: { name: "get_tide", arguments: ayle } }),
      calls({ index: 1, type: "function", function: { name: "get_tide", arguments: brae } }),
    ),
    expected: calledOddly(ready(madeId, "get_tide", { port: "Ayle" }), ready(madeId, "get_tide", { port: "Brae" })),
  });

  describeChat("R2 an id alone opens a call at a new index, and its name may follow", {
    body: callMessage(
      calls(open(0, "call_a", "get_tide", ayle)),
      calls({ index: 1, id: "call_b", type: "function", function: { arguments: '{"port":' } }),
      calls({ index: 1, function: { name: "get_wind", arguments: '"Brae"}' } }),
    ),
    expected: called(ready("call_a", "get_tide", { port: "Ayle" }), ready("call_b", "get_wind", { port: "Brae" })),
  });

  describeChat("R6 index-missing-or-odd: indices that jump make no phantom calls", {
    body: callMessage(calls(open(3, "call_a", "get_tide", ayle)), calls(open(7, "call_b", "get_tide", brae))),
    expected: called(ready("call_a", "get_tide", { port: "Ayle" }), ready("call_b", "get_tide", { port: "Brae" })),
  });

  describeChat("R6 index-missing-or-odd: indices that count down keep the order of announcement", {
    body: callMessage(
      calls(open(2, "call_a", "get_tide", '{"port":')),
      calls(open(1, "call_b", "get_tide", '{"port":')),
      calls(more(2, '"Ayle"}')),
      calls(more(1, '"Brae"}')),
    ),
    expected: called(ready("call_a", "get_tide", { port: "Ayle" }), ready("call_b", "get_tide", { port: "Brae" })),
  });
});

describe("rule b: a new id and a name open a call where the call there has an id", () => {
  describeChat("R2 index-collision: three whole calls at index 0 are three calls", {
    body: callMessage(
      calls(open(0, "call_a", "get_tide", ayle)),
      calls(open(0, "call_b", "get_tide", brae)),
      calls(open(0, "call_c", "get_tide", cove)),
    ),
    expected: called(
      ready("call_a", "get_tide", { port: "Ayle" }),
      ready("call_b", "get_tide", { port: "Brae" }),
      ready("call_c", "get_tide", { port: "Cove" }),
    ),
  });

  describeChat("R2 index-collision: two calls at index 0 in one chunk are two calls", {
    body: callMessage(calls(open(0, "call_a", "get_tide", ayle), open(0, "call_b", "get_wind", brae))),
    expected: called(ready("call_a", "get_tide", { port: "Ayle" }), ready("call_b", "get_wind", { port: "Brae" })),
  });

  describeChat("R2 index-collision: fragments go to the call that was opened last at a shared index", {
    body: callMessage(
      calls(open(0, "call_a", "get_tide")),
      calls(more(0, '{"port":')),
      calls(more(0, '"Ayle"}')),
      calls(open(0, "call_b", "get_tide")),
      calls(more(0, '{"port":"Br')),
      calls(more(0, 'ae"}')),
    ),
    expected: called(ready("call_a", "get_tide", { port: "Ayle" }), ready("call_b", "get_tide", { port: "Brae" })),
  });

  describeChat("R2 index-collision: the same arguments twice under two ids are two calls", {
    body: callMessage(calls(open(0, "call_a", "get_tide", ayle)), calls(open(0, "call_b", "get_tide", ayle))),
    expected: called(ready("call_a", "get_tide", tide), ready("call_b", "get_tide", tide)),
  });

  describeChat("R2 server-parser-loss: a call cut by the next at its index is incomplete, the next may run", {
    body: callMessage(calls(open(0, "call_a", "get_tide", '{"port":"Ay')), calls(open(0, "call_b", "get_tide", brae))),
    expected: called(unparseable("call_a", "get_tide", "incomplete"), ready("call_b", "get_tide", { port: "Brae" })),
  });

  describeChat("R2 index-missing-or-odd: new ids and names without any index are separate calls", {
    body: callMessage(
      calls({ id: "call_a", type: "function", function: { name: "get_tide", arguments: '{"port":' } }),
      calls({ function: { arguments: '"Ayle"}' } }),
      calls({ id: "call_b", type: "function", function: { name: "get_tide", arguments: "" } }),
      calls({ function: { arguments: brae } }),
    ),
    expected: called(ready("call_a", "get_tide", { port: "Ayle" }), ready("call_b", "get_tide", { port: "Brae" })),
  });

  describeChat("R6 name-or-id-repeated: a new id without a name continues the call", {
    body: callMessage(
      calls(open(0, "call_a", "get_tide", '{"po')),
      calls({ index: 0, id: "call_b", function: { arguments: 'rt":"Ay' } }),
      calls({ index: 0, id: "call_c", function: { name: null, arguments: 'le"}' } }),
    ),
    expected: called(ready("call_a", "get_tide", tide)),
  });

  describeChat("R6 id-missing-late-empty: a first id with the same name is the id of the call that has none", {
    body: callMessage(
      calls({ index: 0, type: "function", function: { name: "get_tide", arguments: '{"port":' } }),
      calls(open(0, "call_a", "get_tide", '"Ayle"}')),
    ),
    expected: called(ready("call_a", "get_tide", tide)),
  });
});

describe("rule c: another name, and not the same id, opens a call", () => {
  describeChat("R2 index-collision: another name at a used index is another call, without any id", {
    body: callMessage(
      calls({ index: 0, type: "function", function: { name: "get_tide", arguments: ayle } }),
      calls({ index: 0, type: "function", function: { name: "get_wind", arguments: brae } }),
    ),
    expected: calledOddly(ready(madeId, "get_tide", { port: "Ayle" }), ready(madeId, "get_wind", { port: "Brae" })),
  });

  describeChat("R2 index-collision: another name without an id opens a call after one with an id", {
    body: callMessage(
      calls(open(0, "call_a", "get_tide", ayle)),
      calls({ index: 0, type: "function", function: { name: "get_wind", arguments: '{"port":' } }),
      calls(more(0, '"Brae"}')),
    ),
    expected: calledOddly(
      ready("call_a", "get_tide", { port: "Ayle" }),
      ready(madeIdOtherThan("call_a"), "get_wind", { port: "Brae" }),
    ),
  });

  describeChat("R2 index-collision: another name with an id opens a call after one without an id", {
    body: callMessage(
      calls({ index: 0, type: "function", function: { name: "get_tide", arguments: ayle } }),
      calls(open(0, "call_b", "get_wind", brae)),
    ),
    expected: calledOddly(
      ready(madeIdOtherThan("call_b"), "get_tide", { port: "Ayle" }),
      ready("call_b", "get_wind", { port: "Brae" }),
    ),
  });

  describeChat("R2 index-missing-or-odd: another name without an index or an id is another call", {
    body: callMessage(
      calls({ function: { name: "get_tide", arguments: ayle } }),
      calls({ function: { name: "get_wind", arguments: brae } }),
    ),
    expected: calledOddly(ready(madeId, "get_tide", { port: "Ayle" }), ready(madeId, "get_wind", { port: "Brae" })),
  });

  describeChat("R3 a name that changes under one id fails that call and no other", {
    body: callMessage(
      calls(open(0, "call_a", "get_tide", ayle)),
      calls(open(1, "call_b", "get_tide", '{"port":')),
      calls(open(1, "call_b", "get_wind", '"Brae"}')),
    ),
    expected: calledOddly(ready("call_a", "get_tide", { port: "Ayle" }), lost("call_b", "get_tide", "provider-error")),
  });
});

describe("rule d: without any index, a name with a document of its own opens a call after a whole, different one", () => {
  describeChat("R2 index-collision: three documents under one name, no index and no ids, are three calls", {
    body: callMessage(
      calls({ function: { name: "get_tide", arguments: ayle } }),
      calls({ function: { name: "get_tide", arguments: brae } }),
      calls({ function: { name: "get_tide", arguments: cove } }),
    ),
    expected: calledOddly(
      ready(madeId, "get_tide", { port: "Ayle" }),
      ready(madeId, "get_tide", { port: "Brae" }),
      ready(madeId, "get_tide", { port: "Cove" }),
    ),
  });

  describeChat("R2 index-missing-or-odd: two documents in one chunk, no index and no ids, are two calls", {
    body: callMessage(
      calls(
        { type: "function", function: { name: "get_tide", arguments: ayle } },
        { type: "function", function: { name: "get_tide", arguments: brae } },
      ),
    ),
    expected: calledOddly(ready(madeId, "get_tide", { port: "Ayle" }), ready(madeId, "get_tide", { port: "Brae" })),
  });

  describeChat("R2 index-missing-or-odd: a document of its own with a first id opens a call after one without an id", {
    body: callMessage(
      calls({ function: { name: "get_tide", arguments: ayle } }),
      calls({ id: "call_b", function: { name: "get_tide", arguments: brae } }),
    ),
    expected: calledOddly(
      ready(madeIdOtherThan("call_b"), "get_tide", { port: "Ayle" }),
      ready("call_b", "get_tide", { port: "Brae" }),
    ),
  });

  describeChat("R2 index-missing-or-odd: documents given as objects open calls too", {
    body: callMessage(
      calls({ function: { name: "get_tide", arguments: { port: "Ayle" } } }),
      calls({ function: { name: "get_tide", arguments: { port: "Brae" } } }),
    ),
    expected: calledOddly(ready(madeId, "get_tide", { port: "Ayle" }), ready(madeId, "get_tide", { port: "Brae" })),
  });

  describeChat("R3 args-concatenated-or-redelivered: the same document again under one name counts once", {
    body: callMessage(
      calls({ function: { name: "get_tide", arguments: ayle } }),
      calls({ function: { name: "get_tide", arguments: ayle } }),
    ),
    expected: calledOddly(ready(madeId, "get_tide", tide)),
  });

  describeChat("R3 name-or-id-repeated: a repeated name continues a call that is not whole yet", {
    body: callMessage(
      calls({ function: { name: "get_tide", arguments: '{"port":' } }),
      calls({ function: { name: "get_tide", arguments: '"Ayle"}' } }),
    ),
    expected: calledOddly(ready(madeId, "get_tide", tide)),
  });

  describeChat("R3 index-collision: two documents under one name at one index without ids are not told apart", {
    body: callMessage(
      calls({ index: 0, function: { name: "get_tide", arguments: ayle } }),
      calls({ index: 0, function: { name: "get_tide", arguments: brae } }),
    ),
    expected: calledOddly(unparseable(madeId, "get_tide", "not-json")),
  });
});

describe("everything else continues the latest call at its index, else the one opened last", () => {
  describeChat("R6 interleaved fragments go to the call at their index", {
    body: callMessage(
      calls(open(0, "call_a", "get_tide"), open(1, "call_b", "get_tide")),
      calls(more(1, '{"port":')),
      calls(more(0, '{"port":')),
      calls(more(0, '"Ayle"}'), more(1, '"Brae"}')),
    ),
    expected: called(ready("call_a", "get_tide", { port: "Ayle" }), ready("call_b", "get_tide", { port: "Brae" })),
  });

  describeChat("R6 index-missing-or-odd: text at an unknown index joins the only call", {
    body: callMessage(calls(open(0, "call_a", "get_tide")), calls(more(1, '{"port":')), calls(more(1, '"Ayle"}'))),
    expected: called(ready("call_a", "get_tide", tide)),
  });

  describeChat("R6 index-missing-or-odd: text at an unknown index joins the call opened last", {
    body: callMessage(
      calls(open(0, "call_a", "get_tide", ayle)),
      calls(open(1, "call_b", "get_tide")),
      calls(more(9, brae)),
    ),
    expected: called(ready("call_a", "get_tide", { port: "Ayle" }), ready("call_b", "get_tide", { port: "Brae" })),
  });

  describeChat("R6 index-missing-or-odd: text without an index joins the call opened last", {
    body: callMessage(
      calls(open(0, "call_a", "get_tide", ayle)),
      calls(open(1, "call_b", "get_tide", '{"port":')),
      calls({ function: { arguments: '"Brae"}' } }),
    ),
    expected: called(ready("call_a", "get_tide", { port: "Ayle" }), ready("call_b", "get_tide", { port: "Brae" })),
  });

  describeChat("R6 index-missing-or-odd: two entries of one index in one chunk are one call", {
    body: callMessage(calls(open(0, "call_a", "get_tide", ""), more(0, '{"po')), calls(more(0, 'rt":"Ayle"}'))),
    expected: called(ready("call_a", "get_tide", tide)),
  });

  describeChat("R6 name-or-id-repeated: id and name in every chunk are one call", {
    body: callMessage(
      calls(open(0, "call_a", "get_tide", '{"po')),
      calls(open(0, "call_a", "get_tide", 'rt":"Ay')),
      calls(open(0, "call_a", "get_tide", 'le"}')),
    ),
    expected: called(ready("call_a", "get_tide", tide)),
  });

  describeChat("R3 args-concatenated-or-redelivered: the same whole document again counts once", {
    body: callMessage(calls(open(0, "call_a", "get_tide", ayle)), calls(open(0, "call_a", "get_tide", ayle))),
    expected: calledOddly(ready("call_a", "get_tide", tide)),
  });

  describeChat(
    "R3 args-concatenated-or-redelivered: a document that came in pieces and comes again whole counts once",
    {
      body: callMessage(
        calls(open(0, "call_a", "get_tide")),
        calls(more(0, '{"port":')),
        calls(more(0, '"Ayle"}')),
        calls(more(0, ayle)),
      ),
      expected: calledOddly(ready("call_a", "get_tide", tide)),
    },
  );

  describeChat("R3 args-concatenated-or-redelivered: the same whole document three times counts once", {
    body: callMessage(calls(open(0, "call_a", "get_tide", ayle)), calls(more(0, ayle)), calls(more(0, ayle))),
    expected: calledOddly(ready("call_a", "get_tide", tide)),
  });

  describeChat("R3 args-concatenated-or-redelivered: an empty object that comes twice counts once", {
    body: callMessage(calls(open(0, "call_a", "list_ports", "{}")), calls(more(0, "{}"))),
    expected: calledOddly(ready("call_a", "list_ports", {})),
  });

  describeChat("R3 args-concatenated-or-redelivered: another second document is not JSON", {
    body: callMessage(calls(open(0, "call_a", "get_tide", ayle)), calls(more(0, brae))),
    expected: called(unparseable("call_a", "get_tide", "not-json")),
  });

  describeChat("R3 fragment-misassembly: a second document in pieces is not JSON, its neighbor may run", {
    body: callMessage(
      calls(open(0, "call_a", "get_tide", ayle)),
      calls(more(0, '{"port":')),
      calls(more(0, '"Brae"}')),
      calls(open(1, "call_b", "get_tide", cove)),
    ),
    expected: called(unparseable("call_a", "get_tide", "not-json"), ready("call_b", "get_tide", { port: "Cove" })),
  });

  describeChat("R3 args-concatenated-or-redelivered: a second document after the same one again is not JSON", {
    body: callMessage(calls(open(0, "call_a", "get_tide", ayle)), calls(more(0, ayle)), calls(more(0, brae))),
    expected: called(unparseable("call_a", "get_tide", "not-json")),
  });

  describeChat("R3 index-missing-or-odd: a second document under one id, the second without an index, is not JSON", {
    body: callMessage(
      calls(open(0, "call_a", "get_tide", ayle)),
      calls({ id: "call_a", function: { name: "get_tide", arguments: brae } }),
    ),
    expected: called(unparseable("call_a", "get_tide", "not-json")),
  });

  describeChat("R3 index-missing-or-odd: another name under one id, without an index, fails the call", {
    body: callMessage(
      calls(open(0, "call_a", "get_tide", ayle)),
      calls({ id: "call_a", function: { name: "get_wind", arguments: "" } }),
    ),
    expected: calledOddly(lost("call_a", "get_tide", "provider-error")),
  });

  describeChat("R3 index-missing-or-odd: two documents under one id and no index at all are not JSON", {
    body: callMessage(
      calls({ id: "call_a", function: { name: "get_tide", arguments: ayle } }),
      calls({ id: "call_a", function: { name: "get_tide", arguments: brae } }),
    ),
    expected: called(unparseable("call_a", "get_tide", "not-json")),
  });

  describeChat("R6 fragment-misassembly: empty lists of calls between pieces of text mean nothing", {
    body: callMessage(say("One moment"), calls(), calls(open(0, "call_a", "get_tide", ayle)), calls()),
    expected: { ...called(ready("call_a", "get_tide", tide)), text: "One moment" },
  });
});

describe("the same id at another index is another call", () => {
  describeChat("R2 the second call of one id gets an id of its own, with a fault", {
    body: callMessage(calls(open(0, "call_a", "get_tide", ayle)), calls(open(1, "call_a", "get_tide", brae))),
    expected: calledOddly(
      ready("call_a", "get_tide", { port: "Ayle" }),
      ready(madeIdOtherThan("call_a"), "get_tide", { port: "Brae" }),
    ),
  });

  describeChat("R2 two calls of one id and two tools are two calls", {
    body: callMessage(
      calls(open(0, "call_a", "get_tide"), open(1, "call_a", "get_wind")),
      calls(more(0, ayle)),
      calls(more(1, brae)),
    ),
    expected: calledOddly(
      ready("call_a", "get_tide", { port: "Ayle" }),
      ready(madeIdOtherThan("call_a"), "get_wind", { port: "Brae" }),
    ),
  });

  describeChat("R2 the same document under one id at two indices is two calls", {
    body: callMessage(calls(open(0, "call_a", "get_tide", ayle)), calls(open(1, "call_a", "get_tide", ayle))),
    expected: calledOddly(ready("call_a", "get_tide", tide), ready(madeIdOtherThan("call_a"), "get_tide", tide)),
  });

  describeChat("R2 three calls of one id get two ids of their own", {
    body: callMessage(
      calls(open(0, "call_a", "get_tide", ayle)),
      calls(open(1, "call_a", "get_tide", brae)),
      calls(open(2, "call_a", "get_tide", cove)),
    ),
    expected: calledOddly(
      ready("call_a", "get_tide", { port: "Ayle" }),
      ready(madeIdOtherThan("call_a"), "get_tide", { port: "Brae" }),
      ready(madeIdOtherThan("call_a"), "get_tide", { port: "Cove" }),
    ),
  });
});

describe("one bad call leaves its neighbors alone", () => {
  describeChat("R2 sibling-coupling: a call that does not fit and one that does", {
    body: callMessage(
      calls(open(0, "call_a", "get_tide", '{"harbor":"Ayle"}')),
      calls(open(1, "call_b", "get_tide", brae)),
    ),
    options: { tools: [tideTool] },
    expected: called(invalid("call_a", "get_tide", "schema"), ready("call_b", "get_tide", { port: "Brae" })),
  });

  describeChat("R2 fragment-misassembly: null arguments of one entry keep its neighbor", {
    body: callMessage(
      calls(open(0, "call_a", "get_tide", null), open(1, "call_b", "get_tide", brae)),
      calls(more(0, ayle)),
    ),
    expected: called(ready("call_a", "get_tide", { port: "Ayle" }), ready("call_b", "get_tide", { port: "Brae" })),
  });

  describeChat("R2 index-missing-or-odd: an empty object at index 0 keeps the arguments of index 1", {
    body: callMessage(calls(open(0, "call_a", "list_ports", "{}"), open(1, "call_b", "get_tide", brae))),
    expected: called(ready("call_a", "list_ports", {}), ready("call_b", "get_tide", { port: "Brae" })),
  });
});
