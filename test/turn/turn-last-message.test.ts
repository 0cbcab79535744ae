import { describe, expect, test } from "vitest";

import { reissue, runTurn, tool, type TurnOptions } from "../../src/index.ts";
import { memoryLedger } from "../../src/ledger.ts";
import type { Script, Step } from "../../src/simulator.ts";
import { scriptedModel, type ScriptedModel } from "../support/scripted-model.ts";

const input = { type: "object", properties: { value: { type: "integer" } }, required: ["value"] } as const;
const fits: Step = { kind: "call", name: "pay", arguments: '{"value":1}' };
const misfit: Step = { kind: "call", name: "pay", arguments: '{"value":"one"}' };
const search: Step = { kind: "call", name: "web_search", type: "server_tool_use", arguments: '{"query":"tides"}' };

function stopping(reason: "calls" | "pause" | "end", ...steps: readonly Step[]): Script {
  return { format: "anthropic-messages", steps: [...steps, { kind: "stop", reason }, { kind: "done" }] };
}

const calling: Script = stopping("calls", fits);
const cut: Script = { ...calling, cut: { call: 0, byte: 4, end: { kind: "reset" } } };
const words: Script = stopping("end", { kind: "text", text: "Done." });

async function run(scripted: ScriptedModel, options: Partial<TurnOptions> = {}) {
  const effects: number[] = [];
  const pay = tool({ name: "pay", description: "Pays.", input, run: ({ value }) => effects.push(Number(value)) });
  const { model } = scripted;
  const messages = [{ role: "user", content: "Pay." }];
  const turn = { conversation: "c-1", turn: "t-1", messages, tools: [pay] };
  const result = await runTurn({ model, ...turn, retryWaitMs: 0, ...options }).result;
  return { result, effects, asked: scripted.requests.map(({ body }) => body["messages"]) };
}

describe("where no message is left", () => {
  test("a request that failed is how the turn ends: it is not taken back, and may be sent again", async () => {
    const ledger = memoryLedger();
    const scripted = scriptedModel("anthropic-messages", [cut]);

    const { result, asked } = await run(scripted, { ledger, maxMessages: 1, retries: 5 });

    expect(asked).toHaveLength(1);
    expect(result.ending).toMatchObject({ kind: "abandoned", cause: "disconnected" });
    expect(result.messages.map(({ isWithdrawn }) => isWithdrawn)).toEqual([false]);
    expect(await reissue(result, { ledger, model: scripted.model })).toMatchObject({ kind: "yes" });
  });

  test("a retry that failed is how the turn ends", async () => {
    const { result, effects, asked } = await run(scriptedModel("anthropic-messages", [calling, cut, cut]), {
      maxMessages: 3,
      retries: 5,
    });

    expect(asked).toHaveLength(3);
    expect(effects).toEqual([1]);
    expect(result.ending).toMatchObject({ kind: "abandoned", cause: "disconnected" });
    expect(result.messages.map(({ isWithdrawn }) => isWithdrawn)).toEqual([false, true, false]);
  });

  test.each([
    ["calls tools", calling, 1, "the model was asked once and still calls tools"],
    ["calls tools", calling, 3, "the model was asked 3 times and still calls tools"],
    ["does not fit", stopping("calls", misfit), 1, "the model was asked once and still makes calls that do not fit"],
    [
      "pauses behind a search",
      stopping("pause", search),
      2,
      "the model was asked 2 times and still pauses to be asked to go on",
    ],
  ])("R8: the turn is endless in the words of what would be asked: it %s", async (_what, script, most, detail) => {
    const { result, asked } = await run(
      scriptedModel("anthropic-messages", () => script),
      { maxMessages: most },
    );

    expect(asked).toHaveLength(most);
    expect(result.ending).toEqual({
      kind: "endless",
      detail,
      advice: "raise maxMessages, or ask for less at a time",
    });
  });
});

describe("R8: a model that pauses with nothing to go on from", () => {
  test.each([
    ["says nothing", stopping("pause")],
    ["only calls a tool of the client's", stopping("pause", fits)],
  ])("is asked the same once more and no further: it %s", async (_what, script) => {
    const { result, effects, asked } = await run(scriptedModel("anthropic-messages", () => script));

    expect(asked).toEqual([[{ role: "user", content: "Pay." }], [{ role: "user", content: "Pay." }]]);
    expect(effects).toEqual([]);
    expect(result.ending).toEqual({
      kind: "truncated",
      cause: "paused",
      detail: "the model paused again without anything to go on from",
      advice: null,
    });
  });

  test("goes on where it says more the second time", async () => {
    const { result, asked } = await run(scriptedModel("anthropic-messages", [stopping("pause"), words]));

    expect(asked).toHaveLength(2);
    expect(result.ending).toMatchObject({ kind: "done" });
  });

  test("may pause so again behind a message that got further", async () => {
    const paused = stopping("pause");
    const { result, effects, asked } = await run(scriptedModel("anthropic-messages", [paused, calling, paused, words]));

    expect(asked).toHaveLength(4);
    expect(effects).toEqual([1]);
    expect(result.ending).toMatchObject({ kind: "done" });
  });
});
