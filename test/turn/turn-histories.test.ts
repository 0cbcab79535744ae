import { describe, expect, test } from "vitest";

import { runTurn, tool, type History, type TurnOptions, type TurnResult } from "../../src/index.ts";
import type { Script, Step } from "../../src/simulator.ts";
import { createManualClock } from "../support/manual-clock.ts";
import { scriptedModel, type ScriptedModel } from "../support/scripted-model.ts";

const input = { type: "object", properties: { value: { type: "integer" } }, required: ["value"] } as const;
const pay = tool({ name: "pay", description: "Pays.", input, run: () => "paid" });

const searching: Step = {
  kind: "call",
  id: "srvtoolu_1",
  name: "web_search",
  type: "server_tool_use",
  arguments: '{"query":"weather"}',
};

function paying(value: unknown): Step {
  return { kind: "call", id: "toolu_1", name: "pay", arguments: JSON.stringify({ value }) };
}

function asking(...steps: readonly Step[]): Script {
  return { format: "anthropic-messages", steps: [...steps, { kind: "stop", reason: "calls" }, { kind: "done" }] };
}

const bye: Script = {
  format: "anthropic-messages",
  steps: [{ kind: "text", text: "Bye." }, { kind: "stop", reason: "end" }, { kind: "done" }],
};

function run(scripted: ScriptedModel, more: Partial<TurnOptions> = {}): Promise<TurnResult> {
  const messages = [{ role: "user", content: "Hi." }];
  const clock = createManualClock();
  return runTurn({ model: scripted.model, messages, tools: [pay], conversation: "c", turn: "t", clock, ...more })
    .result;
}

async function violationsBehind(history: History, scripted: ScriptedModel): Promise<readonly string[]> {
  const messages = [...history.messages, { role: "user", content: "And now?" }];
  await scripted.model.send({ history: { ...history, messages }, tools: [], signal: new AbortController().signal });
  return (scripted.requests.at(-1)?.violations ?? []).map(({ rule }) => rule);
}

const note = { type: "text", text: "[The result of web_search never came.]" };

describe("R10: a call of the provider that waited for the client's answers, in a turn that goes on no more", () => {
  const endings: readonly (readonly [string, Step, Partial<TurnOptions>])[] = [
    ["not-corrected", paying("much"), { corrections: 0 }],
    ["endless", paying(1), { maxMessages: 1 }],
  ];

  test.each(endings)("%s leaves a note in its place", async (kind, call, options) => {
    const scripted = scriptedModel("anthropic-messages", [asking(searching, call), bye]);

    const { ending, history } = await run(scripted, options);

    expect(ending.kind).toBe(kind);
    expect(history.messages[1]).toMatchObject({
      role: "assistant",
      content: [note, { type: "tool_use", name: "pay" }],
    });
    expect(await violationsBehind(history, scripted)).toEqual([]);
  });

  test("cancelled while the client's call runs leaves a note in its place", async () => {
    const person = new AbortController();
    const slow = tool({
      name: "pay",
      description: "Pays.",
      input,
      run: () => {
        person.abort();
        return "paid";
      },
    });
    const scripted = scriptedModel("anthropic-messages", [asking(searching, paying(1)), bye]);

    const { ending, history } = await run(scripted, { tools: [slow], signal: person.signal });

    expect(ending.kind).toBe("cancelled");
    expect(history.messages[1]).toMatchObject({ content: [note, { type: "tool_use", name: "pay" }] });
    expect(await violationsBehind(history, scripted)).toEqual([]);
  });

  test("goes back as it is while the turn goes on", async () => {
    const scripted = scriptedModel("anthropic-messages", [asking(searching, paying(1)), bye]);

    await run(scripted);

    expect(scripted.requests[1]?.body["messages"]).toMatchObject([
      { role: "user" },
      { role: "assistant", content: [{ type: "server_tool_use", id: "srvtoolu_1" }, { type: "tool_use" }] },
      { role: "user" },
    ]);
  });
});
