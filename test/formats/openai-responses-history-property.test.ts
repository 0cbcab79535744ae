import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { History, JsonObject } from "../../src/formats/dialect.ts";
import {
  openaiResponsesDialect as replayed,
  openaiResponsesStoredDialect as stored,
} from "../../src/formats/openai-responses/dialect.ts";
import { created, incomplete, itemAdded, itemDone, terminal } from "../support/responses-events.ts";
import { failure, historyAfter, messageDone, question } from "../support/responses-history.ts";
import { bytesOf, responsesSse, type TypedEvent } from "../support/settle-stream.ts";

const key = fc.constantFrom("a", "b", "c");
const callText = fc.constantFrom("{}", '{"a":1}', "{", "", "[1]", '"{}"');
const name = fc.constantFrom("pay", "look", "not a name");
const callId = fc.constantFrom("call_a", "call_b", "x".repeat(70), "ü", undefined);

/** An item as it is announced, and as it is finished. */
const item: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.record({ type: fc.constant("message"), id: key.map((end) => `msg_${end}`), text: fc.constantFrom("Hm.", "") }),
  fc.record({
    type: fc.constant("reasoning"),
    id: key.map((end) => `rs_${end}`),
    summary: fc.constant([]),
    encrypted_content: fc.constantFrom("c2VhbGVk", null),
  }),
  fc.record({
    type: fc.constant("function_call"),
    id: fc.oneof(
      key.map((end) => `fc_${end}`),
      fc.constant("item_1"),
    ),
    call_id: callId,
    name,
    arguments: callText,
    status: fc.constantFrom("completed", "incomplete"),
  }),
  fc.record({
    type: fc.constant("custom_tool_call"),
    id: key.map((end) => `ctc_${end}`),
    call_id: callId,
    name,
    input: callText,
  }),
  fc.record({
    type: fc.constant("web_search_call"),
    id: key.map((end) => `ws_${end}`),
    status: fc.constantFrom("completed", "searching"),
  }),
);

const response = fc
  .record({
    items: fc.array(fc.record({ item, isFinished: fc.boolean() }), { maxLength: 6 }),
    end: fc.constantFrom(
      terminal("completed"),
      incomplete("max_output_tokens"),
      incomplete("steered"),
      terminal("failed"),
      null,
    ),
  })
  .map(({ items, end }) => responsesSse(created, ...items.flatMap(eventsOf), ...(end === null ? [] : [end])));

function eventsOf(
  told: { readonly item: JsonObject; readonly isFinished: boolean },
  place: number,
): readonly TypedEvent[] {
  const { type, id, text } = told.item;
  const done = type === "message" ? messageDone(place, String(id).slice(4), String(text)) : itemDone(place, told.item);
  return told.isFinished
    ? [itemAdded(place, { type, id }), done]
    : [itemAdded(place, { ...told.item, status: "in_progress" })];
}

const turn = fc.array(fc.record({ body: response, answered: fc.array(fc.nat(5), { maxLength: 6 }) }), { maxLength: 3 });

describe("R10 as a property", () => {
  test("R10 whatever came and whatever was answered, calls and outputs pair and ids are legal", async () => {
    await fc.assert(
      fc.asyncProperty(turn, async (messages) => {
        let history: History = { messages: [question] };
        for (const { body, answered } of messages) {
          const answers = Object.fromEntries(answered.map((index) => [index, failure("misfit")]));
          history = await historyAfter({ body, answers, before: history, dialect: replayed }, [bytesOf(body)]);
        }

        expectPaired(history.messages);
        expectLegalIds(history.messages);
        expectLeadingReasoning(history.messages);
      }),
    );
  });

  test("R10 behind a stored response stands one output for each call of the client in it, and no call", async () => {
    await fc.assert(
      fc.asyncProperty(response, async (body) => {
        const { messages, previousResponseId } = await historyAfter({ body, dialect: stored }, [bytesOf(body)]);

        if (previousResponseId === undefined) return expectPaired(messages);
        expect(messages.filter(({ type }) => !String(type).endsWith("_call_output"))).toEqual([]);
        expect(new Set(messages.map(({ call_id }) => call_id)).size).toBe(messages.length);
      }),
    );
  });
});

function expectPaired(messages: readonly JsonObject[]): void {
  const calls = messages.filter(({ type }) => type === "function_call" || type === "custom_tool_call");
  const outputs = messages.filter(({ type }) => String(type).endsWith("_call_output"));
  const pairs = calls.map(({ type, call_id }) => [`${String(type)}_output`, call_id]);

  expect(outputs.map(({ type, call_id }) => [type, call_id])).toEqual(pairs);
  expect(new Set(calls.map(({ call_id }) => call_id)).size).toBe(calls.length);
  for (const call of calls) {
    expect(call["call_id"]).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    expect(call["name"]).toMatch(/^[a-zA-Z0-9_-]+$/);
    if (call["type"] === "function_call") expect(JSON.parse(String(call["arguments"]))).toBeTypeOf("object");
  }
}

const prefixes: Readonly<Record<string, string>> = {
  function_call: "fc_",
  custom_tool_call: "ctc_",
  message: "msg_",
  reasoning: "rs_",
  web_search_call: "ws_",
};

function expectLegalIds(messages: readonly JsonObject[]): void {
  const identified = messages.filter(({ id }) => id !== undefined);

  expect(new Set(identified.map(({ id }) => id)).size).toBe(identified.length);
  for (const { type, id } of identified) expect(String(id).startsWith(prefixes[String(type)] ?? "?")).toBe(true);
}

function expectLeadingReasoning(messages: readonly JsonObject[]): void {
  messages.forEach(({ type }, place) => {
    if (type !== "reasoning") return;
    const next = messages[place + 1];
    expect(next).toBeDefined();
    // A note is no item that reasoning led to.
    expect(next?.["content"]).not.toBeTypeOf("string");
  });
}
