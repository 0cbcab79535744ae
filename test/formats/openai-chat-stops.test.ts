import { describe } from "vitest";

import {
  called,
  calledOddly,
  describeChat,
  lost,
  madeId,
  ready,
  tideTool,
  truncated,
  unparseable,
} from "../support/chat-stream.ts";
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
  usage,
} from "../support/chat-wire.ts";
import { abandoned, complete } from "../support/settle-stream.ts";

const ayle = '{"port":"Ayle"}';
const brae = '{"port":"Brae"}';
const tide = { port: "Ayle" };
const oneWhole = calls(open(0, "call_a", "get_tide", ayle));
const oneCut = calls(open(0, "call_a", "get_tide", '{"port":"Ay'));

describe("clean stops", () => {
  for (const word of ["tool_calls", "stop", "function_call", "eos", "end"]) {
    describeChat(`R3 finish-reason-mismatch: whole calls under ${word} may run`, {
      body: message(opening, oneWhole, calls(open(1, "call_b", "get_tide", brae)), finish(word)),
      expected: {
        ending: complete(word, "clean"),
        calls: [ready("call_a", "get_tide", { port: "Ayle" }), ready("call_b", "get_tide", { port: "Brae" })],
        text: "",
      },
    });
  }

  describeChat("R2 finish-reason-mismatch: tool_calls without any call is a message without calls", {
    body: message(opening, say("Nothing to do."), finish("tool_calls")),
    expected: { ending: complete("tool_calls", "clean"), calls: [], text: "Nothing to do." },
  });

  describeChat("R2 a plain answer is text and a stop", {
    body: message(opening, say("High tide "), say("is at six."), finish("stop"), usage(6)),
    expected: { ending: complete("stop", "clean"), calls: [], text: "High tide is at six.", faults: false },
  });

  describeChat("R3 an empty finish_reason is none, however often it comes", {
    body: message(
      delta({ role: "assistant" }, { finish_reason: "" }),
      delta({ tool_calls: [open(0, "call_a", "get_tide", '{"port":')] }, { finish_reason: "" }),
      delta({ tool_calls: [more(0, '"Ayle"}')] }, { finish_reason: "" }),
      finish("tool_calls"),
    ),
    expected: called(ready("call_a", "get_tide", tide)),
  });

  describeChat("R1 an empty finish_reason to the end is an early end", {
    body: message(opening, delta({ tool_calls: [open(0, "call_a", "get_tide", ayle)] }, { finish_reason: "" })),
    expected: { ending: abandoned("ended-early"), calls: [lost("call_a", "get_tide", "ended-early")], text: "" },
  });

  describeChat("R3 the same stop in two chunks is one stop", {
    body: message(opening, oneWhole, finish("tool_calls"), finish("tool_calls")),
    expected: called(ready("call_a", "get_tide", tide)),
  });

  describeChat("R6 a usage chunk, a filter chunk and padding after the stop change nothing", {
    body: message(
      opening,
      oneWhole,
      { ...finish("tool_calls"), obfuscation: "q7Zk" },
      {
        id: "",
        object: "",
        created: 0,
        model: "",
        choices: [{ index: 0, content_filter_offsets: { check_offset: 44 } }],
      },
      usage(12),
    ),
    expected: called(ready("call_a", "get_tide", tide)),
  });

  describeChat("R6 bytes-and-sse-framing: a last chunk with text and usage keeps its text", {
    body: message(
      opening,
      { ...say("Six."), usage: { completion_tokens: 2 } },
      { ...finish("stop"), usage: { completion_tokens: 2 } },
    ),
    expected: { ending: complete("stop", "clean"), calls: [], text: "Six." },
  });
});

describe("a length stop", () => {
  describeChat("R3 truncated-executed: a call cut in a string fails by the token limit", {
    body: message(opening, oneCut, finish("length")),
    expected: {
      ending: complete("length", "ceiling"),
      calls: [truncated("call_a", "get_tide", "token-limit")],
      text: "",
    },
  });

  describeChat("R3 truncated-executed: a call that parses and fits the schema fails by the token limit too", {
    body: message(opening, oneWhole, finish("length")),
    options: { tools: [tideTool] },
    expected: {
      ending: complete("length", "ceiling"),
      calls: [truncated("call_a", "get_tide", "token-limit")],
      text: "",
    },
  });

  describeChat("R3 truncated-executed: every call of the message fails, whole or not", {
    body: message(opening, oneWhole, calls(open(1, "call_b", "get_tide", '{"po')), finish("length")),
    expected: {
      ending: complete("length", "ceiling"),
      calls: [truncated("call_a", "get_tide", "token-limit"), truncated("call_b", "get_tide", "token-limit")],
      text: "",
    },
  });

  describeChat("R3 empty-args-no-parameter-tool: empty text is no empty object under a length stop", {
    body: message(opening, calls(open(0, "call_a", "list_ports", "")), finish("length")),
    expected: {
      ending: complete("length", "ceiling"),
      calls: [truncated("call_a", "list_ports", "token-limit")],
      text: "",
    },
  });

  describeChat("R3 the policy last spares a call that the model went past", {
    body: message(opening, oneWhole, calls(open(1, "call_b", "get_tide", '{"po')), finish("length")),
    options: { truncation: "last" },
    expected: {
      ending: complete("length", "ceiling"),
      calls: [ready("call_a", "get_tide", tide), truncated("call_b", "get_tide", "token-limit")],
      text: "",
    },
  });

  describeChat("R3 the policy last does not spare the last call, even where it parses", {
    body: message(opening, oneWhole, finish("length")),
    options: { truncation: "last" },
    expected: {
      ending: complete("length", "ceiling"),
      calls: [truncated("call_a", "get_tide", "token-limit")],
      text: "",
    },
  });

  describeChat("R3 the policy last hands out no call whose text is cut", {
    body: message(opening, oneCut, calls(open(1, "call_b", "get_tide", brae)), finish("length")),
    options: { truncation: "last" },
    expected: {
      ending: complete("length", "ceiling"),
      calls: [unparseable("call_a", "get_tide", "incomplete"), truncated("call_b", "get_tide", "token-limit")],
      text: "",
    },
  });
});

describe("truncation that hides behind a clean stop", () => {
  describeChat("R3 truncated-misreported: a cut last call and tokens at the ceiling fail by the token limit", {
    body: message(opening, oneCut, finish("tool_calls"), usage(1024)),
    options: { maxOutputTokens: 1024 },
    expected: {
      ending: complete("tool_calls", "ceiling"),
      calls: [truncated("call_a", "get_tide", "token-limit")],
      text: "",
    },
  });

  describeChat("R3 truncated-misreported: whole calls before the cut one fail with it", {
    body: message(opening, oneWhole, calls(open(1, "call_b", "get_tide", '{"po')), finish("stop"), usage(1030)),
    options: { maxOutputTokens: 1024 },
    expected: {
      ending: complete("stop", "ceiling"),
      calls: [truncated("call_a", "get_tide", "token-limit"), truncated("call_b", "get_tide", "token-limit")],
      text: "",
    },
  });

  describeChat("R3 truncated-misreported: an empty last call at the ceiling is cut, not empty", {
    body: message(opening, calls(open(0, "call_a", "list_ports", "")), finish("tool_calls"), usage(1024)),
    options: { maxOutputTokens: 1024 },
    expected: {
      ending: complete("tool_calls", "ceiling"),
      calls: [truncated("call_a", "list_ports", "token-limit")],
      text: "",
    },
  });

  describeChat("R3 truncated-misreported: raw text at the ceiling is cut, since nothing shows that it is whole", {
    body: message(
      opening,
      calls({ index: 0, id: "call_n", type: "custom", custom: { name: "write_note", input: "half a no" } }),
      finish("tool_calls"),
      usage(1024),
    ),
    options: { maxOutputTokens: 1024 },
    expected: {
      ending: complete("tool_calls", "ceiling"),
      calls: [truncated("call_n", "write_note", "token-limit")],
      text: "",
    },
  });

  describeChat("R3 a whole last call at the ceiling may run", {
    body: message(opening, oneWhole, finish("tool_calls"), usage(1024)),
    options: { maxOutputTokens: 1024 },
    expected: called(ready("call_a", "get_tide", tide)),
  });

  describeChat("R3 a broken last call at the ceiling is broken, not cut", {
    body: message(opening, calls(open(0, "call_a", "get_tide", '{"port" Ayle}')), finish("tool_calls"), usage(1024)),
    options: { maxOutputTokens: 1024 },
    expected: called(unparseable("call_a", "get_tide", "not-json")),
  });

  describeChat("R3 a cut last call below the ceiling is incomplete", {
    body: message(opening, oneCut, finish("tool_calls"), usage(1023)),
    options: { maxOutputTokens: 1024 },
    expected: called(unparseable("call_a", "get_tide", "incomplete")),
  });

  describeChat("R3 a cut last call without a known ceiling is incomplete", {
    body: message(opening, oneCut, finish("tool_calls"), usage(1024)),
    expected: called(unparseable("call_a", "get_tide", "incomplete")),
  });

  describeChat("R3 usage inside the choice counts too", {
    body: message(opening, oneCut, delta({}, { finish_reason: "tool_calls", usage: { completion_tokens: 1024 } })),
    options: { maxOutputTokens: 1024 },
    expected: {
      ending: complete("tool_calls", "ceiling"),
      calls: [truncated("call_a", "get_tide", "token-limit")],
      text: "",
    },
  });
});

describe("refusals and filters", () => {
  describeChat("R3 stop-reason-unhandled: a filter stop fails a whole call", {
    body: message(opening, oneWhole, finish("content_filter")),
    expected: {
      ending: complete("content_filter", "filtered"),
      calls: [truncated("call_a", "get_tide", "content-filter")],
      text: "",
    },
  });

  describeChat("R3 stop-reason-unhandled: a filter stop after text is a filtered message", {
    body: message(opening, say("The tide"), finish("content_filter")),
    expected: { ending: complete("content_filter", "filtered"), calls: [], text: "The tide" },
  });

  describeChat("R3 stop-reason-unhandled: a refusal in words fails a whole call under a clean stop", {
    body: message(opening, oneWhole, delta({ refusal: "I cannot do that." }), finish("stop")),
    expected: { ending: complete("stop", "filtered"), calls: [truncated("call_a", "get_tide", "refused")], text: "" },
  });

  describeChat("R3 stop-reason-unhandled: a refusal before the call fails the call", {
    body: message(opening, delta({ refusal: "I cannot" }), oneWhole, finish("tool_calls")),
    expected: {
      ending: complete("tool_calls", "filtered"),
      calls: [truncated("call_a", "get_tide", "refused")],
      text: "",
    },
  });

  describeChat("R3 stop-reason-unhandled: a refusal outranks a ceiling", {
    body: message(opening, oneCut, delta({ refusal: "I cannot" }), finish("length")),
    expected: { ending: complete("length", "filtered"), calls: [truncated("call_a", "get_tide", "refused")], text: "" },
  });

  describeChat("R3 a filter outranks the policy last", {
    body: message(opening, oneWhole, calls(open(1, "call_b", "get_tide", '{"po')), finish("content_filter")),
    options: { truncation: "last" },
    expected: {
      ending: complete("content_filter", "filtered"),
      calls: [truncated("call_a", "get_tide", "content-filter"), truncated("call_b", "get_tide", "content-filter")],
      text: "",
    },
  });

  describeChat("R3 an empty or null refusal is none", {
    body: message(delta({ role: "assistant", refusal: null }), delta({ refusal: "" }), oneWhole, finish("tool_calls")),
    expected: called(ready("call_a", "get_tide", tide)),
  });
});

describe("stops that nobody knows", () => {
  for (const word of ["other", "max_tokens_reached", "TOOL_CALLS", "banana"]) {
    describeChat(`R3 stop-reason-unhandled: ${word} is never clean`, {
      body: message(opening, oneWhole, finish(word)),
      expected: {
        ending: complete(word, "unknown"),
        calls: [truncated("call_a", "get_tide", "unknown-stop")],
        text: "",
      },
    });
  }

  describeChat("R3 stop-reason-unhandled: an unknown stop without calls is still not clean", {
    body: message(opening, say("Well,"), finish("tired")),
    expected: { ending: complete("tired", "unknown"), calls: [], text: "Well," },
  });

  describeChat("R3 the policy last does not reach an unknown stop", {
    body: message(opening, oneWhole, calls(open(1, "call_b", "get_tide", brae)), finish("tired")),
    options: { truncation: "last" },
    expected: {
      ending: complete("tired", "unknown"),
      calls: [truncated("call_a", "get_tide", "unknown-stop"), truncated("call_b", "get_tide", "unknown-stop")],
      text: "",
    },
  });
});

describe("stops that mean failure", () => {
  for (const word of ["error", "network_error", "insufficient_system_resource", "failed"]) {
    describeChat(`R1 midstream-error-swallowed: ${word} fails a whole call and a cut one`, {
      body: message(opening, oneWhole, calls(open(1, "call_b", "get_tide", '{"po')), finish(word)),
      expected: {
        ending: abandoned("provider-error", word, "failed"),
        calls: [lost("call_a", "get_tide", "provider-error"), lost("call_b", "get_tide", "provider-error")],
        text: "",
      },
    });
  }
});

describe("a stop, and then something else", () => {
  describeChat("R3 truncated-misreported: argument text after the stop fails its call, not its neighbor", {
    body: message(
      opening,
      oneWhole,
      calls(open(1, "call_b", "get_tide", '{"port":')),
      finish("tool_calls"),
      calls(more(1, '"Brae"}')),
    ),
    expected: calledOddly(ready("call_a", "get_tide", tide), lost("call_b", "get_tide", "provider-error")),
  });

  describeChat("R3 argument text after the stop fails a call that was whole", {
    body: message(opening, oneWhole, finish("stop"), calls(more(0, " "))),
    expected: {
      ending: complete("stop", "clean"),
      calls: [lost("call_a", "get_tide", "provider-error")],
      text: "",
      faults: true,
    },
  });

  describeChat("R3 a whole call that comes after the stop fails", {
    body: message(opening, oneWhole, finish("tool_calls"), calls(open(1, "call_b", "get_tide", brae))),
    expected: calledOddly(ready("call_a", "get_tide", tide), lost("call_b", "get_tide", "provider-error")),
  });

  describeChat("R3 a call without text that comes after the stop is not an empty object", {
    body: message(opening, oneWhole, finish("tool_calls"), calls(open(1, "call_b", "list_ports", ""))),
    expected: calledOddly(ready("call_a", "get_tide", tide), lost("call_b", "list_ports", "provider-error")),
  });

  describeChat("R1 a second, different stop fails every call", {
    body: message(opening, oneWhole, finish("tool_calls"), finish("length")),
    expected: {
      ending: abandoned("provider-error", "tool_calls", "clean"),
      calls: [lost("call_a", "get_tide", "provider-error")],
      text: "",
    },
  });

  describeChat("R1 stop and then tool_calls contradict each other, clean as they are", {
    body: message(opening, oneWhole, finish("stop"), finish("tool_calls")),
    expected: {
      ending: abandoned("provider-error", "stop", "clean"),
      calls: [lost("call_a", "get_tide", "provider-error")],
      text: "",
    },
  });

  describeChat("R1 midstream-error-swallowed: an error after the stop and before the end marker fails every call", {
    body: message(opening, oneWhole, finish("tool_calls"), { error: { message: "late", code: 500 } }),
    expected: {
      ending: abandoned("provider-error", "tool_calls", "clean"),
      calls: [lost("call_a", "get_tide", "provider-error")],
      text: "",
    },
  });

  describeChat("R5 an error after the end marker changes nothing", {
    body: callMessage(oneWhole) + records({ error: { message: "late", code: 500 } }),
    expected: called(ready("call_a", "get_tide", tide)),
  });

  describeChat("R5 text, calls and stops after the end marker change nothing", {
    body: `${callMessage(oneWhole)}${records(calls(open(0, "call_z", "get_tide", brae)), say("more"), finish("length"))}${done}`,
    expected: called(ready("call_a", "get_tide", tide)),
  });
});

describe("several answers", () => {
  const other = (
    fields: Readonly<Record<string, unknown>>,
    word: string | null = null,
  ): Readonly<Record<string, unknown>> => delta(fields, { index: 1, finish_reason: word });

  describeChat("R3 the first answer is read, the others are a fault", {
    body: message(
      opening,
      other({ content: "Another" }),
      calls(open(0, "call_a", "get_tide", '{"port":')),
      other({ tool_calls: [open(0, "call_z", "get_wind", brae)] }),
      calls(more(0, '"Ayle"}')),
      other({}, "length"),
      finish("tool_calls"),
    ),
    expected: calledOddly(ready("call_a", "get_tide", tide)),
  });

  describeChat("R1 the stop of another answer is not the stop of the first", {
    body: message(opening, oneWhole, other({}, "tool_calls")),
    expected: { ending: abandoned("ended-early"), calls: [lost("call_a", "get_tide", "ended-early")], text: "" },
  });

  describeChat("R3 two answers in one chunk are told apart", {
    body: message({
      id: "c-1",
      choices: [
        { index: 1, delta: { content: "B", tool_calls: [open(0, "call_z", "get_wind", brae)] }, finish_reason: "stop" },
        {
          index: 0,
          delta: { content: "A", tool_calls: [{ index: 0, function: { name: "get_tide", arguments: ayle } }] },
          finish_reason: "stop",
        },
      ],
    }),
    expected: { ending: complete("stop", "clean"), calls: [ready(madeId, "get_tide", tide)], text: "A", faults: true },
  });
});
