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
  toolUse,
  wholeCall,
} from "../support/anthropic-events.ts";
import { failed, invalid, ran } from "../support/expected-call.ts";
import {
  abandoned,
  anthropicSse,
  complete,
  describeStream,
  made,
  sseRecord,
  type ExpectedStream,
} from "../support/settle-stream.ts";

const clean = complete("tool_use", "clean");

function stream(title: string, body: string, expected: ExpectedStream): void {
  describeStream(title, { format: anthropicMessages, body, expected });
}

/** A block start whose input is written as it is given, so that its numbers and keys reach the wire untouched. */
function writtenInput(input: string): string {
  const data = `{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"toolu_1","name":"act","input":${input}}}`;
  return sseRecord(data, "content_block_start");
}

describe("whole input is read from what was written", () => {
  stream(
    "R3 an integer that a double cannot hold is refused in whole input too",
    anthropicMessage("tool_use", writtenInput('{"id":9007199254740993}'), blockStop(0)),
    {
      ending: clean,
      calls: [invalid("toolu_1", "act", "inexact-number")],
      text: "",
    },
  );
  stream(
    "R3 a key given twice is refused in whole input too",
    anthropicMessage("tool_use", writtenInput('{"a":1,"a":2}'), blockStop(0)),
    {
      ending: clean,
      calls: [invalid("toolu_1", "act", "duplicate-key")],
      text: "",
    },
  );
  stream(
    "R3 a reserved key is refused in whole input too",
    anthropicMessage("tool_use", writtenInput('{"__proto__":{"a":1}}'), blockStop(0)),
    {
      ending: clean,
      calls: [invalid("toolu_1", "act", "reserved-key")],
      text: "",
    },
  );
  stream(
    "R3 whole input that is a list is no object",
    anthropicMessage("tool_use", writtenInput("[1,2]"), blockStop(0)),
    {
      ending: clean,
      calls: [invalid("toolu_1", "act", "not-an-object")],
      text: "",
    },
  );
  stream(
    "R13 whole input that nests too deep is refused",
    anthropicMessage("tool_use", writtenInput(`{"a":${"[".repeat(5000)}${"]".repeat(5000)}}`), blockStop(0)),
    { ending: clean, calls: [failed("toolu_1", "act", "unparseable/too-deep")], text: "" },
  );
});

describe("ids", () => {
  stream(
    "R1 three calls that share an id are three calls",
    anthropicMessage(
      "tool_use",
      ...wholeCall(0, "toolu_1", "act", "{}"),
      ...wholeCall(1, "toolu_1", "act", "{}"),
      ...wholeCall(2, "toolu_1", "act", "{}"),
    ),
    {
      ending: clean,
      calls: [ran("toolu_1", "act", {}), ran(made, "act", {}), ran(made, "act", {})],
      text: "",
      faults: true,
    },
  );
  stream(
    "R1 calls without ids get ids of their own",
    anthropicMessage(
      "tool_use",
      blockStart(0, { type: "tool_use", name: "act", input: {} }),
      blockStop(0),
      blockStart(1, { type: "tool_use", id: "", name: "act", input: {} }),
      blockStop(1),
      blockStart(2, { type: "tool_use", id: "null", name: "act", input: {} }),
      blockStop(2),
    ),
    {
      ending: clean,
      calls: [ran(made, "act", {}), ran(made, "act", {}), ran(made, "act", {})],
      text: "",
      faults: true,
    },
  );
  stream(
    "R2 a block that never had an id, a name or text announced nothing",
    anthropicMessage(
      "tool_use",
      blockStart(0, { type: "tool_use", input: {} }),
      blockStop(0),
      ...wholeCall(1, "toolu_1", "act", "{}"),
    ),
    { ending: clean, calls: [ran("toolu_1", "act", {})], text: "", faults: true },
  );
  stream(
    "R1 a call of the provider and one of the client that share an id are two calls",
    anthropicMessage(
      "tool_use",
      blockStart(0, { type: "server_tool_use", id: "same", name: "web_search", input: {} }),
      blockStop(0),
      ...wholeCall(1, "same", "act", "{}"),
    ),
    {
      ending: clean,
      calls: [{ id: "same", name: "web_search", runBy: "provider", kind: "observed" }, ran(made, "act", {})],
      text: "",
      faults: true,
    },
  );
});

describe("blocks where they should not be", () => {
  stream(
    "R3 a call that begins after the stop is not trusted",
    anthropicSse(
      messageStart(),
      ...wholeCall(0, "toolu_1", "act", "{}"),
      messageDelta("tool_use"),
      ...wholeCall(1, "toolu_2", "act", "{}"),
      messageStop,
    ),
    {
      ending: clean,
      calls: [ran("toolu_1", "act", {}), failed("toolu_2", "act", "abandoned/provider-error")],
      text: "",
      faults: true,
    },
  );
  stream(
    "R3 a call without arguments that begins after the stop is not trusted either",
    anthropicSse(messageStart(), messageDelta("tool_use"), ...wholeCall(0, "toolu_1", "act"), messageStop),
    { ending: clean, calls: [failed("toolu_1", "act", "abandoned/provider-error")], text: "", faults: true },
  );
  stream(
    "R3 a second call at the index of an open one leaves the first unclosed",
    anthropicMessage(
      "tool_use",
      toolUse(0, "toolu_1", "act"),
      inputDelta(0, "{}"),
      ...wholeCall(0, "toolu_2", "act", '{"n":2}'),
    ),
    {
      ending: clean,
      calls: [failed("toolu_1", "act", "abandoned/ended-early"), ran("toolu_2", "act", { n: 2 })],
      text: "",
      faults: true,
    },
  );
  stream(
    "R3 a second call at the index of a closed one is a call of its own",
    anthropicMessage(
      "tool_use",
      ...wholeCall(0, "toolu_1", "act", '{"n":1}'),
      ...wholeCall(0, "toolu_2", "act", '{"n":2}'),
    ),
    {
      ending: clean,
      calls: [ran("toolu_1", "act", { n: 1 }), ran("toolu_2", "act", { n: 2 })],
      text: "",
      faults: true,
    },
  );
  stream("R6 a stop for a block that never started is no call", anthropicMessage("end_turn", blockStop(7)), {
    ending: complete("end_turn", "clean"),
    calls: [],
    text: "",
  });
  stream(
    "R6 a block that is stopped twice is stopped once",
    anthropicMessage("tool_use", ...wholeCall(0, "toolu_1", "act", "{}"), blockStop(0)),
    { ending: clean, calls: [ran("toolu_1", "act", {})], text: "" },
  );
  stream(
    "R1 input text in a text block is a call that nobody named, and does not run",
    anthropicMessage(
      "tool_use",
      blockStart(0, { type: "text", text: "" }),
      inputDelta(0, "{}"),
      blockStop(0),
      ...wholeCall(1, "toolu_1", "act", "{}"),
    ),
    {
      ending: clean,
      calls: [ran("toolu_1", "act", {}), failed(made, "", "abandoned/provider-error")],
      text: "",
      faults: true,
    },
  );
  stream(
    "R3 a second message start does not take the calls of the first back",
    anthropicSse(
      messageStart(),
      ...wholeCall(0, "toolu_1", "act", "{}"),
      messageStart(),
      messageDelta("tool_use"),
      messageStop,
    ),
    { ending: clean, calls: [ran("toolu_1", "act", {})], text: "" },
  );
  stream(
    "R6 a stream that begins in the middle of a message is read from there",
    anthropicSse(...wholeCall(3, "toolu_1", "act", "{}"), messageDelta("tool_use"), messageStop),
    { ending: clean, calls: [ran("toolu_1", "act", {})], text: "" },
  );
});

describe("fine-grained-invalid-json", () => {
  for (const [what, pieces] of [
    ["a whole object followed by more bytes", ['{"edits":[1]}', ',"x":2}']],
    ["quotes that were not escaped", ['{"content":"say "hi" now"}']],
    ["a heredoc with backslashes", ['{"command":"cat <<\'EOF\'\\q"}']],
    ["a bare word", ['{"litres":', " four}"]],
  ] as const) {
    stream(
      `R3 ${what} fails its own call and no other`,
      anthropicMessage(
        "tool_use",
        ...wholeCall(0, "toolu_1", "act", ...pieces),
        ...wholeCall(1, "toolu_2", "act", "{}"),
      ),
      {
        ending: clean,
        calls: [failed("toolu_1", "act", "unparseable/not-json"), ran("toolu_2", "act", {})],
        text: "",
        faults: false,
      },
    );
  }
});

describe("proxy-cut", () => {
  stream(
    "R1 all deltas at once after a long quiet are deltas like any other",
    anthropicMessage(
      "tool_use",
      toolUse(0, "toolu_1", "write_file"),
      ': quiet\n\nevent: ping\ndata: {"type": "ping"}\n\n',
      inputDelta(0, '{"text":"a'),
      inputDelta(0, 'b"}'),
      blockStop(0),
    ),
    { ending: clean, calls: [ran("toolu_1", "write_file", { text: "ab" })], text: "", faults: false },
  );
  stream(
    "R1 a page of a proxy in the middle of the stream abandons the message",
    `${anthropicSse(messageStart(), toolUse(0, "toolu_1", "write_file"))}data: <html><body>504 Gateway Time-out</body></html>\n\n`,
    {
      ending: abandoned("provider-error"),
      calls: [failed("toolu_1", "write_file", "abandoned/provider-error")],
      text: "",
    },
  );
  stream(
    "R1 a stream that a proxy closes during a quiet has ended early",
    anthropicSse(messageStart(), toolUse(0, "toolu_1", "write_file"), ": keep-alive\n\n", ": keep-alive\n\n"),
    { ending: abandoned("ended-early"), calls: [failed("toolu_1", "write_file", "abandoned/ended-early")], text: "" },
  );
});
