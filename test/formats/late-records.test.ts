import { describe, expect, test } from "vitest";

import { anthropicDialect } from "../../src/formats/anthropic-messages/dialect.ts";
import type { Dialect, JsonObject } from "../../src/formats/dialect.ts";
import { openaiChatDialect } from "../../src/formats/openai-chat/dialect.ts";
import { openaiResponsesDialect, openaiResponsesStoredDialect } from "../../src/formats/openai-responses/dialect.ts";
import { settle } from "../../src/index.ts";
import {
  blockStart,
  blockStop,
  errorEvent,
  messageDelta,
  messageStart,
  messageStop,
  textDelta,
} from "../support/anthropic-events.ts";
import { opening, calls, finish, open, say } from "../support/chat-wire.ts";
import { createManualClock } from "../support/manual-clock.ts";
import {
  argumentsDelta,
  created,
  functionItem,
  itemAdded,
  outputText,
  terminal,
  wholeFunction,
} from "../support/responses-events.ts";
import { bytesOf, deliver, splitsOf, sseRecord, type StreamOptions } from "../support/settle-stream.ts";

/** A record: an event of the wire, or what is none: a list. */
type Sent = object | readonly unknown[];

/** What a person saw and what the next request tells, of a message that came in these pieces. */
async function told(dialect: Dialect, pieces: readonly (Uint8Array | string | object)[], options: StreamOptions) {
  const scribe = dialect.createScribe();
  const settling = settle(deliver(pieces), {
    tools: "any",
    clock: createManualClock(),
    ...options,
    format: scribe.format,
  });
  let shown = "";
  for await (const event of settling) if (event.type === "text") shown += event.text;
  const { ending, outcomes, faults } = await settling.result;
  const history = scribe.write({ messages: [] }, { ending, outcomes, answers: new Map() });
  return { shown, ...history, faults: [...new Set(faults.map(({ code }) => code))] };
}

/** The same of a message's records: whole, at every split and as an SDK's objects, which must come to the same. */
async function toldOf(dialect: Dialect, records: readonly Sent[], options: StreamOptions = {}) {
  const bytes = bytesOf(records.map((record) => sseRecord(record)).join(""));
  const whole = await told(dialect, [bytes], options);
  for (const [label, pieces] of splitsOf(bytes)) expect(await told(dialect, pieces, options), label).toEqual(whole);
  expect(await told(dialect, records, options), "as objects").toEqual(whole);
  return whole;
}

interface Wire {
  readonly name: string;
  readonly dialect: Dialect;
  /** The words "Seen." */
  readonly seen: readonly object[];
  /** A call of the client, and the words "Unseen." */
  readonly unseen: readonly object[];
  readonly error: object;
  /** A clean stop and the end marker, where the wire has one that is a record. */
  readonly end: readonly object[];
  /** The history of an answer that says only "Seen.", and of one that broke off behind that. */
  readonly whole: JsonObject;
  readonly broken: JsonObject;
}

const BROKE_OFF = "[The answer broke off here: the model service failed.]";

const responses = {
  seen: [created, outputText(0, "Seen.")],
  unseen: [
    outputText(0, "Unseen."),
    ...wholeFunction(1, "late", "pay", "{}"),
    itemAdded(2, functionItem("later", "pay")),
    argumentsDelta(2, "later", "{"),
  ],
  error: { type: "error", code: "server_error", message: "It failed." },
  end: [terminal("completed")],
  whole: { type: "message", role: "assistant", content: "Seen." },
  broken: { type: "message", role: "assistant", content: `Seen.\n\n${BROKE_OFF}` },
};

const wires: readonly Wire[] = [
  {
    name: "Anthropic Messages",
    dialect: anthropicDialect,
    seen: [messageStart(), blockStart(0, { type: "text", text: "" }), textDelta(0, "Seen.")],
    unseen: [
      textDelta(0, "Unseen."),
      blockStop(0),
      blockStart(1, { type: "tool_use", id: "toolu_1", name: "pay", input: {} }),
      blockStop(1),
      blockStart(2, { type: "text", text: "" }),
      textDelta(2, "Unseen."),
      textDelta(3, "Unseen."),
    ],
    error: errorEvent("api_error"),
    end: [messageDelta("end_turn"), messageStop],
    whole: { role: "assistant", content: [{ type: "text", text: "Seen." }] },
    broken: {
      role: "assistant",
      content: [
        { type: "text", text: "Seen." },
        { type: "text", text: BROKE_OFF },
      ],
    },
  },
  {
    name: "Chat Completions",
    dialect: openaiChatDialect,
    seen: [opening, say("Seen.")],
    unseen: [
      say("Unseen."),
      calls({ ...open(0, "call_a", "pay", "{}"), extra_content: { google: { thought_signature: "late" } } }),
      { choices: [{ index: 0, delta: { reasoning_content: "Unseen.", refusal: "Unseen." } }] },
      { choices: [{ index: 0, delta: { extra_content: { google: { thought_signature: "late" } } } }] },
    ],
    error: { error: { code: 502, message: "It failed." } },
    end: [],
    whole: { role: "assistant", content: "Seen." },
    broken: { role: "assistant", content: `Seen.\n\n${BROKE_OFF}` },
  },
  { name: "Responses", dialect: openaiResponsesDialect, ...responses },
  { name: "Responses, stored", dialect: openaiResponsesStoredDialect, ...responses },
];

describe.each(wires)("R5 R6 R10: $name: what comes behind the end of a message is not in its history", (wire) => {
  const { dialect, seen, unseen, error, end, broken } = wire;

  test("behind a record that cannot be read", async () => {
    const known = await toldOf(dialect, [...seen, ["oops"], ...unseen, ...end]);

    expect(known).toEqual({ shown: "Seen.", messages: [broken], faults: ["late-record"] });
  });

  test("behind an error", async () => {
    const known = await toldOf(dialect, [...seen, error, ...unseen, ...end]);

    expect(known).toEqual({ shown: "Seen.", messages: [broken], faults: ["late-record"] });
  });

  test("behind a record that is too large", async () => {
    const large = { type: "ping", padding: "x".repeat(2_000) };
    const bytes = bytesOf([...seen, large, ...unseen, ...end].map((record) => sseRecord(record)).join(""));
    const options = { limits: { maxFrameBytes: 1_000 } };

    for (const [label, pieces] of [["whole", [bytes]] as const, ...splitsOf(bytes)]) {
      expect(await told(dialect, pieces, options), label).toEqual({
        shown: "Seen.",
        messages: [broken],
        faults: [],
      });
    }
  });

  test("behind bytes that are no JSON", async () => {
    const text = (records: readonly object[]): string => records.map((record) => sseRecord(record)).join("");
    const bytes = bytesOf(`${text(seen)}data: {oops}\n\n${text([...unseen, ...end])}`);

    for (const [label, pieces] of [["whole", [bytes]] as const, ...splitsOf(bytes)]) {
      expect(await told(dialect, pieces, {}), label).toEqual({
        shown: "Seen.",
        messages: [broken],
        faults: ["late-record"],
      });
    }
  });
});

describe("R5 R6 R10: what comes behind a good end is not in the history", () => {
  test("of Anthropic Messages", async () => {
    const [wire] = wires;
    if (wire === undefined) throw new Error("the wire is missing");

    expect(await toldOf(wire.dialect, [...wire.seen, ...wire.end, ...wire.unseen])).toEqual({
      shown: "Seen.",
      messages: [wire.whole],
      faults: ["late-record"],
    });
  });

  test("of Chat Completions, behind [DONE]", async () => {
    const text = [opening, say("Seen."), finish("stop")].map((record) => sseRecord(record)).join("");
    const bytes = bytesOf(`${text}data: [DONE]\n\n${sseRecord(say("Unseen."))}`);

    for (const [label, pieces] of [["whole", [bytes]] as const, ...splitsOf(bytes)]) {
      expect(await told(openaiChatDialect, pieces, {}), label).toEqual({
        shown: "Seen.",
        messages: [{ role: "assistant", content: "Seen." }],
        faults: ["late-record"],
      });
    }
  });

  test("of Responses, whose id stays the one to go on from", async () => {
    const records = [...responses.seen, ...responses.end, ...responses.unseen, terminal("failed", { id: "resp_late" })];

    expect(await toldOf(openaiResponsesDialect, records)).toEqual({
      shown: "Seen.",
      messages: [responses.whole],
      faults: ["late-record"],
    });
    expect(await toldOf(openaiResponsesStoredDialect, records)).toEqual({
      shown: "Seen.",
      messages: [],
      previousResponseId: "resp_test",
      faults: ["late-record"],
    });
  });

  test("within one chunk of Chat Completions, behind the error of a choice", async () => {
    const late = { reasoning_content: "Unseen.", content: "Unseen." };
    const chunk = {
      choices: [
        { index: 0, delta: {}, error: { code: 502, message: "It failed." } },
        { index: 0, delta: late },
      ],
    };

    expect(await toldOf(openaiChatDialect, [opening, say("Seen."), chunk])).toEqual({
      shown: "Seen.",
      messages: [{ role: "assistant", content: `Seen.\n\n${BROKE_OFF}` }],
      faults: [],
    });
  });
});
