import { describe, expect, test } from "vitest";
import { z } from "zod";

import { isDispatchable, type Dispatchable } from "../../src/index.ts";
import { anthropicMessages } from "../../src/anthropic.ts";
import { settle } from "../../src/index.ts";
import { anthropicMessage, wholeCall } from "../support/anthropic-events.ts";
import { valueAt } from "../../src/settle/received.ts";
import { deliver } from "../support/settle-stream.ts";

const body = anthropicMessage("tool_use", ...wholeCall(0, "toolu_1", "add", '{"n":1}'));

async function genuine(): Promise<Dispatchable> {
  const { outcomes } = await settle(deliver([body]), { format: anthropicMessages, tools: "any" }).result;
  const [outcome] = outcomes;
  if (!isDispatchable(outcome)) throw new Error("the call cannot run");
  return outcome;
}

function objectAt(root: unknown, pointer: string): object {
  const value = valueAt(root, pointer);
  if (typeof value === "object" && value !== null) return value;
  throw new Error(`there is no object at ${pointer}`);
}

function run(call: Dispatchable): unknown {
  return call.args;
}

describe("the one value that may be run", () => {
  test("R3 the finalizer's own outcome is dispatchable", async () => {
    expect(run(await genuine())).toEqual({ n: 1 });
  });

  test("R3 a copy with other arguments neither type-checks nor passes", async () => {
    const outcome = await genuine();
    const forged = { ...outcome, args: { n: 1_000_000 } };

    expect(isDispatchable(forged)).toBe(false);
    // @ts-expect-error a copy has not the private member
    run(forged);
  });

  test("R3 a literal neither type-checks nor passes", async () => {
    const { call } = await genuine();
    const forged = { kind: "dispatchable" as const, call, args: {}, parsed: {} };

    expect(isDispatchable(forged)).toBe(false);
    // @ts-expect-error a literal has not the private member
    run(forged);
  });
});

describe("arguments that passed their schema", () => {
  const nested = anthropicMessage("tool_use", ...wholeCall(0, "toolu_1", "pay", '{"to":"A","lines":[{"n":1}]}'));

  async function pay(input?: z.ZodType): Promise<Dispatchable> {
    const tools = [input === undefined ? { name: "pay" } : { name: "pay", input }];
    const { outcomes } = await settle(deliver([nested]), { format: anthropicMessages, tools }).result;
    const [outcome] = outcomes;
    if (!isDispatchable(outcome)) throw new Error("the call cannot run");
    return outcome;
  }

  const schema = z.object({ to: z.string(), lines: z.array(z.object({ n: z.number() })) });

  test.each([
    ["a tool without a schema", undefined],
    ["a schema of a library", schema],
  ])("R3 R5 cannot be changed by whoever sees the outcome, with %s", async (_name, input) => {
    const { args, parsed } = await pay(input);

    for (const value of [args, parsed]) {
      expect(Reflect.set(objectAt(value, ""), "to", "B")).toBe(false);
      expect(Reflect.set(objectAt(value, "/lines"), "length", 0)).toBe(false);
      expect(Reflect.set(objectAt(value, "/lines/0"), "n", 99)).toBe(false);
      expect(value).toEqual({ to: "A", lines: [{ n: 1 }] });
    }
  });

  test("R5 cannot be changed by the library that made them, and what it holds on to is not frozen", async () => {
    const kept = { tags: ["a"] };
    const { args } = await pay(schema.transform(() => kept));

    kept.tags.push("b");

    expect(args).toEqual({ tags: ["a"] });
    expect(kept).toEqual({ tags: ["a", "b"] });
  });

  test("R3 may hold what is no plain data, and it goes on working", async () => {
    class Amount {
      #cents = 100;
      add(): number {
        this.#cents += 1;
        return this.#cents;
      }
    }
    const loop: { self?: unknown } = {};
    loop.self = loop;
    const made = { amount: new Amount(), seen: new Map([["a", 1]]), at: new Date(0), loop };
    const { args } = await pay(schema.transform(() => made));

    expect(Object.isFrozen(args)).toBe(true);
    for (const key of ["amount", "seen", "at"] as const) expect(valueAt(args, `/${key}`)).toBe(made[key]);
    expect([made.amount.add(), made.seen.set("b", 2).size, made.at.setTime(5)]).toEqual([101, 2, 5]);
    expect(Object.isFrozen(made.amount)).toBe(false);
    expect(objectAt(args, "/loop/self")).toBe(objectAt(args, "/loop"));
  });

  test("R3 a value that cannot be looked into is left as it is", async () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const { args } = await pay(schema.transform(() => ({ odd: proxy })));

    expect(valueAt(args, "/odd")).toBe(proxy);
  });
});
