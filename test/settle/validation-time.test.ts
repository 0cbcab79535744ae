import type { StandardSchemaV1 } from "@standard-schema/spec";
import { describe, expect, test } from "vitest";
import { z } from "zod";

import { anthropicMessages } from "../../src/anthropic.ts";
import { settle } from "../../src/index.ts";
import { anthropicMessage, wholeCall } from "../support/anthropic-events.ts";
import { failed, invalid, ran } from "../support/expected-call.ts";
import { createManualClock, settleTasks } from "../support/manual-clock.ts";
import { deliver, plainCall, type SettledCall } from "../support/settle-stream.ts";
import { outcomesOf, verdictOn } from "../support/settle-text.ts";

type Validate = StandardSchemaV1["~standard"]["validate"];

/** The tool `act`, whose schema is this function. */
function actWith(validate: Validate): { readonly name: string; readonly input: StandardSchemaV1 } {
  return { name: "act", input: { "~standard": { version: 1, vendor: "test", validate } } };
}

/** An answer that the contract of schemas does not allow. */
function parseAnswer(answer: unknown): StandardSchemaV1.Result<unknown> {
  // What a broken validator returns has no type; at run time it can be anything.
  return answer as StandardSchemaV1.Result<unknown>;
}

const validatorFailed = { kind: "invalid", cause: "validator-failed" };

describe("validators that take time", () => {
  test("R3 an answer that comes later counts like one that comes at once", async () => {
    const tools = [actWith((value) => Promise.resolve({ value }))];

    expect(await verdictOn('{"n":1}', { tools })).toEqual({ kind: "dispatchable", args: { n: 1 } });
  });
  test("R3 issues that come later count like issues that come at once", async () => {
    const schema = z.object({
      project: z.string().refine((name) => Promise.resolve(name === "WEB"), "no such project"),
    });

    const { outcomes } = await outcomesOf([["act", '{"project":"APP"}']], { tools: [{ name: "act", input: schema }] });
    expect(
      outcomes.map(
        (outcome) => outcome.kind === "invalid" && outcome.issues.map(({ path, message }) => ({ path, message })),
      ),
    ).toEqual([[{ path: "/project", message: "no such project" }]]);
  });
  test("R1 calls settle in the order of their announcement, whichever answer comes first", async () => {
    const answers: (() => void)[] = [];
    const tools = [
      actWith((value) => new Promise((resolve) => answers.push(() => resolve({ value })))),
      { name: "list" },
    ];
    const body = anthropicMessage(
      "tool_use",
      ...wholeCall(0, "toolu_0", "act", "{}"),
      ...wholeCall(1, "toolu_1", "list", "{}"),
      ...wholeCall(2, "toolu_2", "act", "{}"),
    );
    const roll = settle(deliver([body]), { tools, clock: createManualClock(), format: anthropicMessages });
    // Awaiting the result is what reads the stream.
    const result = roll.result.then(({ outcomes }) => outcomes.map(plainCall));
    await settleTasks();

    // The answers come back to front; a validator that is only asked after the first is answered in the next round.
    for (let round = 0; round < 2; round++) {
      for (const answer of answers.splice(0).toReversed()) answer();
      await settleTasks();
    }

    expect(await result).toEqual([ran("toolu_0", "act", {}), ran("toolu_1", "list", {}), ran("toolu_2", "act", {})]);
  });
});

describe("validators that fail", () => {
  test.each<readonly [string, Validate]>([
    [
      "throws",
      () => {
        throw new Error("a bug");
      },
    ],
    [
      "throws something that is no error",
      (value) => {
        AbortSignal.abort("a bug").throwIfAborted();
        return { value };
      },
    ],
    ["rejects", () => Promise.reject(new Error("a bug"))],
    ["answers with nothing", () => parseAnswer(undefined)],
    ["answers later with nothing", () => Promise.resolve(parseAnswer(undefined))],
  ])("R1 a validator that %s settles its call as one that could not be checked", async (_how, validate) => {
    expect(await verdictOn("{}", { tools: [actWith(validate)] })).toEqual(validatorFailed);
  });

  test("R1 a validator that fails does not take its siblings along", async () => {
    const tools = [
      actWith(() => {
        throw new Error("a bug");
      }),
      { name: "list" },
    ];

    const { outcomes } = await outcomesOf(
      [
        ["act", "{}"],
        ["list", "{}"],
        ["list", '{"a":'],
      ],
      { tools },
    );

    expect(outcomes.map(plainCall)).toEqual([
      invalid("toolu_0", "act", "validator-failed"),
      ran("toolu_1", "list", {}),
      failed("toolu_2", "list", "unparseable/incomplete"),
    ]);
  });
});

describe("validators that hang", () => {
  const body = anthropicMessage(
    "tool_use",
    ...wholeCall(0, "toolu_0", "act", "{}"),
    ...wholeCall(1, "toolu_1", "list", "{}"),
  );
  const tools = [actWith(() => new Promise(() => {})), { name: "list" }];

  /** Settles the body; the calls are there as soon as the result is. */
  function callsOf(options: Parameters<typeof settle>[1]): () => readonly SettledCall[] | undefined {
    let calls: readonly SettledCall[] | undefined;
    async function read(): Promise<void> {
      const { outcomes } = await settle(deliver([body]), options).result;
      calls = outcomes.map(plainCall);
    }
    read().catch(() => {
      calls = [];
    });
    return () => calls;
  }

  test("R1 a validator that never answers settles its call after validateMs", async () => {
    const clock = createManualClock();
    const calls = callsOf({ tools, clock, validateMs: 300, format: anthropicMessages });

    await clock.advance(299);
    expect(calls()).toBeUndefined();
    await clock.advance(1);

    expect(calls()).toEqual([invalid("toolu_0", "act", "validator-failed"), ran("toolu_1", "list", {})]);
    expect(clock.pending()).toBe(0);
  });

  test("R1 a validator that answered leaves nothing running on the clock", async () => {
    const clock = createManualClock();
    const calls = callsOf({
      tools: [actWith((value) => Promise.resolve({ value })), { name: "list" }],
      clock,
      format: anthropicMessages,
    });

    await settleTasks();

    expect(calls()).toEqual([ran("toolu_0", "act", {}), ran("toolu_1", "list", {})]);
    expect(clock.pending()).toBe(0);
  });

  test("R13 validateMs has a finite default", async () => {
    const clock = createManualClock();
    const calls = callsOf({ tools, clock, format: anthropicMessages });

    await clock.advance(600_000);

    expect(calls()).toEqual([invalid("toolu_0", "act", "validator-failed"), ran("toolu_1", "list", {})]);
  });

  test("R5 an answer that comes too late changes nothing", async () => {
    const clock = createManualClock();
    let answer: (() => void) | undefined;
    const late = [
      actWith(
        (value) =>
          new Promise((resolve) => {
            answer = () => resolve({ value });
          }),
      ),
      { name: "list" },
    ];
    const roll = settle(deliver([body]), { tools: late, clock, validateMs: 300, format: anthropicMessages });
    // Awaiting the result is what reads the stream.
    const result = roll.result.then(({ outcomes }) => outcomes.map(plainCall));

    await clock.advance(300);
    answer?.();
    await settleTasks();

    expect(await result).toEqual([invalid("toolu_0", "act", "validator-failed"), ran("toolu_1", "list", {})]);
  });

  test("R14 a cancel while a validator is asked still leaves every call with one outcome", async () => {
    const clock = createManualClock();
    const controller = new AbortController();
    const calls = callsOf({
      tools,
      clock,
      validateMs: 300,
      signal: controller.signal,
      format: anthropicMessages,
    });
    await settleTasks();

    controller.abort();
    await clock.advance(300);

    expect(calls()?.map((call) => call.name)).toEqual(["act", "list"]);
    expect(calls()?.[0]?.kind).not.toBe("dispatchable");
  });
});
