import { describe, expect, test } from "vitest";

import { runTurn, tool, type TurnResult } from "../../src/index.ts";
import { memoryLedger } from "../../src/ledger/memory/memory-ledger.ts";
import type { Ledger } from "../../src/ledger/ledger.ts";
import { scriptedModel } from "../support/scripted-model.ts";

const input = { type: "object", properties: { amount: { type: "integer" } }, required: ["amount"] } as const;

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

/** A payment beside another call, whose tool throws. */
async function besideA(thrown: unknown, effect: "once" | "read", ledger: Ledger = memoryLedger()): Promise<TurnResult> {
  const scripted = scriptedModel("anthropic-messages", [
    {
      format: "anthropic-messages",
      steps: [
        { kind: "call", id: "toolu_1", name: "pay", arguments: '{"amount":5}' },
        { kind: "call", id: "toolu_2", name: "look", arguments: '{"amount":5}' },
        { kind: "stop", reason: "calls" },
        { kind: "done" },
      ],
    },
    { format: "anthropic-messages", steps: [{ kind: "stop", reason: "end" }, { kind: "done" }] },
  ]);
  const pay = tool({ name: "pay", description: "Pays.", input, run: () => "ch_1" });
  const look = tool({
    name: "look",
    description: "Looks.",
    input,
    effect,
    run: () => {
      throw thrown;
    },
  });
  return runTurn({
    model: scripted.model,
    messages: [{ role: "user", content: "Pay." }],
    tools: [pay, look],
    conversation: "c-1",
    turn: "t-1",
    ledger,
  }).result;
}

function kindsOf({ messages }: TurnResult): readonly string[] {
  return messages.flatMap(({ results }) => results.map(({ kind }) => kind));
}

describe("a tool that throws something strange", () => {
  test.each([
    ["an error whose message is an object", Object.assign(new Error("x"), { message: { code: 42 } })],
    ["an object without a prototype", Object.create(null)],
    ["a revoked proxy", revoked()],
  ])("R9: harms neither its siblings nor the turn: %s", async (_what, thrown) => {
    const read = await besideA(thrown, "read");
    const once = await besideA(thrown, "once");

    expect([read.ending.kind, kindsOf(read)]).toEqual(["done", ["done", "errored"]]);
    expect([once.ending.kind, kindsOf(once)]).toEqual(["done", ["done", "in-doubt"]]);
  });

  test("is told in the same words whatever its effect", async () => {
    const read = await besideA({ code: 5 }, "read");
    const once = await besideA({ code: 5 }, "once");

    expect(JSON.stringify(read.history)).toContain('something that is no Error was thrown: {\\"code\\":5}');
    expect(JSON.stringify(once.history)).toContain('something that is no Error was thrown: {\\"code\\":5}');
  });

  test("R9: whatever a ledger of one's own notes about it, the turn comes to its end", async () => {
    const kept = memoryLedger();
    const broken: Ledger = {
      ...kept,
      claim: async (intent, patience) => {
        const { record } = await kept.claim(intent, patience);
        return { kind: "in-doubt", record: Object.assign({ ...record }, { note: 5 }) };
      },
    };

    const { ending, history } = await besideA(new Error("x"), "read", broken);

    expect(ending.kind).toBe("done");
    expect(JSON.stringify(history)).toContain(
      "may have run, and nobody knows yet whether it did. Do not call it again",
    );
  });
});
