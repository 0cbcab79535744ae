import { stripTypeScriptTypes } from "node:module";
import process from "node:process";

import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { afterEach, describe, expect, test, vi } from "vitest";
import * as z from "zod";

import { runTurn, tool, type Model, type Tool, type TurnResult } from "../../src/index.ts";
import { memoryLedger, type Ledger } from "../../src/ledger.ts";
import { openaiChatModel } from "../../src/openai.ts";
import { startSimulator, type Script, type SimulatorOptions } from "../../src/simulator.ts";
import { blocksOf, sectionOf } from "./doc-page.ts";
import { answer } from "./recipes/turn-again.ts";
import { drainOnSigterm } from "./recipes/turn-drain.ts";
import { fetchChat, fetchClaude, fetchResponses } from "./recipes/turn-fetch.ts";
import { chat, claude, responses, storedResponses } from "./recipes/turn-models.ts";
import { say, type Conversation } from "./recipes/turn-next.ts";
import { payTool, type Bank } from "./recipes/turn-pay.ts";
import { showTurn } from "./recipes/turn-show.ts";
import { findCustomer } from "./recipes/turn-valibot.ts";
import { fileAt } from "./source.ts";

const createTicket = tool({
  name: "create_ticket",
  description: "Creates a ticket.",
  input: z.object({
    project: z.string(),
    title: z.string(),
    priority: z.enum(["low", "normal", "urgent"]),
    description: z.string(),
  }),
  run: () => ({ id: 7 }),
});
const messages = [{ role: "user", content: "The printer is out of toner." }];

/** Starts a simulator that is closed behind the test. */
async function open(options: SimulatorOptions = {}): Promise<{ readonly url: string; readonly asked: () => number }> {
  const simulator = await startSimulator(options);
  closers.push(() => simulator.close());
  return { url: simulator.url, asked: () => simulator.requests.length };
}
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
  vi.restoreAllMocks();
});

describe("the README", () => {
  const section = sectionOf(fileAt("README.md").text, "## A whole turn");
  const [example, printed] = blocksOf(section);

  test("shows the turn that is in the repository", () => {
    expect(example?.text).toBe(fileAt("test/house/recipes/turn-start.ts").text);
    // It is saved as JavaScript.
    expect(stripTypeScriptTypes(example?.text ?? "")).toBe(example?.text);
  });

  test("R9: shows what the turn prints", async () => {
    const lines: string[] = [];
    vi.spyOn(console, "log").mockImplementation((line: string) => {
      lines.push(line);
    });

    await import("./recipes/turn-start.ts");

    expect(`${lines.join("\n")}\n`).toBe(printed?.text);
  });
});

describe("the recipes of turns", () => {
  test("show takes back what was lost, and ends every call in one line", async () => {
    const { url } = await open({
      scripts: { rocky: ["disconnect?at=9", "enum-guess", "enum-guess", "closing-words"] },
    });
    const model = fetchChat({ baseUrl: `${url}/v1`, headers: {} }, "rocky");
    const tools = [createTicket];
    const drawn: (readonly string[])[] = [];

    await showTurn(runTurn({ model, messages, tools, retryWaitMs: 0 }), tools, (lines) => drawn.push(lines));

    const seen = new Set(drawn.flat().filter((line) => line.includes("create_ticket")));
    expect([...seen]).toEqual([
      "create_ticket — preparing",
      "create_ticket — ready",
      "create_ticket — running",
      "✓ create_ticket — done",
    ]);
    expect(drawn.at(-1)).toEqual([
      "I'll create that ticket for you now.",
      "✓ create_ticket — done",
      "I'll create that ticket for you now.",
      "Done. Is there anything else?",
    ]);
  });

  test("models ask through the official SDKs", async () => {
    const { url } = await open();
    const anthropic = new Anthropic({ baseURL: url, apiKey: "none", maxRetries: 0 });
    const openai = new OpenAI({ baseURL: `${url}/v1`, apiKey: "none", maxRetries: 0 });

    const endings = [];
    for (const model of [
      claude(anthropic, "rollcall/ok"),
      chat(openai, "rollcall/ok"),
      responses(openai, "rollcall/ok"),
      storedResponses(openai, "rollcall/ok"),
    ]) {
      endings.push(await plainTurn(model));
    }

    expect(endings).toEqual(["done done", "done done", "done done", "done done"]);
  });

  test("fetch asks without an SDK, and a key that is refused is asked with once", async () => {
    const { url, asked } = await open();
    const service = { baseUrl: `${url}/v1`, headers: {} };

    const endings = [];
    for (const model of [fetchClaude, fetchChat, fetchResponses])
      endings.push(await plainTurn(model(service, "rollcall/ok")));
    const before = asked();
    const { ending } = await runTurn({
      model: fetchChat(service, "rollcall/wrong-key"),
      messages,
      tools: [createTicket],
    }).result;

    expect(endings).toEqual(["done done", "done done", "done done"]);
    expect(ending).toMatchObject({ kind: "abandoned", cause: "provider-error" });
    expect(asked() - before).toBe(1);
  });

  test("R9: pay says what did not happen, what did, and what nobody knows, and the bank ends the doubt", async () => {
    const { url } = await open({ scripts: { payer: () => payment } });
    const model = fetchChat({ baseUrl: `${url}/v1`, headers: {} }, "payer");
    const ledger = memoryLedger();
    const keys: string[] = [];
    const bank: Bank = {
      isOpen: () => true,
      find: () => Promise.resolve("unknown"),
      pay: ({ key }) => {
        keys.push(key);
        return Promise.reject(new Error("connection lost"));
      },
    };
    const pay = async (changes: Partial<Bank>): Promise<unknown> => {
      const { messages: answers } = await runTurn({
        model,
        messages,
        tools: [payTool({ ...bank, ...changes })],
        ledger,
        conversation: "c-17",
        turn: "t-3",
        maxMessages: 1,
      }).result;
      const [result] = answers[0]?.results ?? [];
      return result?.kind === "done" ? [result.kind, result.value, result.isReplay] : [result?.kind, result?.note];
    };

    expect([
      await pay({ isOpen: () => false }),
      await pay({}),
      await pay({}),
      await pay({ find: () => Promise.resolve({ id: "ch_1" }) }),
      await pay({}),
    ]).toEqual([
      ["not-run", "the bank is closed"],
      ["in-doubt", "the tool threw: connection lost"],
      ["in-doubt", "the tool threw: connection lost"],
      ["done", { id: "ch_1" }, true],
      ["done", { id: "ch_1" }, true],
    ]);
    expect(keys).toHaveLength(1);
  });

  test("drain ends an open turn, and closes what it wrote to", async () => {
    const once = vi.spyOn(process, "once").mockReturnValue(process);
    const closed: string[] = [];
    const ledger: Ledger = { ...memoryLedger(), close: async () => void closed.push("ledger") };
    const model = openaiChatModel(() => new Promise(() => undefined), { model: "silent" });
    drainOnSigterm(ledger, async () => void closed.push("server"));
    const turn = runTurn({ model, messages, tools: [createTicket] });
    const iterator = turn[Symbol.asyncIterator]();
    await iterator.next();

    const [signal, goDown] = once.mock.calls.at(-1) ?? [];
    goDown?.();

    expect(signal).toBe("SIGTERM");
    expect((await turn.result).ending).toMatchObject({ kind: "cancelled", by: "shutdown" });
    await vi.waitFor(() => expect(closed).toEqual(["server", "ledger"]));
  });

  test("again offers another try only where it can help and does no harm", async () => {
    const { url } = await open({ scripts: { payer: () => payment } });
    const service = { baseUrl: `${url}/v1`, headers: {} };
    const place = { conversation: "c-17", turn: "t-3", messages, retries: 0 };
    const bank: Bank = {
      isOpen: () => true,
      find: () => Promise.resolve("unknown"),
      pay: () => Promise.reject(new Error("connection lost")),
    };
    const insteadOfRetry = async (model: string, tools: readonly Tool[]): Promise<string | null> =>
      (await answer({ ...place, ledger: memoryLedger(), model: fetchChat(service, model), tools, maxMessages: 1 }))
        .insteadOfRetry;

    expect(await insteadOfRetry("rollcall/disconnect", [createTicket])).toBe(null);
    expect(await insteadOfRetry("rollcall/ceiling-half", [createTicket])).toBe(
      "raise max_tokens above 4096, or ask for less at a time",
    );
    expect(await insteadOfRetry("payer", [payTool(bank)])).toBe("something was done for it already");
  });

  test.each([["chat"], ["stored"]] as const)("R10: next goes on with the conversation (%s)", async (wire) => {
    const { url, asked } = await open({ scripts: { talker: ["ok", "closing-words", "closing-words"] } });
    const openai = new OpenAI({ baseURL: `${url}/v1`, apiKey: "none", maxRetries: 0 });
    const model = wire === "chat" ? chat(openai, "talker") : storedResponses(openai, "talker");
    const desk = { model, tools: [createTicket], ledger: memoryLedger() };
    const empty: Conversation = { id: "c-17", history: { messages: [] }, turns: 0 };

    const first = await say("The printer is out of toner.", empty, desk);
    const second = await say("Thank you.", first.conversation, desk);

    expect([first.result.ending.kind, second.result.ending.kind, second.result.turn]).toEqual(["done", "done", "t-1"]);
    expect(asked()).toBe(3);
  });

  test("valibot writes its schema once it is wrapped", () => {
    expect(findCustomer.jsonSchema).toMatchObject({
      type: "object",
      properties: { name: { type: "string", minLength: 2 } },
      required: ["name"],
    });
  });
});

const payment: Script = {
  format: "openai-chat",
  steps: [
    { kind: "call", name: "pay", arguments: '{"to":"Ada","cents":500,"pin":"1234"}' },
    { kind: "stop", reason: "calls" },
    { kind: "done" },
  ],
};

/** How a turn with one ticket ended, and what became of its call. */
async function plainTurn(model: Model): Promise<string> {
  const { ending, messages: answers }: TurnResult = await runTurn({ model, messages, tools: [createTicket] }).result;
  return [ending.kind, ...answers.flatMap(({ results }) => results.map(({ kind }) => kind))].join(" ");
}
