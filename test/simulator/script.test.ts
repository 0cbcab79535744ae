import { describe, expect, test } from "vitest";

import { parseScript, ScriptError } from "../../src/simulator.ts";

const claude = "anthropic-messages";
const chat = "openai-chat";
const responses = "openai-responses";
const eof = { kind: "eof" };

/** What is wrong, the script, and the whole message. */
const refused: readonly (readonly [title: string, script: unknown, message: string])[] = [
  ["nothing", null, 'format: expected one of "anthropic-messages", "openai-chat", "openai-responses", got nothing'],
  [
    "an unknown format",
    { format: "smoke-signals", steps: [] },
    'format: expected one of "anthropic-messages", "openai-chat", "openai-responses", got "smoke-signals"',
  ],
  ["no steps", { format: chat }, "steps: expected a list, got nothing"],
  ["a step without a kind", { format: chat, steps: [7] }, "steps[0]: expected an object, got 7"],
  [
    "a call without a name",
    { format: chat, steps: [{ kind: "call" }] },
    "steps[0].name: expected a string, got nothing",
  ],
  [
    "a misspelled field",
    { format: chat, steps: [{ kind: "start" }, { kind: "hiccup", msec: 3 }] },
    "steps[1].msec: is not a field here; known: kind, ms",
  ],
  [
    "a field of another kind of step",
    { format: chat, steps: [{ kind: "done", text: "bye" }] },
    "steps[0].text: is not a field here; known: kind",
  ],
  [
    "a field of another format's envelope",
    { format: claude, envelope: { padding: null }, steps: [] },
    "envelope.padding: is not a field here; known: id, model, inputTokens",
  ],
  [
    "a text and its pieces",
    { format: claude, steps: [{ kind: "text", text: "a", pieces: ["a"] }] },
    "steps[0]: give the text or its pieces, not both",
  ],
  [
    "a piece that is no text",
    { format: claude, steps: [{ kind: "text", pieces: ["a", 1] }] },
    "steps[0].pieces[1]: expected a string, got 1",
  ],
  [
    "chunks of no bytes",
    { format: chat, steps: [], chunking: 0 },
    "chunking: expected a whole number of at least 1, got 0",
  ],
  [
    "pings without a pause",
    { format: chat, steps: [], end: { kind: "pings", everyMs: 0 } },
    "end.everyMs: expected a number of milliseconds above 0, got 0",
  ],
  ["a stop without a word", { format: chat, steps: [{ kind: "stop" }] }, "steps[0]: a stop needs a reason or a word"],
  [
    "a stop that the format has no word for",
    { format: chat, steps: [{ kind: "stop", reason: "pause" }] },
    'steps[0]: openai-chat has no stop word for "pause": give the word, or use an error',
  ],
  [
    "a step that the format has no words for",
    { format: claude, steps: [{ kind: "filter" }] },
    "steps[0]: anthropic-messages has no filter: it is a habit of Azure's chat completions",
  ],
  [
    "an error shape of another format",
    { format: responses, steps: [{ kind: "error", shape: "x-groq", error: "busy" }] },
    'steps[0]: openai-responses has errors of the shapes "record" and "nested" only',
  ],
  ["the end of no call", { format: chat, steps: [{ kind: "call-end" }] }, "steps[0]: no call was started before it"],
  [
    "text of a call that was not started",
    {
      format: chat,
      steps: [
        { kind: "call-start", name: "a" },
        { kind: "call-text", call: 4, text: "{" },
      ],
    },
    "steps[1]: no call 4 was started",
  ],
  [
    "a cut in no call",
    { format: claude, steps: [], cut: { call: 0, byte: 1, end: eof } },
    "cut.call: no call 0 was started",
  ],
  [
    "a block that starts with half of its arguments",
    { format: claude, steps: [{ kind: "call", name: "a", arguments: '{"b', opening: "whole" }] },
    'steps[0]: a block can only start with whole arguments, and these are no JSON: {"b',
  ],
  [
    "bytes that are no base64",
    { format: chat, steps: [{ kind: "bytes", base64: "*" }] },
    "steps[0].base64: expected base64",
  ],
];

describe("parseScript", () => {
  for (const [title, script, message] of refused) {
    test(`refuses ${title} and says where`, () => {
      const parsing = (): unknown => parseScript(script);

      expect(parsing).toThrow(ScriptError);
      expect(parsing).toThrow(expect.objectContaining({ message }));
    });
  }

  test("gives a script back as it was written", () => {
    const written = {
      format: chat,
      envelope: { id: "c-1", plain: true, role: "missing" },
      chunking: { random: 4 },
      transport: "utf8",
      paceMs: 2.5,
      steps: [{ kind: "call", name: "a", arguments: "{}", quirks: { index: "missing", id: "new" } }, { kind: "done" }],
      cut: { byte: 40, end: { kind: "reset", afterMs: 0 } },
    };

    expect(parseScript(structuredClone(written))).toEqual(written);
  });
});
