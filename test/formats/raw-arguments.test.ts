import { describe, expect, test } from "vitest";

import { anthropicDialect } from "../../src/formats/anthropic-messages/dialect.ts";
import type { Dialect, JsonObject, StandingCall } from "../../src/formats/dialect.ts";
import { openaiChatDialect } from "../../src/formats/openai-chat/dialect.ts";
import { openaiResponsesDialect } from "../../src/formats/openai-responses/dialect.ts";

interface Wire {
  readonly name: string;
  readonly dialect: Dialect;
  /** A history in which the model has called `act` with this JSON text. */
  readonly withArguments: (text: string) => readonly JsonObject[];
}

const wires: readonly Wire[] = [
  {
    name: "Anthropic Messages",
    dialect: anthropicDialect,
    withArguments: (text) => {
      const input: unknown = JSON.parse(text);
      return [{ role: "assistant", content: [{ type: "tool_use", id: "a", name: "act", input }] }];
    },
  },
  {
    name: "Chat Completions",
    dialect: openaiChatDialect,
    withArguments: (text) => [
      { role: "assistant", tool_calls: [{ id: "a", type: "function", function: { name: "act", arguments: text } }] },
    ],
  },
  {
    name: "Responses",
    dialect: openaiResponsesDialect,
    withArguments: (text) => [{ type: "function_call", call_id: "a", name: "act", arguments: text }],
  },
];

describe.each(wires)("the arguments that stand in a history of $name", ({ dialect, withArguments }) => {
  test.each<[title: string, text: string, args: StandingCall["args"]]>([
    ["are the object that is there", '{"n":1}', { n: 1 }],
    ["are the raw text of an object that only wraps one", '{"raw_arguments":"{oops"}', "{oops"],
    ["are an object that has more than the raw text", '{"raw_arguments":"x","n":1}', { raw_arguments: "x", n: 1 }],
    ["are an object whose raw text is none", '{"raw_arguments":{}}', { raw_arguments: {} }],
    ["are the empty object", "{}", {}],
  ])("%s", (_title, text, args) => {
    expect(dialect.standingCalls(withArguments(text))).toEqual([{ name: "act", args }]);
  });
});

describe.each(wires.slice(1))("argument text that stands in a history of $name", ({ dialect, withArguments }) => {
  test.each<[title: string, text: string, args: StandingCall["args"]]>([
    ["is itself where it is no JSON", "{oops", "{oops"],
    ["is the empty object where it is empty", "", {}],
  ])("%s", (_title, text, args) => {
    expect(dialect.standingCalls(withArguments(text))).toEqual([{ name: "act", args }]);
  });
});
