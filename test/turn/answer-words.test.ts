import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import * as z from "zod";

import { settle, type Invalid, type Issue, type SettleTool } from "../../src/index.ts";
import { openaiChat } from "../../src/openai.ts";
import type { CallFacts, Failed, InvalidCause } from "../../src/protocol/outcome.ts";
import type { CallResult } from "../../src/protocol/turn-event.ts";
import { readablePath } from "../../src/turn/answer-issues.ts";
import { describeThrown } from "../../src/protocol/describe-thrown.ts";
import { callAnswer, failedAnswer, invalidAnswer } from "../../src/turn/answer-words.ts";
import { callMessage, calls, open } from "../support/chat-wire.ts";
import { createManualClock } from "../support/manual-clock.ts";
import { deliver } from "../support/settle-stream.ts";

const call: CallFacts = {
  index: 0,
  id: "call_1",
  name: "pay",
  runBy: "client",
  input: "json",
  text: "{}",
  bytes: 2,
  fragments: 1,
  announcedAtMs: 0,
  lastFragmentAtMs: 0,
  closedAtMs: 0,
  largestGapMs: 0,
};

/** How a call of `create_ticket` ended that these tools did not take. */
async function settleInvalid(tools: readonly SettleTool[], text: string): Promise<Invalid> {
  const source = deliver([callMessage(calls(open(0, "call_1", "create_ticket", text)))]);
  const { outcomes } = await settle(source, { format: openaiChat, tools, clock: createManualClock() }).result;
  const [outcome] = outcomes;
  if (outcome?.kind !== "invalid") throw new Error(`the call is ${outcome?.kind}`);
  return outcome;
}

function invalid(cause: InvalidCause, ...issues: readonly Issue[]): Invalid {
  return { kind: "invalid", call, cause, issues };
}

function issue(fields: Partial<Issue>): Issue {
  return { path: "/n", keyword: "type", expected: "number", received: '"x"', message: "must be number", ...fields };
}

describe("R8: what a model is told of arguments that do not fit", () => {
  const text = '{"priority":"urgent","lines":[{"price":"12"}],"extra":1}';

  const asked =
    "Call it again with arguments that fit. If you do not know a value that is missing, ask the person for it and do not guess.";

  const jsonSchema = {
    type: "object",
    properties: {
      title: { type: "string" },
      priority: { enum: ["low", "high"] },
      lines: { type: "array", items: { type: "object", properties: { price: { type: "number" } } } },
    },
    required: ["title"],
    additionalProperties: false,
  };

  test.each([
    [
      "a JSON Schema",
      jsonSchema,
      [
        "- title: missing; expected string",
        '- extra: expected no such property (there are "title", "priority", "lines"), received 1 (must NOT have additional properties)',
        '- priority: expected one of "low", "high", received "urgent" (must be equal to one of the allowed values)',
        '- lines[0].price: expected number, received "12" (must be number)',
      ],
    ],
    [
      "zod",
      z.strictObject({
        title: z.string(),
        priority: z.enum(["low", "high"]),
        lines: z.array(z.object({ price: z.number() })),
      }),
      [
        "- title: missing; expected string",
        '- priority: expected one of "low", "high", received "urgent" (Invalid option: expected one of "low"|"high")',
        '- lines[0].price: expected number, received "12" (Invalid input: expected number, received string)',
        '- extra: expected no such property (there are "title", "priority", "lines"), received 1 (Unrecognized key: "extra")',
      ],
    ],
    [
      "valibot",
      v.strictObject({
        title: v.string(),
        priority: v.picklist(["low", "high"]),
        lines: v.array(v.object({ price: v.number() })),
      }),
      [
        "- title: missing; expected string",
        '- priority: expected one of "low", "high", received "urgent" (Invalid type: Expected ("low" | "high") but received "urgent")',
        '- lines[0].price: expected number, received "12" (Invalid type: Expected number but received "12")',
        '- extra: expected no such property (there are "title", "priority", "lines"), received 1 (Invalid key: Expected never but received "extra")',
      ],
    ],
    [
      "arktype",
      type({ title: "string", priority: "'low'|'high'", lines: [{ price: "number" }, "[]"], "+": "reject" }),
      [
        '- lines[0].price: expected a number, received "12" (lines[0].price must be a number (was a string))',
        '- priority: expected one of "high", "low", received "urgent" (priority must be "high" or "low" (was "urgent"))',
        "- title: missing; expected a string",
        '- extra: expected no such property (there are "lines", "priority", "title"), received 1 (extra must be removed)',
      ],
    ],
  ])("names every place, what was expected there and what came, with %s", async (_library, input, lines) => {
    const answer = invalidAnswer(await settleInvalid([{ name: "create_ticket", input }], text));

    expect(answer).toEqual({
      isError: true,
      text: ['"create_ticket" was not run: its arguments do not fit.', ...lines, asked].join("\n"),
    });
  });

  test("asks for the person's word only where a value is missing", () => {
    expect(invalidAnswer(invalid("schema", issue({}))).text).toBe(
      '"pay" was not run: its arguments do not fit.\n- n: expected number, received "x" (must be number)\nCall it again with arguments that fit.',
    );
  });

  test("lists the tools that there are where the tool is unknown", async () => {
    const tools = [{ name: "open_ticket" }, { name: "close_ticket" }];

    expect(invalidAnswer(await settleInvalid(tools, "{}"))).toEqual({
      isError: true,
      text: 'There is no tool "create_ticket", so nothing was run. The tools are "open_ticket", "close_ticket".',
    });
    expect(invalidAnswer(await settleInvalid([], "{}")).text).toBe(
      'There is no tool "create_ticket", so nothing was run. There are no tools in this request.',
    );
  });

  test("says nothing of what went wrong on this side", () => {
    const answer = invalidAnswer(invalid("validator-failed", issue({ message: "TypeError at db.internal:5432" })));

    expect(answer.text).toBe(
      '"pay" was not run: its arguments could not be checked, for a reason on this side that other arguments do not change. Do not call it again for this; tell the person.',
    );
  });

  test("says what is wrong with a document that cannot be read as a value", async () => {
    const tools = [{ name: "create_ticket" }];

    expect(invalidAnswer(await settleInvalid(tools, '{"id":90071992547409931,"a":1,"a":2}')).text).toBe(
      [
        '"create_ticket" was not run: its arguments have a number that cannot be read exactly.',
        "- id: expected a number that a 64-bit float holds exactly, or the number as text, received 90071992547409931 (the number would be changed by reading it; send it as text in quotes)",
        "- a: expected each key once, received a (the key is given twice in one object)",
        "Call it again with arguments that fit.",
      ].join("\n"),
    );
    expect(invalidAnswer(await settleInvalid(tools, "[1]")).text).toBe(
      [
        '"create_ticket" was not run: its arguments are no JSON object.',
        "- the arguments: expected a JSON object, received a JSON array (the arguments are a JSON array, not an object)",
        "Call it again with arguments that fit.",
      ].join("\n"),
    );
  });

  test("lists the first twenty issues and counts the others", () => {
    const issues = Array.from({ length: 5000 }, (_none, at) => issue({ path: `/${at}` }));
    const lines = invalidAnswer(invalid("schema", ...issues)).text.split("\n");

    expect(lines).toHaveLength(23);
    expect(lines[20]).toBe('- [19]: expected number, received "x" (must be number)');
    expect(lines[21]).toBe("- and 4980 more");
  });

  test("lists the first fifty values and counts the others", () => {
    const allowed = Array.from({ length: 5000 }, (_none, at) => at);
    const { text: said } = invalidAnswer(invalid("schema", issue({ allowed })));

    expect(said).toContain("47, 48, 49 and 4950 more, received");
  });

  test("is bounded and whole where names, paths and messages are long", () => {
    const long = "😀".repeat(100_000);
    const issues = Array.from({ length: 30 }, () =>
      issue({ path: `/${long}`, expected: long, received: long, message: `${long}\n${long}`, allowed: [long, long] }),
    );
    const { text: said } = invalidAnswer({ ...invalid("schema", ...issues), call: { ...call, name: long } });

    expect(said.length).toBeLessThan(40_000);
    expect(said.isWellFormed()).toBe(true);
  });
});

test.each([
  ["", "the arguments"],
  ["/title", "title"],
  ["/lines/0/price", "lines[0].price"],
  ["/0", "[0]"],
  ["/a~1b/c~0d", '["a/b"]["c~d"]'],
  ["/customer/first name", 'customer["first name"]'],
  ["/", '[""]'],
])("the pointer %o reads %s", (pointer, words) => {
  expect(readablePath(pointer)).toBe(words);
});

describe("what a model is told of a call that was dispatchable", () => {
  test.each<readonly [string, CallResult, string]>([
    [
      "that its tool threw",
      { kind: "errored", call, note: "the tool threw: x", error: new RangeError("no such page") },
      '"pay" ran and failed: RangeError: no such page. It may be called again.',
    ],
    [
      "that its tool threw something that is no Error",
      { kind: "errored", call, note: "the tool threw: [object Object]", error: { code: 7 } },
      '"pay" ran and failed: something that is no Error was thrown: {"code":7}. It may be called again.',
    ],
    [
      "that its tool took too long",
      { kind: "errored", call, note: "the tool timed out" },
      '"pay" ran and failed: the tool timed out. It may be called again.',
    ],
    [
      "that nothing happened",
      { kind: "not-run", call, cause: "did-not-happen", note: "the bank is closed" },
      '"pay" was not run: nothing happened (the bank is closed). It may be called again if that has changed.',
    ],
    [
      "that its key is taken",
      { kind: "not-run", call, cause: "conflict", note: "key-1" },
      '"pay" was not run: its intent key belongs to another call, with another tool or other arguments. Calling it again with the same arguments changes nothing; tell the person.',
    ],
    [
      "that it was cancelled",
      { kind: "not-run", call, cause: "cancelled", note: "cancelled before the tool was started" },
      '"pay" was not run: it was cancelled before it began.',
    ],
    [
      "that the ledger failed, and not how",
      { kind: "not-run", call, cause: "ledger", note: "connect ECONNREFUSED db.internal:5432" },
      '"pay" was not run: nothing could be written down about it, and without that it does not run. Do not try it again now; tell the person.',
    ],
    [
      "that its tool gave no key, and not why",
      { kind: "not-run", call, cause: "intent", note: "accounts[3] is undefined" },
      '"pay" was not run: it could not be told what this call is meant to bring about. Do not try it again now; tell the person.',
    ],
    [
      "R9: that it may have run",
      { kind: "in-doubt", call, intentKey: "key-1", note: "the tool threw: socket hang up" },
      '"pay" may have run, and nobody knows yet whether it did: the tool threw: socket hang up. Do not call it again for the same purpose, since that could do it twice; tell the person that it may have happened.',
    ],
  ])("says %s", (_what, result, text) => {
    expect(callAnswer(result)).toEqual({ isError: true, text });
  });

  test("R9: what is in doubt is never said not to have run", () => {
    const { text } = callAnswer({ kind: "in-doubt", call, intentKey: "key-1", note: "nobody knows" });

    expect(text).toContain("may have run");
    expect(text).not.toMatch(/not run|nothing ran|did not happen/);
  });

  test("is its result", () => {
    expect(callAnswer({ kind: "done", call, value: { id: "ch_1" }, isReplay: false, note: null })).toEqual({
      isError: false,
      text: '{"id":"ch_1"}',
    });
  });

  test("says that the tool ran where its result could not be kept", () => {
    expect(callAnswer({ kind: "done", call, value: undefined, isReplay: false, note: "it is too large" })).toEqual({
      isError: true,
      text: "The tool ran and came to its end, but its result cannot be shown: it is too large. What it did is done; calling it again would do it again.",
    });
  });

  test("R9: says plainly that it had been done already", () => {
    const replay = { kind: "done", call, isReplay: true } as const;
    const before = '"pay" had done this already, by an earlier call, and did not run again.';

    expect([
      callAnswer({ ...replay, value: { id: "ch_1" }, note: null }),
      callAnswer({ ...replay, value: { id: "ch_1" }, note: "the tool's reconciler says so" }),
      callAnswer({ ...replay, value: undefined, note: null }),
      callAnswer({ ...replay, value: undefined, note: "the result was not kept" }),
    ]).toEqual([
      { isError: false, text: `${before} Its result: {"id":"ch_1"}` },
      { isError: false, text: `${before} Its result: {"id":"ch_1"}` },
      { isError: false, text: `${before} Its result: done (it has no result)` },
      { isError: false, text: `${before} It has happened; its result is not known: the result was not kept.` },
    ]);
  });

  test("names a call that has no name", () => {
    expect(callAnswer({ kind: "not-run", call: { ...call, name: "" }, cause: "cancelled", note: "" }).text).toBe(
      "A tool without a name was not run: it was cancelled before it began.",
    );
  });
});

describe("what a model is told of a call that cannot be trusted", () => {
  const failed = { kind: "failed", call, detail: "seen by a developer" } as const;

  test.each<readonly [Failed, string]>([
    [
      { ...failed, reason: "truncated", cause: "token-limit" },
      "the answer reached its limit of tokens before the call was whole. Ask for less in one call.",
    ],
    [
      { ...failed, reason: "truncated", cause: "context-window" },
      "the context window was full before the call was whole. Ask for less in one call.",
    ],
    [{ ...failed, reason: "truncated", cause: "refused" }, "the message was refused."],
    [{ ...failed, reason: "truncated", cause: "content-filter" }, "the message was stopped by a content filter."],
    [{ ...failed, reason: "truncated", cause: "paused" }, "the message was paused before it was run."],
    [{ ...failed, reason: "truncated", cause: "unknown-stop" }, "the message stopped for an unknown reason."],
    [
      { ...failed, reason: "unparseable", cause: "incomplete" },
      "its arguments break off before their end. Send the whole call again, as one JSON object.",
    ],
    [
      { ...failed, reason: "unparseable", cause: "not-json", offset: 12 },
      "its arguments are no JSON (at character 12). Send the call again, with one JSON object and nothing before or behind it.",
    ],
    [
      { ...failed, reason: "unparseable", cause: "too-large" },
      "its arguments are too large. Ask for less in one call.",
    ],
    [
      { ...failed, reason: "unparseable", cause: "too-deep" },
      "its arguments are nested too deeply. Make them flatter.",
    ],
    [{ ...failed, reason: "abandoned", cause: "disconnected" }, "the connection was lost before the message ended."],
    [{ ...failed, reason: "abandoned", cause: "ended-early" }, "the message ended early."],
    [{ ...failed, reason: "abandoned", cause: "idle" }, "the connection fell silent before the message ended."],
    [{ ...failed, reason: "abandoned", cause: "stalled" }, "the message stalled before it ended."],
    [{ ...failed, reason: "abandoned", cause: "provider-error" }, "the model service failed before the message ended."],
    [{ ...failed, reason: "abandoned", cause: "cancelled" }, "it was cancelled."],
    [{ ...failed, reason: "abandoned", cause: "crashed" }, "the process that read the message ended before it did."],
  ])("$cause", (outcome, reason) => {
    expect(failedAnswer(outcome)).toEqual({ isError: true, text: `"pay" was not run: ${reason}` });
  });
});

describe("a thrown value in one line", () => {
  const circle: Record<string, unknown> = {};
  circle["self"] = circle;

  test.each([
    ["an Error", new Error("no\n route"), "no route"],
    ["an Error of a kind", new TypeError("no route"), "TypeError: no route"],
    ["an Error that says nothing", new RangeError(""), "RangeError"],
    ["a string", "no route", "no route"],
    ["nothing", undefined, "nothing was said about it"],
    ["an empty string", "", "nothing was said about it"],
    ["a number", 7, "something that is no Error was thrown: 7"],
    ["a BigInt", 7n, "something that is no Error was thrown: a bigint"],
    ["a symbol", Symbol("no route"), "something that is no Error was thrown: a symbol"],
    ["a circle", circle, "something that is no Error was thrown: an object"],
  ])("is told of %s", (_what, thrown, line) => {
    expect(describeThrown(thrown)).toBe(line);
  });

  test("is bounded, and keeps its characters whole", () => {
    const line = describeThrown(new Error(`x${"😀".repeat(2000)}`));

    expect(line).toBe(`x${"😀".repeat(499)}…`);
  });
});
