import { type } from "arktype";
import * as v from "valibot";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { describe, expect, test } from "vitest";
import * as z from "zod";

import { type Dispatchable, isDispatchable, settle, type SettleTool } from "../../src/index.ts";
import { openaiChat } from "../../src/openai.ts";
import { tool, type Tool, type ToolContext } from "../../src/turn/tool.ts";
import { callMessage, calls, open } from "../support/chat-wire.ts";
import { createManualClock } from "../support/manual-clock.ts";
import { deliver } from "../support/settle-stream.ts";

const turn = { conversation: "c-17", id: "t-3" };

const context: ToolContext = {
  signal: new AbortController().signal,
  intentKey: "key-1",
  callId: "call_1",
  turn,
  attempt: 1,
};

/** One call of a tool, settled by these tools. */
async function settleCall(tools: readonly SettleTool[], name: string, text: string): Promise<Dispatchable> {
  const source = deliver([callMessage(calls(open(0, "call_1", name, text)))]);
  const { outcomes } = await settle(source, { format: openaiChat, tools, clock: createManualClock() }).result;
  const [outcome] = outcomes;
  if (!isDispatchable(outcome)) throw new Error(`the call is ${outcome?.kind}`);
  return outcome;
}

function ticketTool(run: (args: { readonly title: string }, given: ToolContext) => unknown): Tool {
  return tool({
    name: "create_ticket",
    description: "Files a ticket.",
    input: z.object({ title: z.string() }),
    intent: (args, { id }) => `${id}:${args.title}`,
    run,
  });
}

describe("a tool runs settled calls of its own", () => {
  const inputs = {
    zod: z.object({ count: z.string().transform(Number) }),
    valibot: toStandardJsonSchema(v.object({ count: v.pipe(v.string(), v.transform(Number)) })),
    arktype: type({ count: "string.numeric.parse" }),
  };

  test.each(Object.entries(inputs))("with what the schema of %s made of the arguments", async (_library, input) => {
    const seen: unknown[] = [];
    const counter = tool({
      name: "count",
      description: "Counts.",
      input,
      run: (args, given) => {
        seen.push(args, given);
        return "counted";
      },
    });

    const result = counter.execute(await settleCall([counter], "count", '{"count":"7"}'), context);

    expect(result).toBe("counted");
    expect(seen).toEqual([{ count: 7 }, context]);
  });

  test("with the arguments as they are where the input is a JSON Schema", async () => {
    const echo = tool({
      name: "echo",
      description: "Says it again.",
      input: { type: "object", properties: { word: { type: "string" } }, required: ["word"] },
      run: async (args) => args["word"],
    });

    const result = echo.execute(await settleCall([echo], "echo", '{"word":"hello"}'), context);

    await expect(result).resolves.toBe("hello");
  });

  test("R3: a copy of a settled call is refused, and nothing runs", async () => {
    let runs = 0;
    const ticket = ticketTool(() => (runs += 1));
    const copy: object = { ...(await settleCall([ticket], "create_ticket", '{"title":"Printer"}')) };

    // Reflect knows no types, as a caller in JavaScript.
    const attempt = (): unknown => Reflect.apply(ticket.execute, undefined, [copy, context]);

    expect(attempt).toThrow(
      new TypeError('"create_ticket" runs settled calls of its own alone: pass a dispatchable outcome of settle'),
    );
    expect((): unknown => Reflect.apply(ticket.intentOf, undefined, [copy, turn])).toThrow(TypeError);
    expect(runs).toBe(0);
  });

  test("R3: a settled call of another tool is refused, and nothing runs", async () => {
    let runs = 0;
    const ticket = ticketTool(() => (runs += 1));
    const other = tool({ name: "other", description: "Another.", input: z.object({}), run: () => {} });
    const call = await settleCall([ticket, other], "other", "{}");

    expect(() => ticket.execute(call, context)).toThrow(TypeError);
    expect(() => ticket.intentOf(call, turn)).toThrow(TypeError);
    expect(runs).toBe(0);
  });

  test("what is changed on the options later changes nothing", async () => {
    const options = { name: "say", description: "Says.", input: z.object({}), run: (): string => "first" };
    const say = tool(options);
    options.run = () => "second";
    options.name = "shout";

    expect(say.execute(await settleCall([say], "say", "{}"), context)).toBe("first");
  });
});

test("R3 R5: a tool may change its own arguments: they are a copy, made anew for each run and for the intent", async () => {
  const seen: unknown[] = [];
  const pay = tool({
    name: "pay",
    description: "Pays.",
    input: z.object({ to: z.string(), lines: z.array(z.number()) }),
    intent: (args) => {
      args.lines.push(2);
      return args.lines.join();
    },
    run: (args) => {
      args.to += "!";
      args.lines.push(3);
      seen.push(args);
    },
  });
  const call = await settleCall([pay], "pay", '{"to":"A","lines":[1]}');

  expect(pay.intentOf(call, turn)).toBe("1,2");
  pay.execute(call, context);
  pay.execute(call, context);

  expect(seen).toEqual([
    { to: "A!", lines: [1, 3] },
    { to: "A!", lines: [1, 3] },
  ]);
  expect(call.args).toEqual({ to: "A", lines: [1] });
});

describe("the intent of a call", () => {
  test("is the tool's own key, made of what its schema made of the arguments", async () => {
    const ticket = ticketTool(() => {});

    expect(ticket.intentOf(await settleCall([ticket], "create_ticket", '{"title":"Printer"}'), turn)).toBe(
      "t-3:Printer",
    );
  });

  test("is left to the default where the tool says nothing", async () => {
    const plain = tool({ name: "plain", description: "Plain.", input: z.object({}), run: () => {} });

    expect(plain.intentOf(await settleCall([plain], "plain", "{}"), turn)).toBeUndefined();
  });

  test.each([[""], [undefined], [17], [Promise.resolve("late")]])(
    "is refused where the function gives %o, which would be one key for all",
    async (key) => {
      const options = {
        name: "pay",
        description: "Pays.",
        input: z.object({}),
        run: () => {},
        intent: (): string => "",
      };
      Object.assign(options, { intent: () => key });
      const pay = tool(options);
      const call = await settleCall([pay], "pay", "{}");

      expect(() => pay.intentOf(call, turn)).toThrow(
        new TypeError('intent of tool "pay" gives a string that is not empty, at once'),
      );
    },
  );

  test("is refused where the function is late and fails, and the failure harms nobody", async () => {
    const failures: unknown[] = [];
    const listen = (reason: unknown): void => void failures.push(reason);
    process.on("unhandledRejection", listen);
    const options = { name: "pay", description: "Pays.", input: z.object({}), run: () => {}, intent: (): string => "" };
    Object.assign(options, { intent: () => Promise.reject(new Error("no account")) });
    const pay = tool(options);
    const call = await settleCall([pay], "pay", "{}");

    expect(() => pay.intentOf(call, turn)).toThrow(TypeError);
    // Node tells of a rejection that nobody took once the microtasks are done.
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", listen);
    expect(failures).toEqual([]);
  });

  test("throws what the function throws", async () => {
    const options = {
      name: "pay",
      description: "Pays.",
      input: z.object({}),
      intent: (): string => {
        throw new RangeError("no account");
      },
      run: () => {},
    };
    const pay = tool(options);
    const call = await settleCall([pay], "pay", "{}");

    expect(() => pay.intentOf(call, turn)).toThrow(new RangeError("no account"));
  });
});

test("a tool that says nothing has the careful defaults, and cannot be changed", () => {
  const plain = tool({ name: "plain", description: "Plain.", input: z.object({}), run: () => {} });

  expect(plain).toMatchObject({ name: "plain", description: "Plain.", effect: "once" });
  expect([plain.timeoutMs, plain.corrections, plain.display, plain.reconcile]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(Object.isFrozen(plain)).toBe(true);
});

test("a tool keeps what it was given", () => {
  const reconcile = (): { readonly kind: "unknown" } => ({ kind: "unknown" });
  const input = z.object({ title: z.string() });
  const full = tool({
    name: "full",
    description: "Full.",
    input,
    display: { title: "sensitive", "*": "show" },
    effect: "once",
    timeoutMs: 30_000,
    corrections: 0,
    reconcile,
    run: () => {},
  });

  expect(full.input).toBe(input);
  expect(full.reconcile).toBe(reconcile);
  expect(full.display).toEqual({ title: "sensitive", "*": "show" });
  expect([full.effect, full.timeoutMs, full.corrections]).toEqual(["once", 30_000, 0]);
});
