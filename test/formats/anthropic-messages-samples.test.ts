import { anthropicMessages } from "../../src/anthropic.ts";
import { failed, observed, ran } from "../support/expected-call.ts";
import { abandoned, complete, describeStream, recording } from "../support/settle-stream.ts";

describeStream("R1 R6 a call that is closed under tool_use is dispatchable, and the text before it is passed on", {
  format: anthropicMessages,
  body: recording("anthropic/ok.sse"),
  objects: true,
  expected: {
    ending: complete("tool_use", "clean"),
    calls: [ran("toolu_01WaterNorthBed", "water_bed", { bed: "north-3", litres: 4.5 })],
    text: "The north bed looks dry.",
    faults: false,
  },
});

describeStream("R1 R6 parallel calls keep their own arguments and the order of their announcement", {
  format: anthropicMessages,
  body: recording("anthropic/parallel.sse"),
  objects: true,
  expected: {
    ending: complete("tool_use", "clean"),
    calls: [ran("toolu_01SoilA", "read_soil", { probe: "p-11" }), ran("toolu_01SoilB", "read_soil", { probe: "p-12" })],
    text: "",
    faults: false,
  },
});

describeStream("R3 R6 a ceiling takes every call of the message along, also the one whose text is whole", {
  format: anthropicMessages,
  body: recording("anthropic/truncated.sse"),
  objects: true,
  expected: {
    ending: complete("max_tokens", "ceiling"),
    calls: [
      failed("toolu_01PlanA", "save_plan", "truncated/token-limit"),
      failed("toolu_01PlanB", "save_plan", "truncated/token-limit"),
    ],
    text: "",
    faults: false,
  },
});

describeStream("R3 R6 a full context window is a ceiling with a cause of its own", {
  format: anthropicMessages,
  body: recording("anthropic/truncated-context-window.sse"),
  objects: true,
  expected: {
    ending: complete("model_context_window_exceeded", "ceiling"),
    calls: [failed("toolu_01PlanC", "save_plan", "truncated/context-window")],
    text: "",
    faults: false,
  },
});

describeStream("R1 R6 an error event abandons the open call", {
  format: anthropicMessages,
  body: recording("anthropic/error.sse"),
  objects: true,
  expected: {
    ending: abandoned("provider-error"),
    calls: [failed("toolu_01WaterX", "water_bed", "abandoned/provider-error")],
    text: "",
  },
});

describeStream("R1 R6 a stream that ends inside a call has ended early", {
  format: anthropicMessages,
  body: recording("anthropic/eof-no-terminal.sse"),
  objects: true,
  expected: {
    ending: abandoned("ended-early"),
    calls: [failed("toolu_01Eof", "water_bed", "abandoned/ended-early")],
    text: "",
  },
});

describeStream("R3 R6 a call with one empty delta has no arguments, which is an empty object", {
  format: anthropicMessages,
  body: recording("anthropic/no-args.sse"),
  objects: true,
  expected: {
    ending: complete("tool_use", "clean"),
    calls: [ran("toolu_01ListBeds", "list_beds", {})],
    text: "",
    faults: false,
  },
});

describeStream("R3 R6 a call without any delta has no arguments, which is an empty object", {
  format: anthropicMessages,
  body: recording("anthropic/no-args-no-delta.sse"),
  objects: true,
  expected: {
    ending: complete("tool_use", "clean"),
    calls: [ran("toolu_01ListBeds2", "list_beds", {})],
    text: "",
    faults: false,
  },
});

describeStream("R3 R6 eager streaming can finish a call whose text is no JSON", {
  format: anthropicMessages,
  body: recording("anthropic/eager-invalid-json.sse"),
  objects: true,
  expected: {
    ending: complete("tool_use", "clean"),
    calls: [failed("toolu_01Eager", "water_bed", "unparseable/not-json")],
    text: "",
    faults: false,
  },
});

describeStream("R3 R6 calls before a fallback block come from a model that refused; calls after it run", {
  format: anthropicMessages,
  body: recording("anthropic/fallback-mid-stream.sse"),
  objects: true,
  expected: {
    ending: complete("tool_use", "clean"),
    calls: [
      failed("toolu_01OldModel", "mix_spray", "truncated/refused"),
      ran("toolu_01NewModel", "water_bed", { bed: "north-3", litres: 1 }),
    ],
    text: "",
  },
});

describeStream("R3 R6 a refusal stops the call that it cut", {
  format: anthropicMessages,
  body: recording("anthropic/refusal.sse"),
  objects: true,
  expected: {
    ending: complete("refusal", "filtered"),
    calls: [failed("toolu_01MixA", "mix_spray", "truncated/refused")],
    text: "",
    faults: false,
  },
});

describeStream("R2 R6 a paused turn leaves the provider's own call observed", {
  format: anthropicMessages,
  body: recording("anthropic/pause-turn.sse"),
  objects: true,
  expected: {
    ending: complete("pause_turn", "paused"),
    calls: [observed("srvtoolu_02Frost", "web_search")],
    text: "",
    faults: false,
  },
});

describeStream("R2 R6 a connector's call is observed, and its result is no call", {
  format: anthropicMessages,
  body: recording("anthropic/mcp-beta.sse"),
  objects: true,
  expected: {
    ending: complete("end_turn", "clean"),
    calls: [observed("mcptoolu_01Shed", "find_tool")],
    text: "The rake hangs on hook 4.",
    faults: false,
  },
});

describeStream("R2 R6 a server tool is observed and the client's call after it is dispatchable", {
  format: anthropicMessages,
  body: recording("anthropic/server-tool-then-client-tool.sse"),
  objects: true,
  expected: {
    ending: complete("tool_use", "clean"),
    calls: [observed("srvtoolu_01Frost", "web_search"), ran("toolu_01Cover", "cover_bed", { bed: "north-3" })],
    text: "",
    faults: false,
  },
});
