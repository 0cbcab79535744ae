import { describe, expect, test } from "vitest";

import { runTurn, tool } from "../../src/index.ts";
import { memoryLedger } from "../../src/ledger.ts";
import type { Script } from "../../src/simulator.ts";
import { scriptedModel } from "../support/scripted-model.ts";

const scripts: readonly Script[] = [
  {
    format: "openai-chat",
    steps: [{ kind: "call", name: "pay", arguments: "{}" }, { kind: "stop", reason: "calls" }, { kind: "done" }],
  },
  {
    format: "openai-chat",
    steps: [{ kind: "text", text: "Done." }, { kind: "stop", reason: "end" }, { kind: "done" }],
  },
];

/** What the model is told where the tool runs, and where the same request is made again. */
async function toldTwice(result: () => unknown) {
  const ledger = memoryLedger();
  let runs = 0;
  const run = () => {
    runs += 1;
    return result();
  };
  const pay = tool({ name: "pay", description: "Pays.", input: { type: "object" }, intent: () => "order-7", run });
  const told: unknown[] = [];
  for (const turn of ["t-1", "t-2"]) {
    const { model, requests } = scriptedModel("openai-chat", scripts);
    const messages = [{ role: "user", content: "Pay." }];
    await runTurn({ model, messages, tools: [pay], ledger, conversation: "c-1", turn }).result;
    const sent = requests.at(-1)?.body["messages"];
    told.push(Array.isArray(sent) ? parseContent(sent.at(-1)) : undefined);
  }
  return { runs, told };
}

function parseContent(message: unknown): unknown {
  return typeof message === "object" && message !== null && "content" in message ? message.content : undefined;
}

describe("R9: a result that JSON has no form for", () => {
  test.each([
    ["a Map", () => new Map([["id", 7]]), "a Map"],
    ["a response", () => new Response("paid"), "a Response"],
    ["an error", () => new Error("returned"), "an Error"],
    ["a function", () => () => 7, "a function"],
  ])("is said to be lost, by the call and by the one that repeats it: %s", async (_what, result, what) => {
    expect(await toldTwice(result)).toEqual({
      runs: 1,
      told: [
        `Error: The tool ran and came to its end, but its result cannot be shown: it is ${what}, which JSON has no form for. What it did is done; calling it again would do it again.`,
        `"pay" had done this already, by an earlier call, and did not run again. It has happened; its result is not known: the result was not kept: it is ${what}, which JSON has no form for.`,
      ],
    });
  });
});
