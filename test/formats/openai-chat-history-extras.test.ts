import { describe, expect, test } from "vitest";

import type { JsonObject } from "../../src/formats/dialect.ts";
import { answer, functionCall, question, written } from "../support/chat-history.ts";
import { calls, callMessage, delta, finish, message, open, opening, say } from "../support/chat-wire.ts";

const tide = '{"port":"Ayr"}';
const signed = (signature: string): JsonObject => ({ google: { thought_signature: signature } });
const tideCall = calls(open(0, "call_a", "get_tide", tide));
/** One entry as the look-alike that has no indices writes it. */
const whole = (id: string, port: string, extras: JsonObject = {}): JsonObject => ({
  id,
  type: "function",
  function: { name: "get_tide", arguments: `{"port":"${port}"}` },
  ...extras,
});
const called = (toolCalls: readonly JsonObject[], fields: JsonObject = {}): JsonObject => ({
  role: "assistant",
  content: null,
  ...fields,
  tool_calls: toolCalls,
});

describe("the reasoning beside a call", () => {
  test("R10 reasoning_content goes back under its name", async () => {
    const body = callMessage(
      delta({ reasoning_content: "The tide " }),
      delta({ reasoning_content: "first." }),
      tideCall,
    );

    expect(await written({ body, answers: { 0: "04:12" } })).toEqual([
      called([functionCall("call_a", "get_tide", tide)], { reasoning_content: "The tide first." }),
      answer("call_a", "04:12"),
    ]);
  });

  test("R10 reasoning goes back under its name", async () => {
    const body = callMessage(delta({ reasoning: "The tide " }), delta({ reasoning: "first." }), tideCall);

    const [assistant] = await written({ body, answers: { 0: "04:12" } });

    expect(assistant).toEqual(called([functionCall("call_a", "get_tide", tide)], { reasoning: "The tide first." }));
  });

  test("R10 what comes under both names goes back under both", async () => {
    const body = callMessage(delta({ reasoning: "The tide.", reasoning_content: "The tide." }), tideCall);

    const [assistant] = await written({ body, answers: { 0: "04:12" } });

    expect(assistant).toMatchObject({ reasoning: "The tide.", reasoning_content: "The tide." });
  });

  test("R10 an empty reasoning_content goes back, since it is asked for, and an empty reasoning does not", async () => {
    const body = callMessage(delta({ role: "assistant", reasoning_content: "", reasoning: "" }), tideCall);

    const [assistant] = await written({ body, answers: { 0: "04:12" } });

    expect(assistant).toEqual(called([functionCall("call_a", "get_tide", tide)], { reasoning_content: "" }));
  });

  test("R10 reasoning that was never sent is not made up", async () => {
    const body = callMessage(delta({ reasoning_content: null }), tideCall);

    const [assistant] = await written({ body, answers: { 0: "04:12" } });

    expect(assistant).toEqual(called([functionCall("call_a", "get_tide", tide)]));
  });

  test("R10 the reasoning of an answer without calls is left out", async () => {
    const body = message(delta({ reasoning_content: "Hm." }), say("04:12."), finish("stop"));

    expect(await written({ body })).toEqual([{ role: "assistant", content: "04:12." }]);
  });

  test("R10 the reasoning of the last words of a turn with calls is kept", async () => {
    const before = [question, called([functionCall("call_a", "get_tide", tide)]), answer("call_a", "04:12")];
    const body = message(delta({ reasoning_content: "Hm." }), say("04:12."), finish("stop"));

    expect(await written({ body, before })).toEqual([
      { role: "assistant", content: "04:12.", reasoning_content: "Hm." },
    ]);
    expect(await written({ body, before: [...before, question] })).toEqual([{ role: "assistant", content: "04:12." }]);
  });

  test("R10 the blocks of reasoning_details come back whole, in order and signed", async () => {
    const piece = (fields: JsonObject) => delta({ reasoning_details: [{ index: 0, format: "f-1", ...fields }] });
    const body = callMessage(
      piece({ type: "reasoning.text", text: "The " }),
      piece({ type: "reasoning.text", text: "tide." }),
      piece({ type: "reasoning.text", text: null, signature: "c2ln" }),
      piece({ type: "reasoning.summary", summary: "Tide" }),
      piece({ type: "reasoning.summary", summary: "s." }),
      piece({ type: "reasoning.encrypted", data: "QQ==", id: "rs_1" }),
      piece({ type: "reasoning.encrypted", data: "Qg==", id: "rs_2" }),
      tideCall,
    );

    const [assistant] = await written({ body, answers: { 0: "04:12" } });

    expect(assistant).toEqual(
      called([functionCall("call_a", "get_tide", tide)], {
        reasoning_details: [
          { index: 0, format: "f-1", type: "reasoning.text", text: "The tide.", signature: "c2ln" },
          { index: 0, format: "f-1", type: "reasoning.summary", summary: "Tides." },
          { index: 0, format: "f-1", type: "reasoning.encrypted", data: "QQ==", id: "rs_1" },
          { index: 0, format: "f-1", type: "reasoning.encrypted", data: "Qg==", id: "rs_2" },
        ],
      }),
    );
  });
});

test("R10 two blocks of reasoning_details that differ in their index stay two", async () => {
  const piece = (index: number, text: string) =>
    delta({ reasoning_details: [{ type: "reasoning.text", index, text }, "no block"] });
  const body = callMessage(piece(0, "The "), piece(0, "tide."), piece(1, "Then."), tideCall);

  const [assistant] = await written({ body, answers: { 0: "04:12" } });

  expect(assistant).toEqual(
    called([functionCall("call_a", "get_tide", tide)], {
      reasoning_details: [
        { type: "reasoning.text", index: 0, text: "The tide." },
        { type: "reasoning.text", index: 1, text: "Then." },
      ],
    }),
  );
});

describe("the signature of a call", () => {
  test("R10 gemini-signature-or-part-loss: it goes back with its call", async () => {
    const body = callMessage(calls(whole("a", "Ayr", { extra_content: signed("c2ln") })), calls(whole("b", "Oban")));

    expect(await written({ body, answers: { 0: "04:12", 1: "05:30" } })).toEqual([
      called([
        { ...functionCall("a", "get_tide", '{"port":"Ayr"}'), extra_content: signed("c2ln") },
        functionCall("b", "get_tide", '{"port":"Oban"}'),
      ]),
      answer("a", "04:12"),
      answer("b", "05:30"),
    ]);
  });

  test.each([
    ["without an index and an id belongs to the latest call", {}, "b"],
    ["that repeats the id belongs to that call", { id: "b" }, "b"],
    ["with the index of a call belongs to it", { index: 0, id: "a" }, "a"],
  ])("R10 gemini-signature-or-part-loss: one in a delta of its own %s", async (_what, place, owner) => {
    const isIndexed = "index" in place;
    const body = callMessage(
      calls({ ...whole("a", "Ayr"), ...(isIndexed ? { index: 0 } : {}) }),
      calls({ ...whole("b", "Oban"), ...(isIndexed ? { index: 1 } : {}) }),
      calls({ ...place, type: "function", function: { arguments: "" }, extra_content: signed("c2ln") }),
    );

    const [assistant] = await written({ body, answers: { 0: "04:12", 1: "05:30" } });

    expect(assistant).toEqual(
      called([
        {
          ...functionCall("a", "get_tide", '{"port":"Ayr"}'),
          ...(owner === "a" ? { extra_content: signed("c2ln") } : {}),
        },
        {
          ...functionCall("b", "get_tide", '{"port":"Oban"}'),
          ...(owner === "b" ? { extra_content: signed("c2ln") } : {}),
        },
      ]),
    );
  });

  test("R10 gemini-signature-or-part-loss: several in one chunk each find their call", async () => {
    const body = callMessage(
      calls(
        { ...whole("a", "Ayr"), extra_content: signed("for a") },
        { function: { arguments: "" }, extra_content: { vertex: { thought_signature: "too" } } },
        { ...whole("b", "Oban"), extra_content: signed("for b") },
      ),
    );

    const [assistant] = await written({ body, answers: { 0: "04:12", 1: "05:30" } });

    expect(assistant).toEqual(
      called([
        {
          ...functionCall("a", "get_tide", '{"port":"Ayr"}'),
          extra_content: { google: { thought_signature: "for a" }, vertex: { thought_signature: "too" } },
        },
        { ...functionCall("b", "get_tide", '{"port":"Oban"}'), extra_content: signed("for b") },
      ]),
    );
  });

  test("R10 gemini-signature-or-part-loss: a call that is repeated without it keeps it", async () => {
    const body = callMessage(
      calls(whole("a", "Ayr", { extra_content: signed("c2ln") })),
      calls(whole("a", "Ayr", { extra_content: { google: { thought_signature: null } } })),
    );

    const [assistant] = await written({ body, answers: { 0: "04:12" } });

    expect(assistant).toEqual(
      called([{ ...functionCall("a", "get_tide", '{"port":"Ayr"}'), extra_content: signed("c2ln") }]),
    );
  });

  test("R10 the signature of a call that nobody named yet finds it once it is named", async () => {
    const body = callMessage(
      calls({ index: 1, function: { arguments: "{}" }, extra_content: signed("late") }),
      calls(open(0, "call_a", "get_tide", tide)),
      calls({ index: 1, id: "call_b", function: { name: "list_ports" } }),
    );

    const [assistant] = await written({ body, answers: { 0: "04:12", 1: "Ayr" } });

    expect(assistant).toEqual(
      called([
        functionCall("call_a", "get_tide", tide),
        { ...functionCall("call_b", "list_ports", "{}"), extra_content: signed("late") },
      ]),
    );
  });

  test("R10 the signature of an answer in words goes back with the answer", async () => {
    const body = message(opening, say("04:12."), delta({ extra_content: signed("c2ln") }), finish("stop"));

    expect(await written({ body })).toEqual([{ role: "assistant", content: "04:12.", extra_content: signed("c2ln") }]);
  });
});
