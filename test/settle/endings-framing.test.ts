import { describe, test } from "vitest";

import { anthropicMessages } from "../../src/anthropic.ts";
import { openaiChat, openaiResponses } from "../../src/openai.ts";
import {
  anthropicMessage,
  blockStart,
  blockStop,
  messageStart,
  textDelta,
  toolUse,
  wholeCall,
} from "../support/anthropic-events.ts";
import { failed, ran } from "../support/expected-call.ts";
import { completedResponse, wholeFunction } from "../support/responses-events.ts";
import {
  anthropicSse,
  bytesOf,
  chatSse,
  complete,
  describeStream,
  expectStream,
  settleChunks,
  splitsOf,
  type ExpectedStream,
} from "../support/settle-stream.ts";

const body = anthropicMessage("tool_use", ...wholeCall(0, "toolu_1", "water_bed", '{"bed"', ':"n"}'));
const expected: ExpectedStream = {
  ending: complete("tool_use", "clean"),
  calls: [ran("toolu_1", "water_bed", { bed: "n" })],
  text: "",
  faults: false,
};

function framed(title: string, text: string | Uint8Array): void {
  describeStream(title, { format: anthropicMessages, body: text, expected });
}

describe("bytes-and-sse-framing", () => {
  framed("R6 lines that end in CRLF read like lines that end in LF", body.replaceAll("\n", "\r\n"));
  framed("R6 lines that end in a lone CR read like lines that end in LF", body.replaceAll("\n", "\r"));
  framed("R6 a byte order mark before the first record is no data", `\ufeff${body}`);
  framed(
    "R6 comments are no records, also inside one",
    `: open\n${body.replaceAll("\ndata:", "\n: still here\ndata:")}: bye\n\n`,
  );
  framed("R6 the space after a colon is optional", body.replaceAll("data: ", "data:").replaceAll("event: ", "event:"));
  framed("R6 id and retry fields say nothing about calls", body.replaceAll("event:", "id: 7\nretry: 100\nevent:"));
  framed("R6 several blank lines between records are as good as one", body.replaceAll("\n\n", "\n\n\n\n"));
  framed("R6 the last record needs no blank line", body.slice(0, -1));
  framed("R6 the last record needs no line end at all", body.slice(0, -2));
  framed(
    "R6 one record can spread its JSON over several data lines",
    body
      .replaceAll('"partial_json"', '\ndata: "partial_json"')
      .replaceAll('"content_block":', '\ndata: "content_block":'),
  );
  framed(
    "R6 data lines of one record whose CRLF is split stay one record",
    body.replaceAll('"partial_json"', '\ndata: "partial_json"').replaceAll("\n", "\r\n"),
  );
  framed("R6 field names that nobody knows are ignored", body.replaceAll("event:", "trace: abc\nevent:"));

  describeStream("R6 a stop in a last record without a blank line is a stop", {
    format: anthropicMessages,
    body: body.slice(0, body.indexOf("event: message_stop") - 2),
    expected: { ...expected, faults: true },
  });
  describeStream("R6 letters of two, three and four bytes are whole however the bytes are cut", {
    format: anthropicMessages,
    body: anthropicMessage(
      "tool_use",
      blockStart(0, { type: "text", text: "" }),
      textDelta(0, "Gärten — 東京 🌱"),
      blockStop(0),
      ...wholeCall(1, "toolu_1", "water_bed", '{"bed":"Süd', '-東🌱"}'),
    ),
    expected: {
      ending: complete("tool_use", "clean"),
      calls: [ran("toolu_1", "water_bed", { bed: "Süd-東🌱" })],
      text: "Gärten — 東京 🌱",
      faults: false,
    },
  });
  describeStream("R6 a pair of surrogates can be split over two deltas", {
    format: anthropicMessages,
    body: anthropicMessage(
      "tool_use",
      toolUse(0, "toolu_1", "water_bed"),
      rawDelta('{\\"bed\\":\\"\\ud83c'),
      rawDelta('\\udf31\\"}'),
      blockStop(0),
    ),
    expected: {
      ending: complete("tool_use", "clean"),
      calls: [ran("toolu_1", "water_bed", { bed: "🌱" })],
      text: "",
    },
  });
  describeStream("R6 an escape inside the arguments can be split over two deltas", {
    format: anthropicMessages,
    body: anthropicMessage("tool_use", ...wholeCall(0, "toolu_1", "water_bed", '{"bed":"\\u00', "fc\\", 'n"}')),
    expected: {
      ending: complete("tool_use", "clean"),
      calls: [ran("toolu_1", "water_bed", { bed: "ü\n" })],
      text: "",
      faults: false,
    },
  });
  test("R1 R6 a record with bytes that are no UTF-8 cannot be read, however the bytes are cut", async () => {
    const bytes = concatenate(
      bytesOf(anthropicSse(messageStart(), toolUse(0, "toolu_1", "water_bed"))),
      bytesOf('data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"'),
      Uint8Array.of(0xc3, 0x28),
      bytesOf('"}}\n\n'),
    );

    for (const [label, chunks] of [["whole", [bytes]] as const, ...splitsOf(bytes)]) {
      expectStream(
        await settleChunks({ format: anthropicMessages }, chunks),
        {
          ending: { kind: "abandoned", stop: null, class: null, cause: "provider-error" },
          calls: [failed("toolu_1", "water_bed", "abandoned/provider-error")],
          text: "",
        },
        label,
      );
    }
  });
});

describe("`[DONE]` is compared whole", () => {
  const chunk = (text: string): object => ({ choices: [{ index: 0, delta: { content: text }, finish_reason: null }] });
  const stop = { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] };

  describeStream("R6 `[DONE]` inside a text is text", {
    format: openaiChat,
    body: chatSse(chunk("Say [DONE]"), chunk("data: [DONE]\n\n"), chunk(" now."), stop),
    expected: { ending: complete("stop", "clean"), calls: [], text: "Say [DONE]data: [DONE]\n\n now.", faults: false },
  });
  describeStream("R6 `[DONE]` inside an argument is part of the argument", {
    format: anthropicMessages,
    body: anthropicMessage("tool_use", ...wholeCall(0, "toolu_1", "note", '{"text":"[DONE]', '"}')),
    expected: {
      ending: complete("tool_use", "clean"),
      calls: [ran("toolu_1", "note", { text: "[DONE]" })],
      text: "",
      faults: false,
    },
  });
  describeStream("R6 `[DONE]` inside a response's argument is part of the argument", {
    format: openaiResponses,
    body: completedResponse(...wholeFunction(0, "a", "note", '{"text":"', '[DONE]"}')),
    expected: {
      ending: complete("completed", "clean"),
      calls: [ran("call_a", "note", { text: "[DONE]" })],
      text: "",
      faults: false,
    },
  });
  describeStream("R1 a record that only begins with `[DONE]` cannot be read", {
    format: openaiChat,
    body: chatSse(chunk("Hello")).replace("[DONE]", "[DONE] and more"),
    expected: {
      ending: { kind: "abandoned", stop: null, class: null, cause: "provider-error" },
      calls: [],
      text: "Hello",
    },
  });
});

describe("records that are cut by the end of the stream", () => {
  const cutAt = body.indexOf("event: content_block_stop");
  describeStream("R1 what was whole before the cut counts, what was cut does not", {
    format: anthropicMessages,
    body: body.slice(0, cutAt + 40),
    expected: {
      ending: { kind: "abandoned", stop: null, class: null, cause: "ended-early" },
      calls: [failed("toolu_1", "water_bed", "abandoned/ended-early")],
      text: "",
    },
  });
  describeStream("R1 a cut inside a letter of several bytes is a cut like any other", {
    format: anthropicMessages,
    body: bytesOf(`${body.slice(0, cutAt)}data: {"a":"ü`).subarray(0, -1),
    expected: {
      ending: { kind: "abandoned", stop: null, class: null, cause: "ended-early" },
      calls: [failed("toolu_1", "water_bed", "abandoned/ended-early")],
      text: "",
    },
  });
});

// The escapes of the wire are written by hand here, so that a lone surrogate reaches the reader as an escape.
function rawDelta(escaped: string): string {
  return `event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"${escaped}"}}\n\n`;
}

function concatenate(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
