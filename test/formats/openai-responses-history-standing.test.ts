import { describe, expect, test } from "vitest";

import {
  openaiResponsesDialect as replayed,
  openaiResponsesStoredDialect as stored,
} from "../../src/formats/openai-responses/dialect.ts";
import { completedResponse, wholeFunction } from "../support/responses-events.ts";
import { historyBehind, note, question, sentCall, sentOutput } from "../support/responses-history.ts";

describe("the calls that stand in a history", () => {
  test("they are those behind the person's last words, in their order", () => {
    const messages = [
      question,
      sentCall("a", "pay", '{"amount":1}'),
      sentOutput("a", "paid"),
      { type: "message", role: "user", content: [{ type: "input_text", text: "Again." }] },
      sentCall("b", "pay", '{"amount":2}'),
      note("[The call to look has no result.]"),
      { type: "custom_tool_call", call_id: "call_c", name: "patch", input: '{"a":1}' },
      sentOutput("b", "paid"),
      sentCall("d", "look", "{oops"),
    ];

    expect(replayed.standingCalls(messages)).toEqual([
      { name: "pay", args: { amount: 2 } },
      { name: "patch", args: '{"a":1}' },
      { name: "look", args: "{oops" },
    ]);
    expect(stored.standingCalls(messages)).toEqual(replayed.standingCalls(messages));
  });

  test("none stand where nobody has called", () => {
    expect(replayed.standingCalls([])).toEqual([]);
    expect(replayed.standingCalls([question])).toEqual([]);
  });

  test("those that the provider keeps stand behind the outputs, until the person speaks", async () => {
    const pay = completedResponse(...wholeFunction(0, "a", "pay", '{"amount":1}'));
    const look = completedResponse(
      ...wholeFunction(0, "b", "look", "{}"),
      ...wholeFunction(1, "c", "pay", '{"amount":1}'),
    );
    const first = await historyBehind({ dialect: stored, body: pay, answers: { 0: "paid" } });
    const second = await historyBehind({
      dialect: stored,
      before: first,
      body: look,
      answers: { 0: "seen", 1: "paid" },
    });

    expect(stored.standingCalls([...first.messages])).toEqual([{ name: "pay", args: { amount: 1 } }]);
    expect(second.messages).toEqual([sentOutput("b", "seen"), sentOutput("c", "paid")]);
    expect(stored.standingCalls(second.messages)).toEqual([
      { name: "pay", args: { amount: 1 } },
      { name: "look", args: {} },
      { name: "pay", args: { amount: 1 } },
    ]);
    expect(stored.standingCalls([...second.messages, question])).toEqual([]);
  });
});
