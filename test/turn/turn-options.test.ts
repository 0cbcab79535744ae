import { describe, expect, test } from "vitest";

import { anthropicModel } from "../../src/anthropic.ts";
import { runTurn, tool, type TurnOptions } from "../../src/index.ts";
import { memoryLedger } from "../../src/ledger/memory/memory-ledger.ts";
import { readTurnOptions } from "../../src/turn/read-turn-options.ts";

const model = anthropicModel(async () => new Response(), { model: "claude", max_tokens: 1024 });
const pay = tool({ name: "pay", description: "Pays.", input: { type: "object" }, run: () => "paid" });
const messages = [{ role: "user", content: "Pay." }];
const good: TurnOptions = { model, messages, tools: [pay] };
const durable = { ...memoryLedger(), isDurable: true };

/** As a caller without types writes them. */
function parseOptions(options: unknown): TurnOptions {
  // What is wrong with them is the subject of the test.
  return options as TurnOptions;
}

describe("the options of a turn", () => {
  test.each([
    ["none", undefined, TypeError, "runTurn needs options: runTurn({ model, messages, tools })"],
    ["an unknown one", { ...good, tool: [] }, TypeError, /^runTurn has no option tool; there are model, messages, /],
    ["no model", { messages, tools: [] }, TypeError, /^runTurn needs a model: /],
    ["a client for a model", { ...good, model: { create: () => {} } }, TypeError, /^runTurn needs a model: /],
    ["no list of tools", { ...good, tools: pay }, TypeError, /^tools is a list of what tool/],
    ["a tool that is none", { ...good, tools: [{ name: "pay" }] }, TypeError, /^tools is a list of what tool/],
    ["no messages", { ...good, messages: "Pay." }, TypeError, /^messages is a list of objects/],
    ["a message that is none", { ...good, messages: ["Pay."] }, TypeError, /^messages is a list of objects/],
    [
      "an empty list of messages",
      { ...good, messages: [] },
      TypeError,
      "messages is empty: put the person's words into it",
    ],
    ["a controller for a signal", { ...good, signal: new AbortController() }, TypeError, /^signal is an AbortSignal/],
    [
      "an unknown option of the stream",
      { ...good, stream: { idle: 5 } },
      TypeError,
      /^stream has no option idle; there are firstMs/,
    ],
    ["a wrong option of the stream", { ...good, stream: { idleMs: -1 } }, RangeError, /idleMs/],
    ["two tools of one name", { ...good, tools: [pay, pay] }, TypeError, /pay/],
    ["nothing for a signal", { ...good, signal: null }, TypeError, /^signal is an AbortSignal/],
    [
      "a model without a dialect",
      { ...good, model: { dialect: {}, send: () => {} } },
      TypeError,
      /^runTurn needs a model: /,
    ],
    [
      "a model that sends nothing",
      { ...good, model: { ...model, send: "yes" } },
      TypeError,
      /^runTurn needs a model: /,
    ],
    [
      "an object that looks like a tool",
      { ...good, tools: [{ name: "pay", execute: () => "paid", jsonSchema: {} }] },
      TypeError,
      /^tools is a list of what tool/,
    ],
    ["null for the stream", { ...good, stream: null }, TypeError, /^stream is an object of options: { firstMs, idleMs/],
    ["a list for the stream", { ...good, stream: [] }, TypeError, /^stream is an object of options: { firstMs, idleMs/],
    ["null for a ledger", { ...good, ledger: null }, TypeError, /^ledger is a ledger: sqliteLedger\("ledger.db"\), /],
    [
      "an object for a ledger",
      { ...good, ledger: {} },
      TypeError,
      /^ledger is a ledger: sqliteLedger\("ledger.db"\), /,
    ],
    [
      "a path for a ledger",
      { ...good, ledger: "l.db" },
      TypeError,
      /^ledger is a ledger: sqliteLedger\("ledger.db"\), /,
    ],
    ["null for a clock", { ...good, clock: null }, TypeError, /^clock is a clock: { now\(\), after/],
    ["an object for a clock", { ...good, clock: {} }, TypeError, /^clock is a clock: { now\(\), after/],
    ["a number for chance", { ...good, chance: 5 }, TypeError, /^chance is a function that gives a number/],
    ["a number for reach", { ...good, reach: 5 }, TypeError, /^reach is a function/],
    [
      "a word for a Boolean",
      { ...good, handBackUnparseable: "false" },
      TypeError,
      "handBackUnparseable is true or false",
    ],
    ["null for a Boolean", { ...good, handBackUnparseable: null }, TypeError, "handBackUnparseable is true or false"],
    [
      "a number for a response",
      { ...good, previousResponseId: 5 },
      TypeError,
      /^previousResponseId is the id of a response/,
    ],
    [
      "an empty id of a response",
      { ...good, previousResponseId: "" },
      TypeError,
      /^previousResponseId is the id of a response/,
    ],
    ["half a character in a turn", { ...good, turn: "t-\uD83D" }, TypeError, /^turn has half of a character in it/],
    [
      "half a character in a conversation",
      { ...good, conversation: "\uDE00", turn: "t-1", ledger: durable },
      TypeError,
      /^conversation has half of a character in it/,
    ],
    ["an empty turn", { ...good, turn: "" }, TypeError, "turn is a string that is not empty"],
    [
      "a durable ledger without ids",
      { ...good, ledger: durable },
      TypeError,
      /^a durable ledger needs to know which turn this is/,
    ],
    [
      "a durable ledger without a turn",
      { ...good, ledger: durable, conversation: "c-1" },
      TypeError,
      /^a durable ledger needs/,
    ],
    ["a negative bound", { ...good, corrections: -1 }, RangeError, "corrections is a whole number from 0, not -1"],
    ["half a retry", { ...good, retries: 0.5 }, RangeError, "retries is a whole number from 0, not 0.5"],
    [
      "an endless wait",
      { ...good, retryWaitMs: Infinity },
      RangeError,
      "retryWaitMs is a whole number from 0, not Infinity",
    ],
    ["no tool at once", { ...good, maxParallel: 0 }, RangeError, "maxParallel is a whole number from 1, not 0"],
    ["no message", { ...good, maxMessages: 0 }, RangeError, "maxMessages is a whole number from 1, not 0"],
    ["no number for the grace", { ...good, graceMs: "2" }, RangeError, "graceMs is a whole number from 0, not 2"],
  ])("are refused before anything begins: %s", (_what, options, type, message) => {
    const begin = (): unknown => runTurn(parseOptions(options));

    expect(begin).toThrow(type);
    expect(begin).toThrow(message);
  });

  test("have defaults", () => {
    const { corrections, handBackUnparseable, retries, retryWaitMs, maxParallel, maxMessages, graceMs } =
      readTurnOptions(good);

    expect({ corrections, handBackUnparseable, retries, retryWaitMs, maxParallel, maxMessages, graceMs }).toEqual({
      corrections: 2,
      handBackUnparseable: false,
      retries: 1,
      retryWaitMs: 500,
      maxParallel: 8,
      maxMessages: 32,
      graceMs: 2000,
    });
  });

  test("are read once: what is changed in the lists later changes no turn", () => {
    const tools = [pay];
    const said = [...messages];
    const settings = readTurnOptions({ model, messages: said, tools, previousResponseId: "resp_1" });

    tools.pop();
    said.pop();

    expect(settings.tools).toEqual([pay]);
    expect(settings.history).toEqual({ messages, previousResponseId: "resp_1" });
  });

  test("name the turn, or have it named anew each time", () => {
    expect(readTurnOptions({ ...good, conversation: "c-1", turn: "t-1" }).turn).toEqual({
      conversation: "c-1",
      id: "t-1",
    });
    expect(readTurnOptions(good).turn.id).not.toBe(readTurnOptions(good).turn.id);
  });
});
