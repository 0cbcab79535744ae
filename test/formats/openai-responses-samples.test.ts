import { openaiResponses } from "../../src/openai.ts";
import { failed, observed, ran } from "../support/expected-call.ts";
import { abandoned, complete, describeStream, recording } from "../support/settle-stream.ts";

describeStream("R1 R6 a function call whose text comes four times is one call with one text", {
  format: openaiResponses,
  body: recording("openai-responses/ok.sse"),
  objects: true,
  expected: {
    ending: complete("completed", "clean"),
    calls: [ran("call_Berth1", "assign_berth", { ship: "Lark", berth: 7 })],
    text: "",
    faults: false,
  },
});

describeStream("R1 R6 parallel items are calls of their own", {
  format: openaiResponses,
  body: recording("openai-responses/parallel.sse"),
  objects: true,
  expected: {
    ending: complete("completed", "clean"),
    calls: [ran("call_Berth2", "find_ship", { ship: "Lark" }), ran("call_Berth3", "find_ship", { ship: "Wren" })],
    text: "",
    faults: false,
  },
});

describeStream("R3 R6 arguments that are an empty object are an empty object", {
  format: openaiResponses,
  body: recording("openai-responses/no-args.sse"),
  objects: true,
  expected: {
    ending: complete("completed", "clean"),
    calls: [ran("call_Berth4", "list_berths", {})],
    text: "",
    faults: false,
  },
});

describeStream("R3 R6 a freeform tool gets its raw text, quotes and line breaks included", {
  format: openaiResponses,
  body: recording("openai-responses/custom-tool.sse"),
  objects: true,
  expected: {
    ending: complete("completed", "clean"),
    calls: [ran("call_Sql1", "run_sql", 'SELECT berth\nFROM quay -- "free" ones\n')],
    text: "",
    faults: false,
  },
});

describeStream("R3 R6 an incomplete response truncates the call that it closed", {
  format: openaiResponses,
  body: recording("openai-responses/truncated.sse"),
  objects: true,
  expected: {
    ending: complete("max_output_tokens", "ceiling"),
    calls: [failed("call_Berth5", "write_log", "truncated/token-limit")],
    text: "",
  },
});

describeStream("R3 R6 an item that is still in progress when it is done is truncated, and so is its sibling", {
  format: openaiResponses,
  body: recording("openai-responses/truncated-item-in-progress.sse"),
  objects: true,
  expected: {
    ending: complete("max_output_tokens", "ceiling"),
    calls: [
      failed("call_Berth6", "write_log", "truncated/token-limit"),
      failed("call_Berth7", "write_log", "truncated/token-limit"),
    ],
    text: "",
  },
});

describeStream("R3 R6 a content filter stops an item that was never done", {
  format: openaiResponses,
  body: recording("openai-responses/truncated-no-item-done.sse"),
  objects: true,
  expected: {
    ending: complete("content_filter", "filtered"),
    calls: [failed("call_Berth5", "write_log", "truncated/content-filter")],
    text: "",
  },
});

describeStream("R3 R6 an item that says completed does not outweigh an incomplete response", {
  format: openaiResponses,
  body: recording("openai-responses/item-says-completed-but-incomplete.sse"),
  objects: true,
  expected: {
    ending: complete("max_output_tokens", "ceiling"),
    calls: [failed("call_Berth10", "write_log", "truncated/token-limit")],
    text: "",
  },
});

describeStream("R3 R6 a closed call is not trusted where no terminal event came", {
  format: openaiResponses,
  body: recording("openai-responses/eof-no-terminal.sse"),
  objects: true,
  expected: {
    ending: abandoned("ended-early"),
    calls: [failed("call_Berth9", "assign_berth", "abandoned/ended-early")],
    text: "",
  },
});

describeStream("R1 R6 an error event abandons the open call", {
  format: openaiResponses,
  body: recording("openai-responses/error.sse"),
  objects: true,
  expected: {
    ending: abandoned("provider-error"),
    calls: [failed("call_Berth6", "assign_berth", "abandoned/provider-error")],
    text: "",
  },
});

describeStream("R1 R6 an error event that nests its error abandons the open call", {
  format: openaiResponses,
  body: recording("openai-responses/error-nested.sse"),
  objects: true,
  expected: {
    ending: abandoned("provider-error"),
    calls: [failed("call_Berth6", "assign_berth", "abandoned/provider-error")],
    text: "",
  },
});

describeStream("R1 R6 a failed response abandons the open call and keeps its stop", {
  format: openaiResponses,
  body: recording("openai-responses/failed.sse"),
  objects: true,
  expected: {
    ending: abandoned("provider-error", "failed", "failed"),
    calls: [failed("call_Berth7", "assign_berth", "abandoned/provider-error")],
    text: "",
  },
});

describeStream("R2 R6 the provider's own items are observed beside the client's call", {
  format: openaiResponses,
  body: recording("openai-responses/mcp-and-web-search-and-function.sse"),
  objects: true,
  expected: {
    ending: complete("completed", "clean"),
    calls: [
      observed("ws_Fog1", "web_search"),
      observed("mcp_Tide1", "next_tide"),
      ran("call_Berth8", "assign_berth", { ship: "Lark", berth: 2 }),
    ],
    text: "",
    faults: false,
  },
});
