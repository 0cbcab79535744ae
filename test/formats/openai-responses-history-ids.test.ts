import { describe, expect, test } from "vitest";

import type { JsonObject } from "../../src/formats/dialect.ts";
import { completedResponse, itemDone, wholeFunction } from "../support/responses-events.ts";
import {
  itemsBehind,
  messageDone,
  question,
  reasoningDone,
  sentCall,
  sentOutput,
} from "../support/responses-history.ts";

function call(fields: object): string {
  return completedResponse(
    itemDone(0, { type: "function_call", name: "pay", arguments: "{}", status: "completed", ...fields }),
  );
}

async function idsBehind(body: string, before: readonly JsonObject[] = [question]) {
  const items = await itemsBehind({ body, before: { messages: before }, answers: { 0: "paid", 1: "paid" } });
  return items.map(({ type, id, call_id }) => ({ type, id, call_id }));
}

describe("R10: the call_id that pairs a call with its output", () => {
  const long = `call_${"x".repeat(60)}`;

  test.each([
    ["one that the provider never gave is made", { id: "fc_a" }, "rollcall-0"],
    ["one of 64 characters stays", { call_id: long.slice(0, 64) }, long.slice(0, 64)],
    ["a longer one is cut", { call_id: long }, `call_${"x".repeat(59)}`],
    ["other letters than the API takes become underscores", { call_id: "pay:0/é" }, "pay_0__"],
  ])("%s", async (_title, fields, expected) => {
    const ids = await idsBehind(call(fields));

    expect(ids.map(({ call_id }) => call_id)).toEqual([expected, expected]);
  });

  test("one that the history has already is made another, and a third time another again", async () => {
    const earlier = [question, sentCall("a", "pay", "{}"), sentOutput("a", "paid")];
    const body = call({ call_id: "call_a" });

    expect((await idsBehind(body, earlier)).map(({ call_id }) => call_id)).toEqual(["call_a-2", "call_a-2"]);
    const later = [...earlier, { ...sentCall("a", "pay", "{}"), call_id: "call_a-2" }];
    expect((await idsBehind(body, later)).map(({ call_id }) => call_id)).toEqual(["call_a-3", "call_a-3"]);
  });

  test("two long ones that begin alike stay two", async () => {
    const item = { type: "function_call", name: "pay", arguments: "{}", status: "completed" };
    const body = completedResponse(
      itemDone(0, { ...item, call_id: `${"x".repeat(70)}1` }),
      itemDone(1, { ...item, call_id: `${"x".repeat(70)}2` }),
    );

    const first = "x".repeat(64);
    const second = `${"x".repeat(62)}-2`;
    expect((await idsBehind(body)).map(({ call_id }) => call_id)).toEqual([first, second, first, second]);
  });
});

describe("R10: the id of an item", () => {
  test.each([
    ["one with another prefix", { id: "item_1", call_id: "call_a" }],
    ["one that is too long", { id: `fc_${"x".repeat(62)}`, call_id: "call_a" }],
    ["none", { call_id: "call_a" }],
  ])("%s is left out", async (_title, fields) => {
    expect((await idsBehind(call(fields)))[0]).toEqual({ type: "function_call", id: undefined, call_id: "call_a" });
  });

  test("one that the history has already is left out, of every kind", async () => {
    const body = completedResponse(
      messageDone(0, "1", "Hm."),
      reasoningDone(1, "1"),
      ...wholeFunction(2, "1", "pay", "{}"),
    );
    const earlier = [question, ...(await itemsBehind({ body, answers: { 0: "paid" } }))];

    expect(earlier.slice(1).map(({ id }) => id)).toEqual(["msg_1", "rs_1", "fc_1", undefined]);
    expect((await idsBehind(body, earlier)).map(({ id }) => id)).toEqual([undefined, undefined, undefined, undefined]);
  });
});
