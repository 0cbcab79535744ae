import { describe, expect, test } from "vitest";

import { anthropicMessages } from "../../src/anthropic.ts";
import { openaiResponses } from "../../src/openai.ts";
import { anthropicMessage, inputDelta, messageStart, toolUse, wholeCall } from "../support/anthropic-events.ts";
import { failed, ran } from "../support/expected-call.ts";
import { completedResponse, wholeFunction } from "../support/responses-events.ts";
import { abandoned, anthropicSse, complete, describeStream, settleBytes } from "../support/settle-stream.ts";

const call = wholeCall(0, "toolu_1", "add", '{"n":1}');

describe("limits", () => {
  // The longest record of this message is its start: 231 bytes of data.
  const longest = JSON.stringify(messageStart()).length;

  describeStream("R13 a frame of exactly the limit is read", {
    format: anthropicMessages,
    body: anthropicMessage("tool_use", ...call),
    options: { limits: { maxFrameBytes: longest } },
    expected: { ending: complete("tool_use", "clean"), calls: [ran("toolu_1", "add", { n: 1 })], text: "" },
  });
  describeStream("R13 a frame above the limit abandons every call", {
    format: anthropicMessages,
    body: anthropicMessage("tool_use", ...call, ...wholeCall(1, "toolu_2", "add", `{"n":"${"x".repeat(400)}"}`)),
    options: { limits: { maxFrameBytes: 300 } },
    expected: {
      ending: abandoned("provider-error"),
      calls: [
        failed("toolu_1", "add", "abandoned/provider-error"),
        failed("toolu_2", "add", "abandoned/provider-error"),
      ],
      text: "",
    },
  });
  describeStream("R13 a frame that never ends is cut off at the limit", {
    format: anthropicMessages,
    body: `${anthropicSse(messageStart(), ...call)}data: ${"x".repeat(5000)}`,
    options: { limits: { maxFrameBytes: 300 } },
    expected: {
      ending: abandoned("provider-error"),
      calls: [failed("toolu_1", "add", "abandoned/provider-error")],
      text: "",
    },
  });
  describeStream("R13 a line that never ends and is no data is cut off at the limit", {
    format: anthropicMessages,
    body: `${anthropicSse(messageStart(), ...call)}: ${"x".repeat(100_000)}`,
    options: { limits: { maxFrameBytes: 300 } },
    expected: {
      ending: abandoned("provider-error"),
      calls: [failed("toolu_1", "add", "abandoned/provider-error")],
      text: "",
    },
  });
  describeStream("R13 a frame of many short data lines counts as one frame", {
    format: anthropicMessages,
    body: `${anthropicSse(messageStart(), ...call)}${"data: 1\n".repeat(400)}\n`,
    options: { limits: { maxFrameBytes: 300 } },
    expected: {
      ending: abandoned("provider-error"),
      calls: [failed("toolu_1", "add", "abandoned/provider-error")],
      text: "",
    },
  });
  test("R13 a stream above its total bytes abandons every call", async () => {
    const body = anthropicMessage("tool_use", ...call);

    const settled = await settleBytes(anthropicMessages, body, { limits: { maxTotalBytes: 600 } });

    expect(settled.ending).toEqual(abandoned("provider-error"));
    expect(settled.calls).toEqual([failed("toolu_1", "add", "abandoned/provider-error")]);
  });
  test("R13 a stream of exactly its total bytes is read to its end", async () => {
    const body = anthropicMessage("tool_use", ...call);

    const settled = await settleBytes(anthropicMessages, body, { limits: { maxTotalBytes: body.length } });

    expect(settled.calls).toEqual([ran("toolu_1", "add", { n: 1 })]);
  });
  describeStream("R13 as many calls as the limit allows are settled", {
    format: anthropicMessages,
    body: anthropicMessage("tool_use", ...call, ...wholeCall(1, "toolu_2", "add", "{}")),
    options: { limits: { maxCalls: 2 } },
    expected: {
      ending: complete("tool_use", "clean"),
      calls: [ran("toolu_1", "add", { n: 1 }), ran("toolu_2", "add", {})],
      text: "",
    },
  });
  test("R13 one call more than the limit allows abandons every call", async () => {
    const body = anthropicMessage(
      "tool_use",
      ...call,
      ...wholeCall(1, "toolu_2", "add", "{}"),
      ...wholeCall(2, "toolu_3", "add", "{}"),
    );

    const settled = await settleBytes(anthropicMessages, body, { limits: { maxCalls: 2 } });

    expect(settled.ending).toEqual(abandoned("provider-error"));
    expect(settled.calls.slice(0, 2)).toEqual([
      failed("toolu_1", "add", "abandoned/provider-error"),
      failed("toolu_2", "add", "abandoned/provider-error"),
    ]);
    expect(settled.calls.filter((settledCall) => settledCall.kind === "dispatchable")).toEqual([]);
  });
  test("R13 the default limit is 128 calls a message", async () => {
    const calls = Array.from({ length: 128 }, (_call, at) => wholeCall(at, `toolu_${at}`, "add", "{}")).flat();
    const full = anthropicMessage("tool_use", ...calls);
    const over = anthropicMessage("tool_use", ...calls, ...wholeCall(128, "toolu_128", "add", "{}"));

    expect((await settleBytes(anthropicMessages, full)).ending).toEqual(complete("tool_use", "clean"));
    expect((await settleBytes(anthropicMessages, over)).ending).toEqual(abandoned("provider-error"));
  });
});

describe("runaway-arguments", () => {
  describeStream("R13 text of exactly the limit is read", {
    format: anthropicMessages,
    body: anthropicMessage("tool_use", ...wholeCall(0, "toolu_1", "add", '{"n":', '"12345678"', "}")),
    options: { limits: { maxCallBytes: 16 } },
    expected: { ending: complete("tool_use", "clean"), calls: [ran("toolu_1", "add", { n: "12345678" })], text: "" },
  });
  describeStream("R13 text above the limit is too large, and its sibling runs", {
    format: anthropicMessages,
    body: anthropicMessage(
      "tool_use",
      ...wholeCall(0, "toolu_1", "add", '{"n":', '"123456789"', "}"),
      ...wholeCall(1, "toolu_2", "add", '{"n":2}'),
    ),
    options: { limits: { maxCallBytes: 16 } },
    expected: {
      ending: complete("tool_use", "clean"),
      calls: [failed("toolu_1", "add", "unparseable/too-large"), ran("toolu_2", "add", { n: 2 })],
      text: "",
    },
  });
  describeStream("R13 the limit counts bytes, not letters", {
    format: anthropicMessages,
    body: anthropicMessage("tool_use", ...wholeCall(0, "toolu_1", "add", '{"n":"', "東東東", '"}')),
    options: { limits: { maxCallBytes: 16 } },
    expected: {
      ending: complete("tool_use", "clean"),
      calls: [failed("toolu_1", "add", "unparseable/too-large")],
      text: "",
    },
  });
  describeStream("R13 text in one large snapshot is too large as well", {
    format: openaiResponses,
    body: completedResponse(...wholeFunction(0, "a", "add", `{"n":"${"go ".repeat(100)}"}`)),
    options: { limits: { maxCallBytes: 100 } },
    expected: {
      ending: complete("completed", "clean"),
      calls: [failed("call_a", "add", "unparseable/too-large")],
      text: "",
    },
  });
  describeStream("R13 input that is too large in a block start is too large as well", {
    format: anthropicMessages,
    body: anthropicMessage("tool_use", toolUse(0, "toolu_1", "add", { n: "go ".repeat(100) })),
    options: { limits: { maxCallBytes: 100 } },
    expected: {
      ending: complete("tool_use", "clean"),
      calls: [failed("toolu_1", "add", "unparseable/too-large")],
      text: "",
    },
  });
  describeStream("R3 text that is too large is truncated under a ceiling: the stop comes first", {
    format: anthropicMessages,
    body: anthropicMessage("max_tokens", toolUse(0, "toolu_1", "add"), inputDelta(0, `{"n":"${"go ".repeat(40)}`)),
    options: { limits: { maxCallBytes: 100 } },
    expected: {
      ending: complete("max_tokens", "ceiling"),
      calls: [failed("toolu_1", "add", "truncated/token-limit")],
      text: "",
    },
  });
});
