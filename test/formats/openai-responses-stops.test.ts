import { describe } from "vitest";

import { openaiResponses } from "../../src/openai.ts";
import { failed, observed, ran } from "../support/expected-call.ts";
import {
  argumentsDelta,
  completedResponse,
  created,
  functionItem,
  incomplete,
  itemAdded,
  itemDone,
  outputText,
  terminal,
  wholeFunction,
} from "../support/responses-events.ts";
import { abandoned, complete, describeStream, responsesSse, type ExpectedStream } from "../support/settle-stream.ts";

const call = wholeFunction(0, "a", "find_ship", '{"ship":"Lark"}');

function stream(title: string, body: string, expected: ExpectedStream): void {
  describeStream(title, { format: openaiResponses, body, objects: true, expected });
}

describe("stop-reason-unhandled", () => {
  stream(
    "R3 a content filter stops a call whose item is completed",
    responsesSse(created, ...call, incomplete("content_filter")),
    {
      ending: complete("content_filter", "filtered"),
      calls: [failed("call_a", "find_ship", "truncated/content-filter")],
      text: "",
    },
  );
  stream(
    "R3 a content filter with some text is filtered, not an answer",
    responsesSse(created, outputText(0, "The ship"), incomplete("content_filter")),
    {
      ending: complete("content_filter", "filtered"),
      calls: [],
      text: "The ship",
    },
  );
  stream(
    "R3 a ceiling truncates a call whose item is completed",
    responsesSse(created, ...call, incomplete("max_output_tokens")),
    {
      ending: complete("max_output_tokens", "ceiling"),
      calls: [failed("call_a", "find_ship", "truncated/token-limit")],
      text: "",
    },
  );
  stream(
    "R3 a response that was steered is paused, and so are its calls",
    responsesSse(created, ...call, incomplete("steered")),
    {
      ending: complete("steered", "paused"),
      calls: [failed("call_a", "find_ship", "truncated/paused")],
      text: "",
    },
  );
  stream("R3 a reason that nobody knows is never clean", responsesSse(created, ...call, incomplete("moon_phase")), {
    ending: complete("moon_phase", "unknown"),
    calls: [failed("call_a", "find_ship", "truncated/unknown-stop")],
    text: "",
  });
  stream(
    "R3 a refusal in words outranks a completed response and the presence of a call",
    completedResponse(
      ...call,
      {
        type: "response.refusal.delta",
        item_id: "msg_1",
        output_index: 1,
        content_index: 0,
        delta: "I can't do that.",
      },
      {
        type: "response.refusal.done",
        item_id: "msg_1",
        output_index: 1,
        content_index: 0,
        refusal: "I can't do that.",
      },
    ),
    {
      ending: complete("completed", "filtered"),
      calls: [failed("call_a", "find_ship", "truncated/refused")],
      text: "",
    },
  );
  stream(
    "R3 a refusal that only the finished message holds counts as well",
    completedResponse(
      ...call,
      itemDone(1, {
        id: "msg_1",
        type: "message",
        role: "assistant",
        status: "completed",
        content: [{ type: "refusal", refusal: "No." }],
      }),
    ),
    {
      ending: complete("completed", "filtered"),
      calls: [failed("call_a", "find_ship", "truncated/refused")],
      text: "",
    },
  );
  stream(
    "R3 a refusal outranks a ceiling",
    responsesSse(
      created,
      ...call,
      { type: "response.refusal.delta", item_id: "msg_1", output_index: 1, content_index: 0, delta: "No." },
      incomplete("max_output_tokens"),
    ),
    {
      ending: complete("max_output_tokens", "filtered"),
      calls: [failed("call_a", "find_ship", "truncated/refused")],
      text: "",
    },
  );
});

describe("responses that fail", () => {
  stream(
    "R1 a failed response abandons calls that are closed",
    responsesSse(created, ...call, terminal("failed", { error: { code: "server_error", message: "Lost." } })),
    {
      ending: abandoned("provider-error", "failed", "failed"),
      calls: [failed("call_a", "find_ship", "abandoned/provider-error")],
      text: "",
    },
  );
  stream(
    "R1 a failed response without an error is still a failure",
    responsesSse(created, ...call, terminal("failed")),
    {
      ending: abandoned("provider-error", "failed", "failed"),
      calls: [failed("call_a", "find_ship", "abandoned/provider-error")],
      text: "",
    },
  );
  stream(
    "R1 a response that was cancelled on the provider's side is a failure",
    responsesSse(created, ...call, terminal("cancelled")),
    {
      ending: abandoned("provider-error", "cancelled", "failed"),
      calls: [failed("call_a", "find_ship", "abandoned/provider-error")],
      text: "",
    },
  );
  for (const code of ["bio_policy", "misalignment_policy_violation"]) {
    stream(
      `R3 a failed response whose code is a policy's, ${code}, is a refusal`,
      responsesSse(created, ...call, terminal("failed", { error: { code, message: "Not allowed." } })),
      {
        ending: complete("failed", "filtered"),
        calls: [failed("call_a", "find_ship", "truncated/refused")],
        text: "",
      },
    );
  }
});

describe("finish-reason-mismatch", () => {
  stream("R2 a completed response without calls has nothing to run", completedResponse(outputText(0, "Done.")), {
    ending: complete("completed", "clean"),
    calls: [],
    text: "Done.",
    faults: false,
  });
  stream(
    "R2 a completed response with only the provider's items has nothing to run",
    completedResponse(
      itemAdded(0, { id: "mcp_1", type: "mcp_call", server_label: "tides", name: "next_tide", arguments: "" }),
      itemDone(0, {
        id: "mcp_1",
        type: "mcp_call",
        server_label: "tides",
        name: "next_tide",
        arguments: "{}",
        status: "completed",
      }),
    ),
    { ending: complete("completed", "clean"), calls: [observed("mcp_1", "next_tide")], text: "" },
  );
  stream(
    "R3 text after the call does not keep it from running",
    completedResponse(...call, outputText(1, "Looking it up.")),
    {
      ending: complete("completed", "clean"),
      calls: [ran("call_a", "find_ship", { ship: "Lark" })],
      text: "Looking it up.",
    },
  );
});

describe("eof-as-success", () => {
  stream("R1 EOF after a finished call without a terminal event is no success", responsesSse(created, ...call), {
    ending: abandoned("ended-early"),
    calls: [failed("call_a", "find_ship", "abandoned/ended-early")],
    text: "",
  });
  stream(
    "R1 EOF inside the arguments has ended early",
    responsesSse(created, itemAdded(0, functionItem("a", "find_ship")), argumentsDelta(0, "a", '{"sh')),
    { ending: abandoned("ended-early"), calls: [failed("call_a", "find_ship", "abandoned/ended-early")], text: "" },
  );
  stream("R1 EOF after the first event has ended early with no call", responsesSse(created), {
    ending: abandoned("ended-early"),
    calls: [],
    text: "",
  });
  describeStream("R1 `[DONE]` without a terminal event is an end without a stop", {
    format: openaiResponses,
    body: responsesSse(created, ...call, "data: [DONE]\n\n"),
    expected: {
      ending: abandoned("ended-early"),
      calls: [failed("call_a", "find_ship", "abandoned/ended-early")],
      text: "",
    },
  });
  describeStream("R6 `[DONE]` after the terminal event changes nothing", {
    format: openaiResponses,
    body: responsesSse(created, ...call, terminal("completed"), "data: [DONE]\n\n"),
    expected: {
      ending: complete("completed", "clean"),
      calls: [ran("call_a", "find_ship", { ship: "Lark" })],
      text: "",
    },
  });
});

describe("a terminal response that contradicts itself", () => {
  stream(
    "R3 no reason for being incomplete is clean, not even the word completed",
    responsesSse(created, ...call, incomplete("completed")),
    {
      ending: complete("completed", "unknown"),
      calls: [failed("call_a", "find_ship", "truncated/unknown-stop")],
      text: "",
    },
  );
  stream(
    "R3 a completed response that gives a reason for being incomplete is incomplete",
    responsesSse(created, ...call, terminal("completed", { incomplete_details: { reason: "max_output_tokens" } })),
    {
      ending: complete("max_output_tokens", "ceiling"),
      calls: [failed("call_a", "find_ship", "truncated/token-limit")],
      text: "",
      faults: true,
    },
  );
  stream(
    "R3 a completed response that holds an error has failed",
    responsesSse(created, ...call, terminal("completed", { error: { code: "server_error", message: "lost" } })),
    {
      ending: abandoned("provider-error", "failed", "failed"),
      calls: [failed("call_a", "find_ship", "abandoned/provider-error")],
      text: "",
      faults: true,
    },
  );
  stream(
    "R3 a blank status is no status",
    responsesSse(created, ...call, { ...terminal("completed"), response: { status: "" } }),
    {
      ending: complete("completed", "clean"),
      calls: [ran("call_a", "find_ship", { ship: "Lark" })],
      text: "",
    },
  );
});
