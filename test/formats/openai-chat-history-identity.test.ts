import { describe, expect, test } from "vitest";

import type { JsonObject } from "../../src/formats/dialect.ts";
import { answer, failure, functionCall, question, written } from "../support/chat-history.ts";
import { tideTool } from "../support/chat-stream.ts";
import { calls, callMessage, delta, finish, message, more, open, opening } from "../support/chat-wire.ts";

const tide = '{"port":"Ayr"}';
const callOf = (id: unknown, name = "get_tide"): string =>
  callMessage(calls({ index: 0, id, type: "function", function: { name, arguments: tide } }));
const asked = (id: string, name = "get_tide"): JsonObject => ({
  role: "assistant",
  content: null,
  tool_calls: [functionCall(id, name, tide)],
});

describe("the ids of a history", () => {
  test.each([
    ["is missing", null, "rollcall-0"],
    ["is empty", "", "rollcall-0"],
    ["is longer than 40 characters", `call_${"x".repeat(40)}`, `call_${"x".repeat(35)}`],
  ])("R10 an id that %s is rewritten alike in call and answer", async (_what, id, expected) => {
    expect(await written({ body: callOf(id), answers: { 0: "04:12" } })).toEqual([
      asked(expected),
      answer(expected, "04:12"),
    ]);
  });

  test.each([
    ["of 40 characters", "call_".padEnd(40, "7")],
    ["in Kimi's own form", "functions.get_tide:0"],
    ["in other letters", "潮汐"],
  ])("R10 an id %s stays, since its host gets it back", async (_what, id) => {
    expect(await written({ body: callOf(id), answers: { 0: "04:12" } })).toEqual([asked(id), answer(id, "04:12")]);
  });

  test("R10 id-reused-across-turns: an id that an older call has is rewritten", async () => {
    const before = [question, asked("get_tide-0"), answer("get_tide-0", "04:12"), question];

    expect(await written({ body: callOf("get_tide-0"), answers: { 0: "16:40" }, before })).toEqual([
      asked("get_tide-0-2"),
      answer("get_tide-0-2", "16:40"),
    ]);
  });

  test("R10 id-reused-across-turns: so is one that was rewritten before, and one that only an answer has", async () => {
    const before = [question, asked("a"), answer("a", "1"), asked("a-2"), answer("a-2", "2"), answer("a-3", "3")];

    expect(await written({ body: callOf("a"), answers: { 0: "4" }, before })).toEqual([
      asked("a-4"),
      answer("a-4", "4"),
    ]);
  });

  test("R10 id-reused-across-turns: an id that was made is not made twice", async () => {
    const before = [question, asked("rollcall-0"), answer("rollcall-0", "04:12")];

    expect(await written({ body: callOf(null), answers: { 0: "16:40" }, before })).toEqual([
      asked("rollcall-0-2"),
      answer("rollcall-0-2", "16:40"),
    ]);
  });

  test("R10 an id of 40 characters that is taken makes room for what tells it apart", async () => {
    const id = "call_".padEnd(40, "7");
    const before = [question, asked(id), answer(id, "04:12")];

    expect(await written({ body: callOf(id), answers: { 0: "16:40" }, before })).toEqual([
      asked(`${id.slice(0, 38)}-2`),
      answer(`${id.slice(0, 38)}-2`, "16:40"),
    ]);
  });

  test("R10 two ids of one message that come to the same are told apart", async () => {
    const stem = "x".repeat(40);
    const other = `${"x".repeat(38)}-2`;
    const body = callMessage(
      calls(open(0, `${stem}a`, "get_tide", tide)),
      calls(open(1, `${stem}b`, "list_ports", "{}")),
    );

    expect(await written({ body, answers: { 0: "04:12", 1: "Ayr" } })).toEqual([
      {
        role: "assistant",
        content: null,
        tool_calls: [functionCall(stem, "get_tide", tide), functionCall(other, "list_ports", "{}")],
      },
      answer(stem, "04:12"),
      answer(other, "Ayr"),
    ]);
  });

  test("R10 one id for two calls of a message is one id each", async () => {
    const body = callMessage(calls(open(0, "call_a", "get_tide", tide)), calls(open(1, "call_a", "list_ports", "{}")));

    expect(await written({ body, answers: { 0: "04:12", 1: "Ayr" } })).toEqual([
      {
        role: "assistant",
        content: null,
        tool_calls: [functionCall("call_a", "get_tide", tide), functionCall("call_a-2", "list_ports", "{}")],
      },
      answer("call_a", "04:12"),
      answer("call_a-2", "Ayr"),
    ]);
  });

  test("R10 a call that is left out takes no id away", async () => {
    const stem = "x".repeat(40);
    const body = callMessage(
      calls(open(0, `${stem}a`, "get_tide", tide)),
      calls(open(1, `${stem}b`, "list_ports", "{}")),
    );

    const [, result] = await written({ body, answers: { 1: "Ayr" } });

    expect(result).toEqual(answer(stem, "Ayr"));
  });
});

describe("the names of a history", () => {
  test("R10 a name that no request may say is rewritten, and the answer says the real one", async () => {
    const answers = { 0: failure("there is no such tool") };

    expect(await written({ body: callOf("call_a", "harbor tools.get tide"), answers })).toEqual([
      asked("call_a", "harbor_tools_get_tide"),
      answer("call_a", 'Error: there is no such tool\n\n[The tool was called by the name "harbor tools.get tide".]'),
    ]);
  });

  test("R10 an answer that says the name says it once", async () => {
    const answers = { 0: failure("no tool is called get.tide") };

    expect(await written({ body: callOf("call_a", "get.tide"), answers })).toEqual([
      asked("call_a", "get_tide"),
      answer("call_a", "Error: no tool is called get.tide"),
    ]);
  });

  test("R10 a name of 65 characters is cut to 64", async () => {
    const [assistant] = await written({ body: callOf("call_a", "n".repeat(65)), answers: { 0: failure("no") } });

    expect(assistant).toEqual(asked("call_a", "n".repeat(64)));
  });

  test("R10 a name that no request could declare is not repeated in the note of its call", async () => {
    const body = callMessage(calls(open(0, "call_a", "]\nget.tide", "{")));

    expect(await written({ body })).toEqual([
      { role: "assistant", content: "[The call to a tool was not run: the request was cut short.]" },
    ]);
  });
});

describe("the other kinds of calls", () => {
  test("R10 freeform-custom-tool: raw input goes back as it came", async () => {
    const first = { index: 0, id: "call_c", type: "custom", custom: { name: "run_sql", input: "SELECT " } };
    const body = callMessage(calls(first), calls({ index: 0, custom: { input: '"a"' } }));

    expect(await written({ body, answers: { 0: "3 rows" } })).toEqual([
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "call_c", type: "custom", custom: { name: "run_sql", input: 'SELECT "a"' } }],
      },
      answer("call_c", "3 rows"),
    ]);
  });

  test("R10 freeform-custom-tool: raw input that is empty stays empty", async () => {
    const body = callMessage(calls({ index: 0, id: "call_c", type: "custom", custom: { name: "run_sql", input: "" } }));

    const [assistant] = await written({ body, answers: { 0: failure("empty") } });

    expect(assistant).toEqual({
      role: "assistant",
      content: null,
      tool_calls: [{ id: "call_c", type: "custom", custom: { name: "run_sql", input: "" } }],
    });
  });

  test("R10 a deprecated function_call goes back as a call with an id", async () => {
    const body = message(
      opening,
      delta({ function_call: { name: "get_tide", arguments: '{"port":' } }),
      delta({ function_call: { arguments: '"Ayr"}' } }),
      finish("function_call"),
    );

    expect(await written({ body, answers: { 0: "04:12" } })).toEqual([
      asked("rollcall-0"),
      answer("rollcall-0", "04:12"),
    ]);
  });

  test("R10 a name that comes after the arguments is there in the end", async () => {
    const body = callMessage(calls(more(0, tide)), calls({ index: 0, id: "call_a", function: { name: "get_tide" } }));

    expect(await written({ body, answers: { 0: "04:12" }, options: { tools: [tideTool] } })).toEqual([
      asked("call_a"),
      answer("call_a", "04:12"),
    ]);
  });

  test("R10 a refusal in words is text of the answer, and its calls are left out", async () => {
    const body = message(
      opening,
      delta({ refusal: "I cannot " }),
      delta({ refusal: "do that." }),
      calls(open(0, "call_a", "get_tide", tide)),
      finish("stop"),
    );

    expect(await written({ body })).toEqual([
      {
        role: "assistant",
        content:
          "I cannot do that.\n\n[The call to get_tide was not run: it was stopped by the provider's safety filter.]",
      },
    ]);
  });

  test("R10 a refusal stands behind what was said before it", async () => {
    const body = message(delta({ content: "Well." }), delta({ refusal: "No." }), finish("stop"));

    expect(await written({ body })).toEqual([{ role: "assistant", content: "Well.\n\nNo." }]);
  });
});
