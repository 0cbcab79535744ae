import { describe, expect, test } from "vitest";
import { z } from "zod";

import { anthropicMessages } from "../../src/anthropic.ts";
import { openaiResponses } from "../../src/openai.ts";
import {
  anthropicMessage,
  inputDelta,
  messageDelta,
  messageStart,
  messageStop,
  toolUse,
  wholeCall,
} from "../support/anthropic-events.ts";
import { failed, invalid, ran } from "../support/expected-call.ts";
import {
  completedResponse,
  created,
  functionItem,
  incomplete,
  itemAdded,
  itemDone,
  wholeFunction,
} from "../support/responses-events.ts";
import {
  abandoned,
  anthropicSse,
  complete,
  describeStream,
  responsesSse,
  settleBytes,
} from "../support/settle-stream.ts";
import { outcomeOf, verdictOn } from "../support/settle-text.ts";

const clean = complete("tool_use", "clean");
const openRequired = {
  tools: [
    { name: "open", input: z.object({ path: z.string() }) },
    { name: "list", input: z.object({}) },
  ],
};

describe("empty-args-no-parameter-tool", () => {
  describeStream("R3 no text is an empty object for a tool that asks for nothing", {
    format: anthropicMessages,
    body: anthropicMessage("tool_use", ...wholeCall(0, "toolu_1", "list"), ...wholeCall(1, "toolu_2", "list", "", "")),
    options: openRequired,
    objects: true,
    expected: {
      ending: clean,
      calls: [ran("toolu_1", "list", {}), ran("toolu_2", "list", {})],
      text: "",
      faults: false,
    },
  });
  describeStream("R3 no text does not fit a tool that asks for something, and the model is told", {
    format: anthropicMessages,
    body: anthropicMessage("end_turn", ...wholeCall(0, "toolu_1", "open")),
    options: openRequired,
    objects: true,
    expected: { ending: complete("end_turn", "clean"), calls: [invalid("toolu_1", "open", "schema")], text: "" },
  });
  describeStream("R3 no text means nothing yet while the call is open", {
    format: anthropicMessages,
    body: anthropicMessage("tool_use", toolUse(0, "toolu_1", "list")),
    options: openRequired,
    objects: true,
    expected: { ending: clean, calls: [failed("toolu_1", "list", "abandoned/ended-early")], text: "" },
  });
  describeStream("R3 no text means nothing where the stop is not known", {
    format: anthropicMessages,
    body: anthropicSse(messageStart(), ...wholeCall(0, "toolu_1", "list")),
    objects: true,
    expected: {
      ending: abandoned("ended-early"),
      calls: [failed("toolu_1", "list", "abandoned/ended-early")],
      text: "",
    },
  });
  describeStream("R3 no text is no document for a call that a policy spared: its stop was not clean", {
    format: anthropicMessages,
    body: anthropicMessage("max_tokens", ...wholeCall(0, "toolu_1", "list"), toolUse(1, "toolu_2", "list")),
    options: { truncation: "last" },
    objects: true,
    expected: {
      ending: complete("max_tokens", "ceiling"),
      calls: [failed("toolu_1", "list", "unparseable/incomplete"), failed("toolu_2", "list", "truncated/token-limit")],
      text: "",
    },
  });
  describeStream("R3 a call that is whole in the message start without arguments has none", {
    format: anthropicMessages,
    body: anthropicSse(
      messageStart([{ type: "tool_use", id: "toolu_1", name: "list", input: {} }]),
      messageDelta("tool_use"),
      messageStop,
    ),
    options: openRequired,
    objects: true,
    expected: { ending: clean, calls: [ran("toolu_1", "list", {})], text: "" },
  });
  describeStream("R3 a function item that was done without any text has no arguments", {
    format: openaiResponses,
    body: completedResponse(
      itemAdded(0, functionItem("a", "list")),
      itemDone(0, functionItem("a", "list", { status: "completed" })),
      ...wholeFunction(1, "b", "list", ""),
    ),
    options: openRequired,
    objects: true,
    expected: {
      ending: complete("completed", "clean"),
      calls: [ran("call_a", "list", {}), ran("call_b", "list", {})],
      text: "",
    },
  });
  describeStream("R3 a function item without text is truncated under a ceiling", {
    format: openaiResponses,
    body: responsesSse(created, ...wholeFunction(0, "a", "list", ""), incomplete("max_output_tokens")),
    options: openRequired,
    objects: true,
    expected: {
      ending: complete("max_output_tokens", "ceiling"),
      calls: [failed("call_a", "list", "truncated/token-limit")],
      text: "",
    },
  });
});

describe("silent-empty-object", () => {
  test.each([
    ["is cut", '{"path":"/etc'],
    ["lacks its last brace", '{"path":"/etc"'],
    ["has bad escapes", '{"path":"C:\\x"}'],
    ["is a word", "undefined"],
    ["is glued", '{"path":"a"}{"path":"b"}'],
    ["is a list", "[]"],
    ["is null", "null"],
  ])("R3 text that %s never becomes an empty object, not even for a tool that would take one", async (_how, text) => {
    const verdict = await verdictOn(text, {
      tools: [{ name: "act", input: z.object({ path: z.string().optional() }) }],
    });

    expect(verdict.kind).not.toBe("dispatchable");
    expect(verdict).not.toHaveProperty("args");
  });
  test("R3 what could not be read is kept as it came", async () => {
    const outcome = await outcomeOf('{"path":"/etc');

    expect(outcome.call.text).toBe('{"path":"/etc');
  });
});

describe("args-concatenated-or-redelivered", () => {
  describeStream("R3 three objects in a row are no JSON, and the first is not taken", {
    format: anthropicMessages,
    body: anthropicMessage(
      "tool_use",
      ...wholeCall(0, "toolu_1", "open", '{"path":"a"}', '{"path":"b"}', '{"path":"c"}'),
    ),
    objects: true,
    expected: { ending: clean, calls: [failed("toolu_1", "open", "unparseable/not-json")], text: "" },
  });
  describeStream("R3 two empty objects in a row are no JSON", {
    format: anthropicMessages,
    body: anthropicMessage("tool_use", ...wholeCall(0, "toolu_1", "list", "{}{}")),
    objects: true,
    expected: { ending: clean, calls: [failed("toolu_1", "list", "unparseable/not-json")], text: "" },
  });
  describeStream("R6 a text that comes by deltas, done, item and snapshot counts once", {
    format: openaiResponses,
    body: responsesSse(created, ...wholeFunction(0, "a", "open", '{"path"', ':"a"}'), {
      type: "response.completed",
      response: {
        status: "completed",
        output: [functionItem("a", "open", { arguments: '{"path":"a"}', status: "completed" })],
      },
    }),
    objects: true,
    expected: {
      ending: complete("completed", "clean"),
      calls: [ran("call_a", "open", { path: "a" })],
      text: "",
      faults: false,
    },
  });
  describeStream("R3 deltas that come twice are no JSON, whatever the item says first", {
    format: openaiResponses,
    body: completedResponse(
      itemAdded(0, functionItem("a", "open")),
      { type: "response.function_call_arguments.delta", item_id: "fc_a", output_index: 0, delta: '{"path":"a"}' },
      { type: "response.function_call_arguments.delta", item_id: "fc_a", output_index: 0, delta: '{"path":"a"}' },
      itemDone(0, functionItem("a", "open", { arguments: '{"path":"a"}', status: "completed" })),
    ),
    objects: true,
    expected: {
      ending: complete("completed", "clean"),
      calls: [failed("call_a", "open", "abandoned/provider-error")],
      text: "",
      faults: true,
    },
  });
});

describe("quadratic-partial-parsing", () => {
  test("R6 a text in thousands of one-letter deltas is the text", async () => {
    const letters = "growing ".repeat(500);
    const text = `{"plan":"${letters}"}`;
    const body = anthropicMessage(
      "tool_use",
      toolUse(0, "toolu_1", "act"),
      ...Array.from(text, (letter) => inputDelta(0, letter)),
      { type: "content_block_stop", index: 0 },
    );

    const settled = await settleBytes(anthropicMessages, body);

    expect(settled.calls).toEqual([ran("toolu_1", "act", { plan: letters })]);
  });
});
