import { describe, expect, test } from "vitest";

import { openaiChatDialectWith } from "../../src/formats/openai-chat/dialect.ts";
import { answer, failure, functionCall, historyAfter, question, written } from "../support/chat-history.ts";
import { tideTool } from "../support/chat-stream.ts";
import {
  calls,
  callMessage,
  delta,
  done,
  finish,
  message,
  more,
  open,
  opening,
  records,
  say,
} from "../support/chat-wire.ts";
import { bytesOf, recording } from "../support/settle-stream.ts";

const tide = '{"port":"Ayr"}';
const oneCall = callMessage(calls(open(0, "call_a", "get_tide", tide)));
const twoCalls = callMessage(
  say("Let me look."),
  calls(open(0, "call_a", "get_tide", tide)),
  calls(open(1, "call_b", "list_ports", "{}")),
);

describe("what a chat message leaves in the history", () => {
  test("R10 a call stands in a message of the assistant, and its answer right behind it", async () => {
    expect(await written({ body: recording("openai-chat/ok.sse"), answers: { 0: "In Leeds." } })).toEqual([
      {
        role: "assistant",
        content: null,
        tool_calls: [functionCall("call_TrackOne", "track_parcel", '{"code":"KX-71"}')],
      },
      answer("call_TrackOne", "In Leeds."),
    ]);
  });

  test("R10 the answers come in the order of the calls, whichever was there first", async () => {
    expect(await written({ body: twoCalls, answers: { 1: "Ayr, Oban", 0: "04:12" } })).toEqual([
      {
        role: "assistant",
        content: "Let me look.",
        tool_calls: [functionCall("call_a", "get_tide", tide), functionCall("call_b", "list_ports", "{}")],
      },
      answer("call_a", "04:12"),
      answer("call_b", "Ayr, Oban"),
    ]);
  });

  test("R10 an answer in words alone is one message", async () => {
    const body = message(opening, say("High tide is "), say("at 04:12."), finish("stop"));

    expect(await written({ body })).toEqual([{ role: "assistant", content: "High tide is at 04:12." }]);
  });

  test("the history that was given stays as it was, and keeps what else it holds", async () => {
    const before = Object.freeze([Object.freeze(question)]);

    const after = await historyAfter({ body: oneCall, answers: { 0: "04:12" } }, [oneCall], {
      messages: before,
      previousResponseId: "resp_1",
    });

    expect(before).toEqual([question]);
    expect(after.previousResponseId).toBe("resp_1");
    expect(after.messages).toHaveLength(3);
  });

  test("the choice that the dialect reads is the one that is taken down", async () => {
    const body = message(
      delta({ content: "Not this.", reasoning: "no" }),
      delta({ content: "This.", reasoning: "yes" }, { index: 1 }),
      delta({ tool_calls: [open(0, "call_a", "get_tide", tide)] }, { index: 1, finish_reason: "tool_calls" }),
    );

    expect(await written({ body, answers: { 0: "04:12" }, dialect: openaiChatDialectWith({ choice: 1 }) })).toEqual([
      {
        role: "assistant",
        content: "This.",
        reasoning: "yes",
        tool_calls: [functionCall("call_a", "get_tide", tide)],
      },
      answer("call_a", "04:12"),
    ]);
  });
});

describe("an answer that is an error", () => {
  test.each([
    ["the port is closed", "Error: the port is closed"],
    ["Error: the port is closed", "Error: the port is closed"],
    ["error 7 of the harbor", "error 7 of the harbor"],
    ["[ERROR] no tide", "[ERROR] no tide"],
    ["errors happen", "Error: errors happen"],
  ])("R10 %j says so in its first word, since the wire has no flag", async (text, said) => {
    const [, result] = await written({ body: oneCall, answers: { 0: failure(text) } });

    expect(result).toEqual(answer("call_a", said));
  });

  test("a result that is none is left as it is", async () => {
    const [, result] = await written({ body: oneCall, answers: { 0: "the port is closed" } });

    expect(result).toEqual(answer("call_a", "the port is closed"));
  });
});

describe("the arguments of a call in the history", () => {
  const argumentsAfter = async (text: string, options: Parameters<typeof written>[0]["options"] = {}) => {
    const body = callMessage(calls(open(0, "call_a", "get_tide")), calls(more(0, text)));
    const [assistant] = await written({ body, answers: { 0: failure("no") }, options });
    return assistant;
  };
  const withArguments = (text: string) => ({
    role: "assistant",
    content: null,
    tool_calls: [functionCall("call_a", "get_tide", text)],
  });

  test.each([
    ["a plain object", '{"port":"Ayr"}'],
    ["white space around it", ' {"port" : "Ayr"}\n'],
    ["a key given twice", '{"port":"Ayr","port":"Oban"}'],
    ["a number that no double holds", '{"port":12345678901234567890}'],
    ["a reserved key", '{"__proto__":{"port":"Ayr"}}'],
    ["arguments that do not fit the tool", '{"harbor":"Ayr"}'],
  ])("R10 poisoned-history: %s is repeated letter by letter", async (_what, text) => {
    expect(await argumentsAfter(text, { tools: [tideTool] })).toEqual(withArguments(text));
  });

  test("R10 no text at all is an empty object", async () => {
    expect(await argumentsAfter("")).toEqual(withArguments("{}"));
  });

  test.each([
    ["half a document", '{"port":"Ay', String.raw`{"raw_arguments":"{\"port\":\"Ay"}`],
    ["a lone brace", "{", '{"raw_arguments":"{"}'],
    ["a list", "[1]", '{"raw_arguments":"[1]"}'],
    ["words", "Ayr, please", '{"raw_arguments":"Ayr, please"}'],
    ["two documents", '{"a":1}{"a":2}', String.raw`{"raw_arguments":"{\"a\":1}{\"a\":2}"}`],
  ])("R10 poisoned-history: %s is wrapped in an object", async (_what, text, expected) => {
    expect(await argumentsAfter(text)).toEqual(withArguments(expected));
  });

  test("R10 a text that nests too deep is wrapped in an object", async () => {
    const text = '{"a":{"a":{"a":1}}}';

    expect(await argumentsAfter(text, { limits: { maxDepth: 2 } })).toEqual(
      withArguments(String.raw`{"raw_arguments":"{\"a\":{\"a\":{\"a\":1}}}"}`),
    );
  });

  test("R10 a text that was too large to be kept is named by its size", async () => {
    expect(await argumentsAfter('{"port":"Ayr"}', { limits: { maxCallBytes: 8 } })).toEqual(
      withArguments('{"raw_arguments":"(14 bytes, not kept)"}'),
    );
  });

  test("R10 an object that came inside a string, and that the tool took, is written as the object", async () => {
    const text = String.raw`"{\"port\":\"Ayr\"}"`;

    expect(await argumentsAfter(text, { tools: [tideTool] })).toEqual(withArguments('{"port":"Ayr"}'));
  });

  test("R10 an object that came inside a string, and that no tool took, is wrapped as it came", async () => {
    const text = String.raw`"{\"port\":\"Ayr\"`;

    expect(await argumentsAfter(`${text}}"`, { tools: [{ ...tideTool, name: "other" }] })).toEqual(
      withArguments(String.raw`{"raw_arguments":"\"{\\\"port\\\":\\\"Ayr\\\"}\""}`),
    );
  });
});

describe("what is left out of the history", () => {
  test("R10 orphan-after-abort: a call without an answer leaves a note, and its sibling stays", async () => {
    const body = callMessage(
      calls(open(0, "call_a", "get_tide", '{"port":"secret')),
      calls(open(1, "call_b", "list_ports", "{}")),
    );

    expect(await written({ body, answers: { 1: "Ayr" } })).toEqual([
      {
        role: "assistant",
        content: "[The call to get_tide was not run: the request was cut short.]",
        tool_calls: [functionCall("call_b", "list_ports", "{}")],
      },
      answer("call_b", "Ayr"),
    ]);
  });

  test("R10 a message whose calls are all left out has no list of calls", async () => {
    const body = message(opening, say("Let me look."), calls(open(0, "call_a", "get_tide", tide)), finish("length"));

    expect(await written({ body })).toEqual([
      {
        role: "assistant",
        content: "Let me look.\n\n[The call to get_tide was not run: the request was cut short.]",
      },
    ]);
  });

  test("R10 a message of calls alone that are left out is a note and nothing else", async () => {
    expect(
      await written({ body: message(opening, calls(open(0, "call_a", "get_tide", tide)), finish("content_filter")) }),
    ).toEqual([
      {
        role: "assistant",
        content: "[The call to get_tide was not run: it was stopped by the provider's safety filter.]",
      },
    ]);
  });

  test("R10 a call that could run and has no answer is not said to have run or not", async () => {
    expect(await written({ body: oneCall })).toEqual([
      { role: "assistant", content: "[The call to get_tide has no result.]" },
    ]);
  });

  test("R10 R3 a call that does not fit and is not handed back says so", async () => {
    const body = callMessage(calls(open(0, "call_a", "get_tide", "{}")), calls(open(1, "call_b", "sing", "{}")));

    expect(await written({ body, options: { tools: [tideTool] } })).toEqual([
      {
        role: "assistant",
        content:
          "[The call to get_tide was not run: the request did not fit the tool.]\n\n" +
          "[The call to sing was not run: there is no such tool.]",
      },
    ]);
  });

  test("R10 an answer that broke off says so behind its text", async () => {
    const body = records(opening, say("High tide is "), calls(open(0, "call_a", "get_tide", '{"po')));

    expect(await written({ body, end: "reset" })).toEqual([
      {
        role: "assistant",
        content:
          "High tide is \n\n[The answer broke off here: the connection was lost.]\n\n[The call to get_tide was not run: the connection was lost.]",
      },
    ]);
  });

  test("R10 an answer that broke off before it said anything has only the note of its call", async () => {
    const body = records(opening, calls(open(0, "call_a", "get_tide", tide)));

    expect(await written({ body })).toEqual([
      { role: "assistant", content: "[The call to get_tide was not run: the answer ended early.]" },
    ]);
  });

  test("R10 a call that never got a name is told as one", async () => {
    const body = callMessage(calls({ index: 0, id: "call_a", function: { arguments: tide } }));

    expect(await written({ body })).toEqual([
      { role: "assistant", content: "[The call to a tool was not run: the model service failed.]" },
    ]);
  });

  test("R10 what the provider runs leaves a note, also where somebody has an answer for it", async () => {
    const search = { index: 0, id: "ws_1", type: "web_search", function: { name: "web_search", arguments: "{}" } };
    const body = message(opening, calls(search), say("It is 04:12."), finish("stop"));

    expect(await written({ body, answers: { 0: "nothing" } })).toEqual([
      { role: "assistant", content: "It is 04:12.\n\n[The provider's own call to web_search is left out here.]" },
    ]);
  });

  test.each([
    ["an empty answer", message(opening, finish("stop"))],
    ["a stream without a record", done],
    ["an answer that broke off before its first word", records(opening)],
    ["white space", message(say(" \n"), finish("stop"))],
    ["reasoning alone", message(delta({ reasoning_content: "Hm." }), finish("length"))],
  ])("R10 %s leaves the history as it was", async (_what, body) => {
    const history = { messages: [question] };

    expect(await historyAfter({ body }, [bytesOf(body)], history)).toBe(history);
    expect(await written({ body })).toEqual([]);
  });

  test("R10 a character of which only half came is replaced, in text, reasoning, arguments and results", async () => {
    const half = "\ud83d";
    const cut = records(opening, say(`Tide ${half}`));
    const body = callMessage(
      delta({ reasoning_content: `Hm ${half}` }),
      calls(open(0, "call_a", "get_tide", `{"port":"${half}"}`)),
      calls({ index: 1, id: "call_b", type: "custom", custom: { name: "run_sql", input: half } }),
    );

    expect(await written({ body: cut })).toEqual([
      { role: "assistant", content: "Tide \ufffd\n\n[The answer broke off here: the answer ended early.]" },
    ]);
    expect(await written({ body, answers: { 0: half, 1: "3 rows" } })).toEqual([
      {
        role: "assistant",
        content: null,
        reasoning_content: "Hm \ufffd",
        tool_calls: [
          functionCall("call_a", "get_tide", '{"port":"\ufffd"}'),
          { id: "call_b", type: "custom", custom: { name: "run_sql", input: "\ufffd" } },
        ],
      },
      answer("call_a", "\ufffd"),
      answer("call_b", "3 rows"),
    ]);
  });

  test("R6 R10 a character that was split between two deltas is whole", async () => {
    const body = message(say("Tide \ud83c"), say("\udf0a"), finish("stop"));

    expect(await written({ body })).toEqual([{ role: "assistant", content: "Tide \ud83c\udf0a" }]);
  });

  test("R5 R6 what comes behind the end marker is not taken down", async () => {
    const late = records(
      delta({ content: "More.", reasoning_content: "late", refusal: "No." }),
      calls({ index: 0, extra_content: { google: { thought_signature: "late" } } }),
    );

    expect(await written({ body: oneCall + late, answers: { 0: "04:12" } })).toEqual([
      { role: "assistant", content: null, tool_calls: [functionCall("call_a", "get_tide", tide)] },
      answer("call_a", "04:12"),
    ]);
  });

  test("R5 R6 what comes behind an error is not taken down", async () => {
    const body = records(say("High tide "), { error: { code: 502, message: "gone" } }, say("is at 04:12."));

    expect(await written({ body })).toEqual([
      { role: "assistant", content: "High tide \n\n[The answer broke off here: the model service failed.]" },
    ]);
  });

  test("R5 R6 what comes behind a stop word for a failure is not taken down", async () => {
    const body = message(say("High tide"), finish("insufficient_system_resource"), say(" is at 04:12."));

    expect(await written({ body })).toEqual([
      { role: "assistant", content: "High tide\n\n[The answer broke off here: the model service failed.]" },
    ]);
  });

  test("R5 R6 what comes behind a second, different stop is not taken down", async () => {
    const body = message(say("High tide"), finish("stop"), finish("length"), say(" is at 04:12."));

    expect(await written({ body })).toEqual([
      { role: "assistant", content: "High tide\n\n[The answer broke off here: the model service failed.]" },
    ]);
  });
});
