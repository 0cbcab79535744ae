import { describe, expect, test } from "vitest";

import { openaiResponses } from "../../src/openai.ts";
import { settle } from "../../src/index.ts";
import { failed, ran } from "../support/expected-call.ts";
import { createManualClock } from "../support/manual-clock.ts";
import {
  argumentsDelta,
  argumentsDone,
  completedResponse,
  created,
  functionItem,
  itemAdded,
  itemDone,
  terminal,
  wholeFunction,
} from "../support/responses-events.ts";
import {
  complete,
  deliver,
  describeStream,
  recording,
  responsesSse,
  type ExpectedStream,
} from "../support/settle-stream.ts";

const clean = complete("completed", "clean");
const lark = '{"ship":"Lark"}';
const ranLark = ran("call_a", "find_ship", { ship: "Lark" });

function stream(title: string, body: string, expected: ExpectedStream): void {
  describeStream(title, { format: openaiResponses, body, objects: true, expected });
}

describe("items that are whole when they are added", () => {
  stream(
    "R6 an item that is added whole and completed needs nothing more",
    completedResponse(itemAdded(0, functionItem("a", "find_ship", { arguments: lark, status: "completed" }))),
    { ending: clean, calls: [ranLark], text: "" },
  );
  stream(
    "R6 text of an added item counts where no other text comes",
    completedResponse(itemAdded(0, functionItem("a", "find_ship", { arguments: lark })), argumentsDone(0, "a", "")),
    { ending: clean, calls: [ranLark], text: "" },
  );
  stream(
    "R6 text of an added item that comes again by deltas counts once",
    completedResponse(
      itemAdded(0, functionItem("a", "find_ship", { arguments: lark })),
      argumentsDelta(0, "a", '{"ship":'),
      argumentsDelta(0, "a", '"Lark"}'),
      argumentsDone(0, "a", lark),
    ),
    { ending: clean, calls: [ranLark], text: "" },
  );
  stream(
    "R6 an item that is added twice is one call",
    completedResponse(
      itemAdded(0, functionItem("a", "find_ship")),
      itemAdded(0, functionItem("a", "find_ship")),
      argumentsDelta(0, "a", lark),
      argumentsDone(0, "a", lark),
    ),
    { ending: clean, calls: [ranLark], text: "" },
  );
});

describe("items that change", () => {
  stream(
    "R3 a call id that changes under one item fails closed",
    completedResponse(
      itemAdded(0, functionItem("a", "find_ship")),
      itemDone(0, { id: "fc_a", type: "function_call", call_id: "call_z", name: "find_ship", arguments: lark }),
    ),
    { ending: clean, calls: [failed("call_a", "find_ship", "abandoned/provider-error")], text: "", faults: true },
  );
  stream(
    "R3 a function call that ends as a freeform call fails closed",
    completedResponse(
      itemAdded(0, functionItem("a", "find_ship")),
      itemDone(0, { id: "fc_a", type: "custom_tool_call", call_id: "call_a", name: "find_ship", input: lark }),
    ),
    { ending: clean, calls: [failed("call_a", "find_ship", "abandoned/provider-error")], text: "", faults: true },
  );
  stream(
    "R1 two items that a server puts at one output index are two calls",
    completedResponse(
      itemAdded(0, functionItem("a", "find_ship")),
      argumentsDelta(0, "a", lark),
      argumentsDone(0, "a", lark),
      itemAdded(0, functionItem("b", "find_ship")),
      argumentsDelta(0, "b", '{"ship":"Wren"}'),
      argumentsDone(0, "b", '{"ship":"Wren"}'),
    ),
    { ending: clean, calls: [ranLark, ran("call_b", "find_ship", { ship: "Wren" })], text: "" },
  );
});

describe("terminal events that contradict themselves", () => {
  stream(
    "R3 an incomplete event whose response says completed is no clean stop",
    responsesSse(created, ...wholeFunction(0, "a", "find_ship", lark), {
      type: "response.incomplete",
      response: { status: "completed", incomplete_details: { reason: "max_output_tokens" } },
    }),
    {
      ending: complete("max_output_tokens", "ceiling"),
      calls: [failed("call_a", "find_ship", "truncated/token-limit")],
      text: "",
    },
  );
  stream(
    "R3 a completed event whose response says incomplete is no clean stop",
    responsesSse(created, ...wholeFunction(0, "a", "find_ship", lark), {
      type: "response.completed",
      response: { status: "incomplete", incomplete_details: { reason: "content_filter" } },
    }),
    {
      ending: complete("content_filter", "filtered"),
      calls: [failed("call_a", "find_ship", "truncated/content-filter")],
      text: "",
    },
  );
  stream(
    "R3 a completed event without a response is a clean stop",
    responsesSse(created, ...wholeFunction(0, "a", "find_ship", lark), { type: "response.completed" }),
    { ending: clean, calls: [ranLark], text: "" },
  );
  stream(
    "R3 a completed event whose response says failed is a failure",
    responsesSse(created, ...wholeFunction(0, "a", "find_ship", lark), {
      type: "response.completed",
      response: { status: "failed", error: { code: "server_error", message: "Lost." } },
    }),
    {
      ending: { kind: "abandoned", stop: "failed", class: "failed", cause: "provider-error" },
      calls: [failed("call_a", "find_ship", "abandoned/provider-error")],
      text: "",
    },
  );
});

describe("events that say nothing about calls", () => {
  stream(
    "R6 queued, annotations, parts and unknown events of a response change nothing",
    completedResponse(
      { type: "response.queued", response: { status: "queued" } },
      {
        type: "response.content_part.added",
        item_id: "msg_1",
        output_index: 0,
        content_index: 0,
        part: { type: "output_text", text: "" },
      },
      {
        type: "response.output_text.annotation.added",
        item_id: "msg_1",
        output_index: 0,
        content_index: 0,
        annotation: {},
      },
      { type: "response.hologram.delta", item_id: "h_1", output_index: 3, delta: "{}" },
      ...wholeFunction(1, "a", "find_ship", lark),
    ),
    { ending: clean, calls: [ranLark], text: "" },
  );
  stream(
    "R6 padding and sequence numbers are no text",
    completedResponse(
      itemAdded(0, functionItem("a", "find_ship")),
      {
        type: "response.function_call_arguments.delta",
        item_id: "fc_a",
        output_index: 0,
        delta: lark,
        obfuscation: '{"x":1}',
      },
      argumentsDone(0, "a", lark),
    ),
    { ending: clean, calls: [ranLark], text: "", faults: false },
  );
  stream(
    "R6 a wrapper call that the model invented is a call by its own name",
    responsesSse(created, ...wholeFunction(0, "a", "parallel", '{"tool_uses":[]}'), terminal("completed")),
    { ending: clean, calls: [ran("call_a", "parallel", { tool_uses: [] })], text: "" },
  );
});

describe("what the provider said of its error", () => {
  test.each([
    ["openai-responses/error.sse", "server_error", "Harbour radio lost."],
    ["openai-responses/error-nested.sse", "rate_limit_exceeded", "Too many ships at once."],
    ["openai-responses/failed.sse", "server_error", "The tide tables could not be read."],
  ])("R1 %s: the ending tells its code and its words", async (name, code, words) => {
    const { ending } = await settle(deliver([recording(name)]), {
      format: openaiResponses,
      tools: "any",
      clock: createManualClock(),
    }).result;

    expect(ending.detail).toContain(code);
    expect(ending.detail).toContain(words);
  });
});

describe("statements and places that do not agree", () => {
  stream(
    "R3 two statements that differ run nothing, also where the later goes on from the earlier",
    completedResponse(
      itemAdded(0, functionItem("a", "find_ship")),
      argumentsDone(0, "a", '{"ship"'),
      itemDone(0, functionItem("a", "find_ship", { arguments: lark })),
    ),
    { ending: clean, calls: [failed("call_a", "find_ship", "abandoned/provider-error")], text: "", faults: true },
  );
  stream(
    "R6 an item whose id is another in every event is one call",
    completedResponse(
      itemAdded(0, functionItem("a", "find_ship")),
      { type: "response.function_call_arguments.delta", item_id: "fc_x", output_index: 0, delta: '{"ship":' },
      { type: "response.function_call_arguments.delta", item_id: "fc_y", output_index: 0, delta: '"Lark"}' },
      itemDone(0, { ...functionItem("a", "find_ship", { arguments: lark, status: "completed" }), id: "fc_z" }),
    ),
    { ending: clean, calls: [ranLark], text: "" },
  );
  stream(
    "R6 a delta that is null says nothing",
    completedResponse(
      itemAdded(0, functionItem("a", "find_ship")),
      { type: "response.function_call_arguments.delta", item_id: "fc_a", output_index: 0, delta: null },
      argumentsDone(0, "a", lark),
    ),
    { ending: clean, calls: [ranLark], text: "" },
  );
});

describe("text of the answer", () => {
  const message = {
    id: "msg_1",
    type: "message",
    status: "completed",
    content: [{ type: "output_text", text: "Ahoy" }],
  };

  stream(
    "R6 text by deltas, in the end of its part, in the item and in the response is told once",
    completedResponse(
      { type: "response.output_text.delta", output_index: 0, content_index: 0, delta: "Ah" },
      { type: "response.output_text.delta", output_index: 0, content_index: 0, delta: "oy" },
      { type: "response.output_text.done", output_index: 0, content_index: 0, text: "Ahoy" },
      itemDone(0, message),
    ),
    { ending: clean, calls: [], text: "Ahoy" },
  );
  stream(
    "R6 text that comes only at the end of its part is told",
    completedResponse({ type: "response.output_text.done", output_index: 0, content_index: 0, text: "Ahoy" }),
    { ending: clean, calls: [], text: "Ahoy" },
  );
  stream("R6 text that comes only in the finished item is told", completedResponse(itemDone(0, message)), {
    ending: clean,
    calls: [],
    text: "Ahoy",
  });
  stream(
    "R6 text that comes only in the terminal response is told",
    responsesSse(created, terminal("completed", { output: [message] })),
    { ending: clean, calls: [], text: "Ahoy" },
  );
  stream(
    "R3 a refusal that is only announced refuses all the same",
    completedResponse(...wholeFunction(0, "a", "find_ship", lark), {
      type: "response.content_part.added",
      output_index: 1,
      content_index: 0,
      part: { type: "refusal", refusal: "" },
    }),
    {
      ending: complete("completed", "filtered"),
      calls: [failed("call_a", "find_ship", "truncated/refused")],
      text: "",
      faults: true,
    },
  );
});
