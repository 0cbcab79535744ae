import { describe, expect, test } from "vitest";

import { openaiChat } from "../../src/openai.ts";
import { called, calledOddly, calledPlainly, describeChat, lost, ready, truncated } from "../support/chat-stream.ts";
import {
  callMessage,
  calls,
  delta,
  done,
  finish,
  message,
  more,
  open,
  opening,
  records,
  say,
} from "../support/chat-wire.ts";
import { abandoned, complete, settleBytes } from "../support/settle-stream.ts";

const ayle = '{"port":"Ayle"}';
const tide = { port: "Ayle" };
const oneWhole = calls(open(0, "call_a", "get_tide", ayle));
const oneCut = calls(open(0, "call_a", "get_tide", '{"port":"Ay'));
const failedCall = {
  ending: abandoned("provider-error"),
  calls: [lost("call_a", "get_tide", "provider-error")],
  text: "",
};
const earlyCall = { ending: abandoned("ended-early"), calls: [lost("call_a", "get_tide", "ended-early")], text: "" };

describe("errors in the stream", () => {
  const shapes = [
    ["a nested error", { error: { message: "Belt stopped.", type: "server_error", param: null, code: null } }],
    ["an error with a number", { error: { message: "Upstream hung up", code: 502 } }],
    ["an error that is a bare text", { error: "all_routes_failed" }],
    ["an error with an idle upstream", { error: { message: "Upstream idle timeout exceeded", code: "upstream_idle" } }],
    ["an error beside a choice", { ...delta({ content: "" }), error: { code: 429, message: "Slow down" } }],
    ["an error in x_groq", { ...delta({}), x_groq: { id: "req_1", error: "over_capacity" } }],
  ] as const;
  for (const [label, shape] of shapes) {
    describeChat(`R1 midstream-error-swallowed: ${label} fails a call that was whole`, {
      body: message(opening, oneWhole, shape),
      expected: failedCall,
    });

    describeChat(`R1 midstream-error-swallowed: ${label} as the very first record fails the message`, {
      body: records(shape),
      expected: { ending: abandoned("provider-error"), calls: [], text: "" },
    });

    describeChat(`R5 midstream-error-swallowed: a clean stop after ${label} changes nothing`, {
      body: message(opening, oneCut, shape, calls(more(0, 'le"}')), finish("tool_calls")),
      expected: failedCall,
    });
  }

  describeChat("R1 midstream-error-swallowed: an event that is named error fails the call", {
    body: `${records(opening, oneWhole)}event: error\ndata: {"message":"gone","code":"server_error"}\n\n`,
    objects: false,
    expected: failedCall,
  });

  describeChat("R1 midstream-error-swallowed: a null error is none", {
    body: message(opening, { ...oneWhole, error: null }, { ...finish("tool_calls"), error: null }),
    expected: called(ready("call_a", "get_tide", tide)),
  });

  describeChat("R2 server-parser-loss: a call is not unannounced by an error that replaces it", {
    body: message(opening, oneCut, say("Internal error"), { error: { message: "parser crashed" } }),
    expected: { ...failedCall, text: "Internal error" },
  });

  describeChat("R1 midstream-error-swallowed: an error record fails every call of the message", {
    body: records(opening, oneWhole, calls(open(1, "call_b", "get_wind", "{")), { error: { message: "gone" } }),
    expected: {
      ending: abandoned("provider-error"),
      calls: [lost("call_a", "get_tide", "provider-error"), lost("call_b", "get_wind", "provider-error")],
      text: "",
    },
  });
});

describe("records that cannot be read", () => {
  for (const [label, record] of [
    ["that is no JSON", "data: {oops}\n\n"],
    ["that is cut and ended by a blank line", 'data: {"id":"c-1","choi\n\n'],
    ["with a raw line feed inside", 'data: {"id":"c\ndata: 1"}\n\n'],
    [
      "of two that a gateway ran together",
      'data: {"id":"c-1","choi\nevent: error\ndata: {"error":{"message":"x"}}\n\n',
    ],
  ] as const) {
    describeChat(`R1 midstream-error-swallowed: a record ${label} fails the message at once`, {
      body: records(opening, oneWhole) + record + records(finish("tool_calls")) + done,
      objects: false,
      expected: failedCall,
    });
  }

  describeChat("R6 bytes-and-sse-framing: a record with empty data is no record", {
    body: `${records(opening)}data:\n\n${records(oneWhole)}data: \n\nevent: ping\n\n${records(finish("tool_calls"))}${done}`,
    objects: false,
    expected: called(ready("call_a", "get_tide", tide)),
  });
});

describe("ends without a stop", () => {
  describeChat("R1 eof-as-success: an end before any byte is an early end", {
    body: "",
    expected: { ending: abandoned("ended-early"), calls: [], text: "" },
  });

  describeChat("R1 eof-as-success: an end in the middle of the text is an early end", {
    body: records(opening, say("I will look")),
    expected: { ending: abandoned("ended-early"), calls: [], text: "I will look" },
  });

  describeChat("R1 eof-as-success: an end in the middle of arguments is an early end", {
    body: records(opening, oneCut),
    expected: earlyCall,
  });

  describeChat("R1 eof-as-success: an end after whole arguments is an early end", {
    body: records(opening, oneWhole),
    expected: earlyCall,
  });

  describeChat("R1 eof-as-success: [DONE] without a stop is an early end", {
    body: message(opening, oneWhole),
    expected: earlyCall,
  });

  describeChat("R1 eof-as-success: [DONE] alone is an early end", {
    body: done,
    expected: { ending: abandoned("ended-early"), calls: [], text: "" },
  });

  describeChat("R1 eof-as-success: a record that the end cuts is dropped", {
    body: records(opening, oneWhole) + 'data: {"id":"c-1","choices":[{"index":0,"delta":{},"finish_rea',
    objects: false,
    expected: earlyCall,
  });

  describeChat("R1 proxy-cut: a reset in the middle of arguments is a lost connection", {
    body: records(opening, oneCut),
    end: "reset",
    objects: false,
    expected: { ending: abandoned("disconnected"), calls: [lost("call_a", "get_tide", "disconnected")], text: "" },
  });

  describeChat("R1 proxy-cut: a reset after whole arguments is a lost connection", {
    body: records(opening, oneWhole),
    end: "reset",
    objects: false,
    expected: { ending: abandoned("disconnected"), calls: [lost("call_a", "get_tide", "disconnected")], text: "" },
  });

  describeChat("R1 proxy-cut: a reset before any byte is a lost connection", {
    body: "",
    end: "reset",
    objects: false,
    expected: { ending: abandoned("disconnected"), calls: [], text: "" },
  });
});

describe("ends after a stop", () => {
  describeChat("R1 eof-as-success: a stop without [DONE] is a good end, with a fault", {
    body: records(opening, oneWhole, finish("tool_calls")),
    objects: false,
    expected: calledOddly(ready("call_a", "get_tide", tide)),
  });

  describeChat("R6 eof-as-success: objects that an SDK read end without a marker and without a fault", {
    body: callMessage(oneWhole),
    expected: calledPlainly(ready("call_a", "get_tide", tide)),
  });

  describeChat("R1 a reset after the stop changes nothing but a fault", {
    body: records(opening, oneWhole, finish("tool_calls")),
    end: "reset",
    objects: false,
    expected: calledOddly(ready("call_a", "get_tide", tide)),
  });

  describeChat("R1 a reset after a length stop leaves the length stop", {
    body: records(opening, oneCut, finish("length")),
    end: "reset",
    objects: false,
    expected: {
      ending: complete("length", "ceiling"),
      calls: [truncated("call_a", "get_tide", "token-limit")],
      text: "",
    },
  });

  describeChat("R1 a record that is cut after the stop changes nothing", {
    body: `${records(opening, oneWhole, finish("tool_calls"))}data: {"id":"c-1","usage":{"comp`,
    objects: false,
    expected: called(ready("call_a", "get_tide", tide)),
  });

  describeChat("R6 eof-as-success: the last chunk and [DONE] without a trailing line feed are read", {
    body: `${records(opening)}data: ${JSON.stringify(delta({ tool_calls: [open(0, "call_a", "get_tide", ayle)] }, { finish_reason: "tool_calls" }))}\n\ndata: [DONE]`,
    objects: false,
    expected: calledPlainly(ready("call_a", "get_tide", tide)),
  });

  describeChat("R6 eof-as-success: a stop that is whole but lacks its blank line is read", {
    body: `${records(opening, oneWhole)}data: ${JSON.stringify(finish("tool_calls"))}`,
    objects: false,
    expected: called(ready("call_a", "get_tide", tide)),
  });

  describeChat("R1 a reset after [DONE] is not seen", {
    body: callMessage(oneWhole),
    end: "reset",
    objects: false,
    expected: calledPlainly(ready("call_a", "get_tide", tide)),
  });
});

describe("framing", () => {
  const plain = callMessage(calls(open(0, "call_a", "get_tide", '{"port":"Åyle"}')));
  const expected = calledPlainly(ready("call_a", "get_tide", { port: "Åyle" }));

  describeChat("R6 bytes-and-sse-framing: lines that end in CRLF", {
    body: plain.replaceAll("\n", "\r\n"),
    objects: false,
    expected,
  });

  describeChat("R6 bytes-and-sse-framing: lines that end in CR", {
    body: plain.replaceAll("\n", "\r"),
    objects: false,
    expected,
  });

  describeChat("R6 bytes-and-sse-framing: a byte order mark, comments and other fields", {
    body: `\uFEFF: hello\n\nid: 7\nretry: 3000\n${plain.replaceAll("\n\n", "\n\n: ping\n\n")}`,
    objects: false,
    expected,
  });

  describeChat("R6 bytes-and-sse-framing: no space behind the colon", {
    body: plain.replaceAll("data: ", "data:"),
    objects: false,
    expected,
  });

  describeChat("R6 bytes-and-sse-framing: one record on several data lines", {
    body: `${records(opening, oneWhole)}data: {"id":"c-1","choices":\ndata: [{"index":0,"delta":{},\ndata: "finish_reason":"tool_calls"}]}\n\n${done}`,
    objects: false,
    expected: calledPlainly(ready("call_a", "get_tide", tide)),
  });

  describeChat("R3 bytes-and-sse-framing: [DONE] inside arguments is argument text", {
    body: callMessage(calls(open(0, "call_a", "get_tide", '{"port":"data: [DONE]"}'))),
    expected: called(ready("call_a", "get_tide", { port: "data: [DONE]" })),
  });

  test("R6 bytes-and-sse-framing: a record of 40 kB in five pieces is one record", async () => {
    const port = "x".repeat(40_000);
    const body = callMessage(calls(open(0, "call_a", "get_tide", JSON.stringify({ port }))));

    const settled = await settleBytes(openaiChat, body);

    expect(settled.calls).toEqual([ready("call_a", "get_tide", { port })]);
  });
});

describe("limits", () => {
  describeChat("R13 runaway-arguments: a call that outgrows maxCallBytes is too large, its neighbor may run", {
    body: callMessage(
      calls(open(0, "call_a", "get_tide", `{"port":"${"word ".repeat(30)}`)),
      calls(more(0, '"}')),
      calls(open(1, "call_b", "get_tide", ayle)),
    ),
    options: { limits: { maxCallBytes: 100 } },
    expected: called(
      {
        id: "call_a",
        name: "get_tide",
        runBy: "client",
        kind: "failed",
        reason: "unparseable",
        cause: "too-large",
      },
      ready("call_b", "get_tide", tide),
    ),
  });

  describeChat("R13 more calls than maxCalls fail the message", {
    body: callMessage(oneWhole, calls(open(1, "call_b", "get_tide", ayle)), calls(open(2, "call_c", "get_tide", ayle))),
    options: { limits: { maxCalls: 2 } },
    expected: {
      ending: abandoned("provider-error"),
      calls: [lost("call_a", "get_tide", "provider-error"), lost("call_b", "get_tide", "provider-error")],
      text: "",
    },
  });

  describeChat("R13 a record larger than maxFrameBytes fails the message", {
    body: callMessage(oneWhole, calls(open(1, "call_b", "get_tide", `{"port":"${"x".repeat(600)}"}`))),
    objects: false,
    options: { limits: { maxFrameBytes: 500 } },
    expected: failedCall,
  });

  describeChat("R13 nesting deeper than maxDepth is too deep", {
    body: callMessage(calls(open(0, "call_a", "get_tide", '{"port":[[[[1]]]]}'))),
    options: { limits: { maxDepth: 4 } },
    expected: called({
      id: "call_a",
      name: "get_tide",
      runBy: "client",
      kind: "failed",
      reason: "unparseable",
      cause: "too-deep",
    }),
  });
});
