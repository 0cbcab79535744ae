import { describe } from "vitest";

import { anthropicMessages } from "../../src/anthropic.ts";
import {
  anthropicMessage,
  blockStart,
  blockStop,
  inputDelta,
  messageDelta,
  messageStart,
  messageStop,
  textDelta,
  toolUse,
  wholeCall,
} from "../support/anthropic-events.ts";
import { failed, observed, ran } from "../support/expected-call.ts";
import {
  abandoned,
  anthropicSse,
  complete,
  describeStream,
  made,
  type ExpectedStream,
} from "../support/settle-stream.ts";

const clean = complete("tool_use", "clean");

function stream(title: string, body: string, expected: ExpectedStream, objects = true): void {
  describeStream(title, { format: anthropicMessages, body, objects, expected });
}

describe("input in the block start", () => {
  stream(
    "R6 input that is whole in the block start is the arguments",
    anthropicMessage("tool_use", toolUse(0, "toolu_1", "water_bed", { bed: "n", litres: 2 }), blockStop(0)),
    { ending: clean, calls: [ran("toolu_1", "water_bed", { bed: "n", litres: 2 })], text: "" },
  );
  stream(
    "R6 input that is whole in the block start needs no block stop",
    anthropicMessage("tool_use", toolUse(0, "toolu_1", "water_bed", { bed: "n" })),
    { ending: clean, calls: [ran("toolu_1", "water_bed", { bed: "n" })], text: "" },
  );
  stream(
    "R3 other argument text after input that was whole makes the call untrustworthy, and only that call",
    anthropicMessage(
      "tool_use",
      toolUse(0, "toolu_1", "water_bed", { bed: "n" }),
      inputDelta(0, '{"bed":"s"}'),
      blockStop(0),
      ...wholeCall(1, "toolu_2", "water_bed", '{"bed":"w"}'),
    ),
    {
      ending: clean,
      calls: [failed("toolu_1", "water_bed", "abandoned/provider-error"), ran("toolu_2", "water_bed", { bed: "w" })],
      text: "",
      faults: true,
    },
  );
  stream(
    "R6 a client call that server-side code made runs like any other",
    anthropicMessage(
      "tool_use",
      blockStart(0, {
        type: "tool_use",
        id: "toolu_1",
        name: "query",
        input: { sql: "select 1" },
        caller: { type: "code_execution_20250825", tool_id: "srvtoolu_1" },
      }),
      blockStop(0),
    ),
    { ending: clean, calls: [ran("toolu_1", "query", { sql: "select 1" })], text: "" },
  );
  stream(
    "R6 calls that are whole in the message start are calls, in their order",
    anthropicSse(
      messageStart([
        { type: "tool_use", id: "toolu_1", name: "query", input: { n: 1 } },
        { type: "tool_use", id: "toolu_2", name: "query", input: { n: 2 } },
      ]),
      messageDelta("tool_use"),
      messageStop,
    ),
    { ending: clean, calls: [ran("toolu_1", "query", { n: 1 }), ran("toolu_2", "query", { n: 2 })], text: "" },
  );
});

describe("blocks", () => {
  stream(
    "R6 blocks that interleave are told apart by their index",
    anthropicMessage(
      "tool_use",
      toolUse(0, "toolu_1", "read_soil"),
      toolUse(1, "toolu_2", "read_soil"),
      inputDelta(1, '{"probe":'),
      inputDelta(0, '{"probe":"a"'),
      inputDelta(1, '"b"}'),
      inputDelta(0, "}"),
      blockStop(1),
      blockStop(0),
    ),
    {
      ending: clean,
      calls: [ran("toolu_1", "read_soil", { probe: "a" }), ran("toolu_2", "read_soil", { probe: "b" })],
      text: "",
    },
  );
  stream(
    "R6 block indices that jump are no fault of the calls",
    anthropicMessage("tool_use", ...wholeCall(4, "toolu_1", "read_soil", '{"probe":"a"}')),
    { ending: clean, calls: [ran("toolu_1", "read_soil", { probe: "a" })], text: "" },
  );
  stream(
    "R6 text and thinking around a call do not touch its arguments",
    anthropicMessage(
      "tool_use",
      blockStart(0, { type: "thinking", thinking: "", signature: "" }),
      { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "The bed is dry." } },
      { type: "content_block_delta", index: 0, delta: { type: "signature_delta", signature: "c2ln" } },
      blockStop(0),
      blockStart(1, { type: "text", text: "" }),
      textDelta(1, "Watering "),
      textDelta(1, "now."),
      blockStop(1),
      ...wholeCall(2, "toolu_1", "water_bed", '{"bed"', ':"n"}'),
    ),
    { ending: clean, calls: [ran("toolu_1", "water_bed", { bed: "n" })], text: "Watering now.", faults: false },
  );
  stream(
    "R6 blocks, deltas and events of kinds that nobody knows are no calls",
    anthropicMessage(
      "tool_use",
      blockStart(0, { type: "hologram", shape: "rose" }),
      { type: "content_block_delta", index: 0, delta: { type: "hologram_delta", light: 3 } },
      blockStop(0),
      { type: "garden_report", soil: "dry" },
      ...wholeCall(1, "toolu_1", "water_bed", '{"bed":"n"}'),
    ),
    { ending: clean, calls: [ran("toolu_1", "water_bed", { bed: "n" })], text: "" },
  );
  stream(
    "R1 argument text for a block that never started is a call without a name",
    anthropicMessage("tool_use", inputDelta(3, '{"bed":"n"}')),
    { ending: clean, calls: [failed(made, "", "abandoned/provider-error")], text: "", faults: true },
  );
  stream(
    "R3 a call without a name is not trusted, and its sibling runs",
    anthropicMessage(
      "tool_use",
      blockStart(0, { type: "tool_use", id: "toolu_1", input: {} }),
      inputDelta(0, '{"bed":"n"}'),
      blockStop(0),
      ...wholeCall(1, "toolu_2", "water_bed", '{"bed":"s"}'),
    ),
    {
      ending: clean,
      calls: [failed("toolu_1", "", "abandoned/provider-error"), ran("toolu_2", "water_bed", { bed: "s" })],
      text: "",
    },
  );
  stream(
    "R1 a call without an id gets one",
    anthropicMessage("tool_use", blockStart(0, { type: "tool_use", name: "list_beds", input: {} }), blockStop(0)),
    { ending: clean, calls: [ran(made, "list_beds", {})], text: "", faults: true },
  );
  stream(
    "R1 two calls that share an id are two calls",
    anthropicMessage(
      "tool_use",
      ...wholeCall(0, "toolu_1", "water_bed", '{"bed":"n"}'),
      ...wholeCall(1, "toolu_1", "water_bed", '{"bed":"s"}'),
    ),
    {
      ending: clean,
      calls: [ran("toolu_1", "water_bed", { bed: "n" }), ran(made, "water_bed", { bed: "s" })],
      text: "",
      faults: true,
    },
  );
});

describe("provider-executed-confusion", () => {
  const serverCall = [
    blockStart(0, { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: {} }),
    inputDelta(0, '{"query":"frost'),
  ];
  stream(
    "R2 a server tool that is cut by a ceiling is observed, and so is its broken text",
    anthropicMessage("max_tokens", ...serverCall, blockStop(0)),
    { ending: complete("max_tokens", "ceiling"), calls: [observed("srvtoolu_1", "web_search")], text: "" },
  );
  stream("R2 a server tool is observed when the stream ends early", anthropicSse(messageStart(), ...serverCall), {
    ending: abandoned("ended-early"),
    calls: [observed("srvtoolu_1", "web_search")],
    text: "",
  });
  stream(
    "R2 a server tool with text that is no JSON is observed, and the client's call after it runs",
    anthropicMessage(
      "tool_use",
      blockStart(0, { type: "server_tool_use", id: "srvtoolu_1", name: "web_fetch", input: {} }),
      inputDelta(0, "{nothing"),
      blockStop(0),
      ...wholeCall(1, "toolu_1", "cover_bed", '{"bed":"n"}'),
    ),
    {
      ending: clean,
      calls: [observed("srvtoolu_1", "web_fetch"), ran("toolu_1", "cover_bed", { bed: "n" })],
      text: "",
    },
  );
  stream(
    "R2 results of the provider's own tools are no calls, although they carry ids",
    anthropicMessage(
      "end_turn",
      blockStart(0, {
        type: "server_tool_use",
        id: "srvtoolu_1",
        name: "bash_code_execution",
        input: { command: "ls" },
      }),
      blockStop(0),
      blockStart(1, { type: "bash_code_execution_tool_result", tool_use_id: "srvtoolu_1", content: {} }),
      blockStop(1),
      blockStart(2, { type: "mcp_tool_use", id: "mcptoolu_1", name: "find", server_name: "shed", input: {} }),
      blockStop(2),
      blockStart(3, { type: "mcp_tool_result", tool_use_id: "mcptoolu_1", is_error: true, content: [] }),
      blockStop(3),
    ),
    {
      ending: complete("end_turn", "clean"),
      calls: [observed("srvtoolu_1", "bash_code_execution"), observed("mcptoolu_1", "find")],
      text: "",
    },
  );
  stream(
    "R2 a kind of call that nobody knows counts as the provider's",
    anthropicMessage(
      "end_turn",
      blockStart(0, { type: "future_tool_use", id: "futtoolu_1", name: "warp", input: {} }),
      inputDelta(0, '{"to":"mars"}'),
      blockStop(0),
    ),
    { ending: complete("end_turn", "clean"), calls: [observed("futtoolu_1", "warp")], text: "" },
  );
});

describe("calls before a fallback block", () => {
  const fallback = [
    blockStart(1, { type: "fallback", from: { model: "a" }, to: { model: "b" }, trigger: { type: "refusal" } }),
    blockStop(1),
  ];
  stream(
    "R3 a call that was whole before the fallback is refused too",
    anthropicMessage("end_turn", ...wholeCall(0, "toolu_1", "mix_spray", '{"recipe":"soap"}'), ...fallback),
    { ending: complete("end_turn", "clean"), calls: [failed("toolu_1", "mix_spray", "truncated/refused")], text: "" },
  );
  stream(
    "R3 every call before the fallback is refused, not only the last one",
    anthropicMessage(
      "tool_use",
      ...wholeCall(3, "toolu_1", "mix_spray", "{}"),
      ...wholeCall(4, "toolu_2", "mix_spray", "{}"),
      ...fallback,
      ...wholeCall(5, "toolu_3", "water_bed", "{}"),
    ),
    {
      ending: clean,
      calls: [
        failed("toolu_1", "mix_spray", "truncated/refused"),
        failed("toolu_2", "mix_spray", "truncated/refused"),
        ran("toolu_3", "water_bed", {}),
      ],
      text: "",
    },
  );
  stream(
    "R3 every call before the last of several fallbacks is refused, and a server tool stays observed",
    anthropicMessage(
      "tool_use",
      ...wholeCall(0, "toolu_1", "mix_spray", "{}"),
      ...fallback,
      blockStart(2, { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: {} }),
      blockStop(2),
      ...wholeCall(3, "toolu_2", "mix_spray", "{}"),
      blockStart(4, { type: "fallback", from: { model: "b" }, to: { model: "c" }, trigger: { type: "refusal" } }),
      blockStop(4),
      ...wholeCall(5, "toolu_3", "water_bed", "{}"),
    ),
    {
      ending: clean,
      calls: [
        failed("toolu_1", "mix_spray", "truncated/refused"),
        observed("srvtoolu_1", "web_search"),
        failed("toolu_2", "mix_spray", "truncated/refused"),
        ran("toolu_3", "water_bed", {}),
      ],
      text: "",
    },
  );
  stream(
    "R3 a ceiling after the fallback truncates the later call by its own cause",
    anthropicMessage(
      "max_tokens",
      ...wholeCall(0, "toolu_1", "mix_spray", "{}"),
      ...fallback,
      ...wholeCall(2, "toolu_2", "water_bed", '{"bed":'),
    ),
    {
      ending: complete("max_tokens", "ceiling"),
      calls: [
        failed("toolu_1", "mix_spray", "truncated/refused"),
        failed("toolu_2", "water_bed", "truncated/token-limit"),
      ],
      text: "",
    },
  );
  stream(
    "R1 a stream that ends early abandons calls before and after the fallback alike",
    anthropicSse(
      messageStart(),
      ...wholeCall(0, "toolu_1", "mix_spray", "{}"),
      ...fallback,
      toolUse(2, "toolu_2", "water_bed"),
    ),
    {
      ending: abandoned("ended-early"),
      calls: [
        failed("toolu_1", "mix_spray", "abandoned/ended-early"),
        failed("toolu_2", "water_bed", "abandoned/ended-early"),
      ],
      text: "",
    },
  );
});
