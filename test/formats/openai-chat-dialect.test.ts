import { describe } from "vitest";

import { openaiChatWith } from "../../src/openai.ts";
import { calledPlainly, calledOddly, describeChat, lost, ready, truncated } from "../support/chat-stream.ts";
import { calls, delta, finish, message, open, opening, records, say } from "../support/chat-wire.ts";
import { abandoned, complete } from "../support/settle-stream.ts";

const ayle = '{"port":"Ayle"}';
const tide = { port: "Ayle" };
const oneWhole = calls(open(0, "call_a", "get_tide", ayle));

describe("a host that never states a finish_reason", () => {
  const format = openaiChatWith({ finishReason: "never-sent" });

  describeChat("R3 eof-as-success: [DONE] counts as a clean stop where the option says so", {
    format,
    body: message(opening, oneWhole),
    objects: false,
    expected: { ending: complete("[DONE]", "clean"), calls: [ready("call_a", "get_tide", tide)], text: "" },
  });

  describeChat("R1 eof-as-success: an end without [DONE] is an early end all the same", {
    format,
    body: records(opening, oneWhole),
    objects: false,
    expected: { ending: abandoned("ended-early"), calls: [lost("call_a", "get_tide", "ended-early")], text: "" },
  });

  describeChat("R3 a reason that does come is the stop", {
    format,
    body: message(opening, oneWhole, finish("length")),
    expected: {
      ending: complete("length", "ceiling"),
      calls: [truncated("call_a", "get_tide", "token-limit")],
      text: "",
    },
  });

  describeChat("R1 an error wins over [DONE]", {
    format,
    body: message(opening, oneWhole, { error: "over_capacity" }),
    expected: { ending: abandoned("provider-error"), calls: [lost("call_a", "get_tide", "provider-error")], text: "" },
  });
});

describe("another choice than the first", () => {
  const format = openaiChatWith({ choice: 1 });
  const second = (
    fields: Readonly<Record<string, unknown>>,
    word: string | null = null,
  ): Readonly<Record<string, unknown>> => delta(fields, { index: 1, finish_reason: word });

  describeChat("R3 the chosen answer is read, the first is a fault", {
    format,
    body: message(
      opening,
      say("A"),
      second({ content: "B" }),
      second({ tool_calls: [open(0, "call_b", "get_tide", ayle)] }),
      finish("length"),
      second({}, "tool_calls"),
    ),
    expected: { ...calledOddly(ready("call_b", "get_tide", tide)), text: "B" },
  });

  describeChat("R1 a chosen answer that never stops ended early", {
    format,
    body: message(opening, second({ tool_calls: [open(0, "call_b", "get_tide", ayle)] }), finish("tool_calls")),
    expected: { ending: abandoned("ended-early"), calls: [lost("call_b", "get_tide", "ended-early")], text: "" },
  });

  describeChat("R3 a message that has only the chosen answer has no fault", {
    format,
    body: message(second({ tool_calls: [open(0, "call_b", "get_tide", ayle)] }), second({}, "tool_calls")),
    expected: calledPlainly(ready("call_b", "get_tide", tide)),
  });
});
