import { describe, expect, test } from "vitest";

import { openaiChatDialect } from "../../src/formats/openai-chat/dialect.ts";
import type { JsonObject } from "../../src/formats/dialect.ts";
import { answer, functionCall, historyAfter, question } from "../support/chat-history.ts";
import { callMessage, calls, open } from "../support/chat-wire.ts";

const { standingCalls } = openaiChatDialect;
const asked = (...toolCalls: readonly JsonObject[]): JsonObject => ({
  role: "assistant",
  content: null,
  tool_calls: toolCalls,
});

describe("the calls that stand in a chat history", () => {
  test("R9 those behind the last message of the person stand, in their order", () => {
    const messages = [
      question,
      asked(functionCall("a", "pay", '{"to":"Ada"}')),
      answer("a", "paid"),
      { role: "user", content: "Again." },
      asked(functionCall("b", "pay", '{"to":"Bob"}'), functionCall("c", "list_ports", "{}")),
      answer("b", "paid"),
      answer("c", "Ayr"),
      asked(functionCall("d", "pay", '{"to":"Bob"}')),
    ];

    expect(standingCalls(messages)).toEqual([
      { name: "pay", args: { to: "Bob" } },
      { name: "list_ports", args: {} },
      { name: "pay", args: { to: "Bob" } },
    ]);
  });

  test("R9 without a message of the person all of them stand", () => {
    expect(standingCalls([{ role: "system", content: "Be kind." }, asked(functionCall("a", "pay", "{}"))])).toEqual([
      { name: "pay", args: {} },
    ]);
  });

  test("R9 no message, and messages without calls, have none", () => {
    expect(standingCalls([])).toEqual([]);
    expect(standingCalls([question, { role: "assistant", content: "04:12", tool_calls: null }])).toEqual([]);
  });

  test.each([
    ["an empty text", functionCall("a", "act", ""), { name: "act", args: {} }],
    ["a text that is no JSON", functionCall("a", "act", "{oops"), { name: "act", args: "{oops" }],
    ["a list", functionCall("a", "act", "[1]"), { name: "act", args: [1] }],
    [
      "an object where text belongs",
      { id: "a", type: "function", function: { name: "act", arguments: { to: "Ada" } } },
      { name: "act", args: { to: "Ada" } },
    ],
    ["no arguments", { id: "a", type: "function", function: { name: "act" } }, { name: "act", args: {} }],
    [
      "raw input",
      { id: "a", type: "custom", custom: { name: "run_sql", input: '{"a":1}' } },
      { name: "run_sql", args: '{"a":1}' },
    ],
  ])("R9 a call with %s stands as it is meant", (_what, call, expected) => {
    expect(standingCalls([asked(call)])).toEqual([expected]);
  });

  test("R9 a deprecated function_call stands too", () => {
    const message = { role: "assistant", content: null, function_call: { name: "pay", arguments: '{"to":"Ada"}' } };

    expect(standingCalls([question, message])).toEqual([{ name: "pay", args: { to: "Ada" } }]);
  });

  test("R9 a call that was written into the history stands there, and one that was left out does not", async () => {
    const body = callMessage(
      calls(open(0, "call_a", "pay", '{"to":"Ada"}')),
      calls(open(1, "call_b", "pay", '{"to":"Bo')),
    );

    const { messages } = await historyAfter({ body, answers: { 0: "paid" } }, [body]);

    expect(standingCalls(messages)).toEqual([{ name: "pay", args: { to: "Ada" } }]);
  });
});
