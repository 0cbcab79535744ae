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
import { abandoned, anthropicSse, complete, describeStream, type ExpectedStream } from "../support/settle-stream.ts";

function stream(title: string, body: string, expected: ExpectedStream): void {
  describeStream(title, { format: anthropicMessages, body, objects: true, expected });
}

const call = wholeCall(0, "toolu_1", "water_bed", '{"bed":', '"n"}');

describe("finish-reason-mismatch", () => {
  for (const stop of ["tool_use", "end_turn", "stop_sequence"]) {
    stream(`R3 complete calls run under ${stop}: the calls count, not the word`, anthropicMessage(stop, ...call), {
      ending: complete(stop, "clean"),
      calls: [ran("toolu_1", "water_bed", { bed: "n" })],
      text: "",
      faults: false,
    });
  }
  stream("R2 tool_use without any call is a clean end with nothing to run", anthropicMessage("tool_use"), {
    ending: complete("tool_use", "clean"),
    calls: [],
    text: "",
  });
  stream("R2 a finished compaction is a clean end with nothing to run", anthropicMessage("compaction"), {
    ending: complete("compaction", "clean"),
    calls: [],
    text: "",
  });
  stream(
    "R2 tool_use with only the provider's calls is a clean end with nothing to run",
    anthropicMessage(
      "tool_use",
      blockStart(0, { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: {} }),
      blockStop(0),
    ),
    { ending: complete("tool_use", "clean"), calls: [observed("srvtoolu_1", "web_search")], text: "" },
  );
});

describe("stop-reason-unhandled", () => {
  stream("R3 a refusal stops a call whose text is whole", anthropicMessage("refusal", ...call), {
    ending: complete("refusal", "filtered"),
    calls: [failed("toolu_1", "water_bed", "truncated/refused")],
    text: "",
  });
  stream("R1 a refusal with no content at all is a complete message, not a failure", anthropicMessage("refusal"), {
    ending: complete("refusal", "filtered"),
    calls: [],
    text: "",
  });
  stream(
    "R3 a refusal after text and two calls stops both",
    anthropicMessage(
      "refusal",
      blockStart(0, { type: "text", text: "" }),
      textDelta(0, "Mixing."),
      blockStop(0),
      ...wholeCall(1, "toolu_1", "mix_spray", "{}"),
      toolUse(2, "toolu_2", "mix_spray"),
    ),
    {
      ending: complete("refusal", "filtered"),
      calls: [failed("toolu_1", "mix_spray", "truncated/refused"), failed("toolu_2", "mix_spray", "truncated/refused")],
      text: "Mixing.",
    },
  );
  stream("R3 a pause is no end: the client's calls are paused", anthropicMessage("pause_turn", ...call), {
    ending: complete("pause_turn", "paused"),
    calls: [failed("toolu_1", "water_bed", "truncated/paused")],
    text: "",
  });
  stream(
    "R2 a pause leaves the provider's calls observed beside the paused one",
    anthropicMessage(
      "pause_turn",
      blockStart(0, { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: {} }),
      inputDelta(0, '{"query":"ph"}'),
      blockStop(0),
      ...wholeCall(1, "toolu_1", "water_bed", "{}"),
    ),
    {
      ending: complete("pause_turn", "paused"),
      calls: [observed("srvtoolu_1", "web_search"), failed("toolu_1", "water_bed", "truncated/paused")],
      text: "",
    },
  );
  for (const stop of ["quota_reached", "TOOL_USE", "malformed_tool_use"]) {
    stream(`R3 a stop that nobody knows, ${stop}, is never clean`, anthropicMessage(stop, ...call), {
      ending: complete(stop, "unknown"),
      calls: [failed("toolu_1", "water_bed", "truncated/unknown-stop")],
      text: "",
    });
  }
  stream(
    "R3 a full context window truncates calls that are closed and whole",
    anthropicMessage("model_context_window_exceeded", ...call),
    {
      ending: complete("model_context_window_exceeded", "ceiling"),
      calls: [failed("toolu_1", "water_bed", "truncated/context-window")],
      text: "",
    },
  );
});

describe("truncated-misreported", () => {
  stream(
    "R3 a call whose text was cut mid-string and then closed by a good block stop is truncated",
    anthropicMessage(
      "max_tokens",
      ...wholeCall(0, "toolu_1", "create_ticket", '{"project":"WEB","title":"Login","description":"The page sh'),
    ),
    {
      ending: complete("max_tokens", "ceiling"),
      calls: [failed("toolu_1", "create_ticket", "truncated/token-limit")],
      text: "",
    },
  );
  stream(
    "R3 a call whose text was cut just behind the closing brace is truncated",
    anthropicMessage("max_tokens", ...wholeCall(0, "toolu_1", "create_ticket", '{"project":"WEB","title":"Login"}')),
    {
      ending: complete("max_tokens", "ceiling"),
      calls: [failed("toolu_1", "create_ticket", "truncated/token-limit")],
      text: "",
    },
  );
  stream(
    "R3 a call that only lacks its last brace is truncated, not malformed",
    anthropicMessage("max_tokens", ...wholeCall(0, "toolu_1", "create_ticket", '{"project":"WEB"')),
    {
      ending: complete("max_tokens", "ceiling"),
      calls: [failed("toolu_1", "create_ticket", "truncated/token-limit")],
      text: "",
    },
  );
  stream(
    "R3 a call that was never closed is truncated under a ceiling",
    anthropicMessage("max_tokens", toolUse(0, "toolu_1", "list_beds")),
    {
      ending: complete("max_tokens", "ceiling"),
      calls: [failed("toolu_1", "list_beds", "truncated/token-limit")],
      text: "",
    },
  );
  stream(
    "R3 a call without arguments is truncated under a ceiling",
    anthropicMessage("max_tokens", ...wholeCall(0, "toolu_1", "list_beds")),
    {
      ending: complete("max_tokens", "ceiling"),
      calls: [failed("toolu_1", "list_beds", "truncated/token-limit")],
      text: "",
    },
  );
  stream(
    "R3 a list that was cut in the middle under a normal stop is an incomplete document",
    anthropicMessage("tool_use", ...wholeCall(0, "toolu_1", "read_files", '{"paths":["a.txt","b')),
    {
      ending: complete("tool_use", "clean"),
      calls: [failed("toolu_1", "read_files", "unparseable/incomplete")],
      text: "",
    },
  );
});

describe("truncated-executed", () => {
  for (const [where, text] of [
    ["after the first of two keys", '{"target":"north",'],
    ["between a key and its value", '{"target":'],
    ["inside a literal", '{"target":"north","dryRun":tru'],
  ] as const) {
    stream(
      `R3 text that stops ${where} under tool_use is incomplete, never repaired`,
      anthropicMessage("tool_use", ...wholeCall(0, "toolu_1", "wipe_bed", text)),
      {
        ending: complete("tool_use", "clean"),
        calls: [failed("toolu_1", "wipe_bed", "unparseable/incomplete")],
        text: "",
      },
    );
    stream(
      `R3 text that stops ${where} before the stream ends is abandoned`,
      anthropicSse(messageStart(), ...wholeCall(0, "toolu_1", "wipe_bed", text)),
      {
        ending: abandoned("ended-early"),
        calls: [failed("toolu_1", "wipe_bed", "abandoned/ended-early")],
        text: "",
      },
    );
  }
});

describe("calls that their wire did not close", () => {
  stream(
    "R3 a whole document in a block that was never closed has ended early under a clean stop",
    anthropicMessage("tool_use", toolUse(0, "toolu_1", "water_bed"), inputDelta(0, '{"bed":"n"}')),
    {
      ending: complete("tool_use", "clean"),
      calls: [failed("toolu_1", "water_bed", "abandoned/ended-early")],
      text: "",
    },
  );
  stream(
    "R3 an empty block that was never closed has ended early under a clean stop",
    anthropicMessage("end_turn", toolUse(0, "toolu_1", "list_beds")),
    {
      ending: complete("end_turn", "clean"),
      calls: [failed("toolu_1", "list_beds", "abandoned/ended-early")],
      text: "",
    },
  );
  stream(
    "R3 an open call does not take its closed sibling along",
    anthropicMessage("tool_use", ...call, toolUse(1, "toolu_2", "water_bed"), inputDelta(1, '{"bed":"s"}')),
    {
      ending: complete("tool_use", "clean"),
      calls: [ran("toolu_1", "water_bed", { bed: "n" }), failed("toolu_2", "water_bed", "abandoned/ended-early")],
      text: "",
    },
  );
  stream(
    "R3 an open call is truncated under a refusal and paused under a pause",
    anthropicMessage("pause_turn", toolUse(0, "toolu_1", "water_bed"), inputDelta(0, '{"be')),
    {
      ending: complete("pause_turn", "paused"),
      calls: [failed("toolu_1", "water_bed", "truncated/paused")],
      text: "",
    },
  );
});

describe("argument text that comes too late", () => {
  stream(
    "R3 text after the block stop makes that call untrustworthy",
    anthropicMessage("tool_use", ...call, inputDelta(0, " "), ...wholeCall(1, "toolu_2", "water_bed", "{}")),
    {
      ending: complete("tool_use", "clean"),
      calls: [failed("toolu_1", "water_bed", "abandoned/provider-error"), ran("toolu_2", "water_bed", {})],
      text: "",
      faults: true,
    },
  );
  stream(
    "R3 text after the stop makes that call untrustworthy",
    anthropicSse(
      messageStart(),
      ...call,
      ...wholeCall(1, "toolu_2", "water_bed", "{}"),
      messageDelta("tool_use"),
      inputDelta(1, "{}"),
      messageStop,
    ),
    {
      ending: complete("tool_use", "clean"),
      calls: [ran("toolu_1", "water_bed", { bed: "n" }), failed("toolu_2", "water_bed", "abandoned/provider-error")],
      text: "",
      faults: true,
    },
  );
  stream(
    "R3 the rest of a list after a normal stop does not complete it",
    anthropicSse(
      messageStart(),
      toolUse(0, "toolu_1", "read_files"),
      inputDelta(0, '{"paths":["a.txt",'),
      messageDelta("tool_use"),
      inputDelta(0, '"b.txt"]}'),
      blockStop(0),
      messageStop,
    ),
    {
      ending: complete("tool_use", "clean"),
      calls: [failed("toolu_1", "read_files", "abandoned/provider-error")],
      text: "",
      faults: true,
    },
  );
});

describe("early-finalize", () => {
  stream(
    "R3 text that is a document before its last pieces is read only when the call is closed",
    anthropicMessage("tool_use", ...wholeCall(0, "toolu_1", "add", '{"n":1}', " ", "\n")),
    { ending: complete("tool_use", "clean"), calls: [ran("toolu_1", "add", { n: 1 })], text: "" },
  );
  stream(
    "R3 a whole document that goes on is no JSON",
    anthropicMessage("tool_use", ...wholeCall(0, "toolu_1", "add", '{"n":1}', ',"m":2}')),
    {
      ending: complete("tool_use", "clean"),
      calls: [failed("toolu_1", "add", "unparseable/not-json")],
      text: "",
    },
  );
  stream(
    "R3 two documents in one call are one call that is no JSON",
    anthropicMessage("tool_use", ...wholeCall(0, "toolu_1", "add", '{"n":1}', '{"n":1}')),
    {
      ending: complete("tool_use", "clean"),
      calls: [failed("toolu_1", "add", "unparseable/not-json")],
      text: "",
    },
  );
});
