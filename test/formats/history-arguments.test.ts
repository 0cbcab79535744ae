import { describe, expect, test } from "vitest";

import { anthropicDialect } from "../../src/formats/anthropic-messages/dialect.ts";
import type { Dialect } from "../../src/formats/dialect.ts";
import { openaiChatDialectWith } from "../../src/formats/openai-chat/dialect.ts";
import { openaiResponsesDialect } from "../../src/formats/openai-responses/dialect.ts";
import { settle } from "../../src/index.ts";
import { playScript, type ScriptFormat, type Step } from "../../src/simulator.ts";

const inside = JSON.stringify('{"value":1}');
const pay = { name: "pay", input: { type: "object", properties: { value: { type: "integer" } } } };

const wires: readonly (readonly [ScriptFormat, Dialect, string])[] = [
  ["anthropic-messages", anthropicDialect, '"input":{"value":1}'],
  ["openai-chat", openaiChatDialectWith({}), `"arguments":${inside}`],
  ["openai-responses", openaiResponsesDialect, `"arguments":${inside}`],
];

describe("R10: an object that came inside a JSON string", () => {
  test.each(wires)("%s: goes back as it was written, whatever its tool made of it", async (format, dialect, told) => {
    const step: Step = { kind: "call", id: "call_1", name: "pay", arguments: inside };
    const isOver: readonly Step[] = format === "openai-responses" ? [] : [{ kind: "done" }];
    const script = { format, steps: [step, { kind: "stop", reason: "calls" }, ...isOver] } as const;
    const scribe = dialect.createScribe();
    const { ending, outcomes } = await settle(playScript(script), {
      format: scribe.format,
      tools: [pay],
    }).result;
    const spoilt = outcomes.map((call) => Object.assign({}, call, { parsed: { value: 99 } }));
    const answers = new Map([[0, { isError: false, text: "paid" }]]);

    expect(JSON.stringify(scribe.write({ messages: [] }, { ending, outcomes: spoilt, answers }))).toContain(told);
  });
});
