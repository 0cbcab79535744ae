import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";

import Anthropic from "@anthropic-ai/sdk";
import { build } from "vite";
import { describe, expect, test } from "vitest";

import { openaiChat } from "../../src/openai.ts";
import type { RollResult } from "../../src/protocol/roll-event.ts";
import { startSimulator } from "../../src/simulator.ts";
import { calls, callMessage, open, opening, records } from "../support/chat-wire.ts";
import { plainEnding, startRoll } from "../support/live-roll.ts";
import { createManualClock } from "../support/manual-clock.ts";
import { mixedRoll } from "./mixed-message.ts";
import { correctionOf, toCallOutput, toToolMessage, toToolResult } from "./recipes/answer.ts";
import { ask } from "./recipes/fetch.ts";
import { settleWithin } from "./recipes/limit.ts";
import { logLine } from "./recipes/log.ts";
import { quickAnswer, slowThinker } from "./recipes/patience.ts";
import { runDispatchable } from "./recipes/run.ts";
import { askClaude } from "./recipes/send.ts";
import { show } from "./recipes/show.ts";

describe("docs/settle.md, the recipes", () => {
  test("show prints the text, each call, and how everything ended", async () => {
    const lines: string[] = [];

    await show(mixedRoll(), (line) => lines.push(line));

    expect(lines).toEqual([
      "Two tickets.",
      "create_ticket — preparing",
      "create_ticket — preparing",
      "create_ticket — preparing",
      "web_search — preparing",
      "create_ticket — ready",
      "⊘ create_ticket — not run (the request did not fit the tool)",
      "⊘ create_ticket — not run (the request was cut short)",
      "· web_search — run by the provider",
    ]);
  });

  test("run runs what may run, and nothing else", async () => {
    const ran: unknown[] = [];
    const tools = new Map([
      ["create_ticket", (args: unknown): Promise<string> => Promise.resolve(`ticket ${ran.push(args)}`)],
    ]);

    const results = await runDispatchable(await mixedRoll().result, tools);

    expect(ran).toEqual([{ title: "Printer" }]);
    expect([...results]).toEqual([["toolu_1", "ticket 1"]]);
  });

  test("log writes a line for each call that did not run, without its arguments", async () => {
    const { outcomes } = await mixedRoll().result;

    const lines = outcomes.map(logLine).filter((line) => line !== null);

    expect(lines).toEqual([
      '{"id":"toolu_2","name":"create_ticket","kind":"invalid","cause":"schema",' +
        '"why":["/title required","/priority enum"],"bytes":19,"fragments":1,"largestGapMs":0}',
      '{"id":"toolu_3","name":"create_ticket","kind":"failed","cause":"incomplete",' +
        '"why":"expected a character of a string, or \\" at offset 13 of 13","bytes":13,"fragments":1,"largestGapMs":0}',
    ]);
  });

  test("answer tells the model what was wrong, in the words of each wire", async () => {
    const { outcomes } = await mixedRoll().result;
    const [correction] = outcomes.map(correctionOf).filter((answer) => answer !== null);
    if (correction === undefined) throw new Error("nothing was to be corrected");
    const text =
      "create_ticket was not run. Call it again with other arguments:\n" +
      "- /title: expected string, received nothing (must have required property 'title')\n" +
      '- /priority: expected one of ["low","normal","urgent"], received "high" (must be equal to one of the allowed values)';

    expect(outcomes.map(correctionOf).filter((answer) => answer !== null)).toHaveLength(1);
    expect(toToolResult(correction)).toEqual({
      type: "tool_result",
      tool_use_id: "toolu_2",
      content: text,
      is_error: true,
    });
    expect(toToolMessage(correction)).toEqual({ role: "tool", tool_call_id: "toolu_2", content: text });
    expect(toCallOutput(correction)).toEqual({ type: "function_call_output", call_id: "toolu_2", output: text });
  });

  test("fetch asks without an SDK, and an error status is an outcome", async () => {
    const simulator = await startSimulator({});
    const question = {
      baseUrl: `${simulator.url}/v1`,
      apiKey: "none",
      tools: [{ name: "create_ticket" }],
      signal: new AbortController().signal,
    };
    const askFor = (model: string): Promise<RollResult> =>
      ask({ ...question, body: { model, messages: [{ role: "user", content: "hi" }], max_tokens: 512 } });

    const well = await askFor("rollcall/ok");
    const cut = await askFor("rollcall/ceiling-half");
    const refused = await askFor("rollcall/no-such-scenario");
    await simulator.close();

    expect(well.outcomes.map(({ kind }) => kind)).toEqual(["dispatchable"]);
    expect(cut.outcomes.map((outcome) => outcome.kind === "failed" && outcome.cause)).toEqual(["token-limit"]);
    expect(refused.ending.cause).toBe("provider-error");
    expect(refused.ending.detail).toContain("400");
  });

  test("send asks with an SDK, and a service that is not there is an outcome", async () => {
    const simulator = await startSimulator({});
    const client = new Anthropic({ baseURL: simulator.url, apiKey: "none", maxRetries: 0, logLevel: "off" });
    const askFor = (model: string): Promise<RollResult> =>
      askClaude(client, {
        body: { model, messages: [{ role: "user", content: "hi" }], max_tokens: 512, stream: true },
        tools: [{ name: "create_ticket" }],
        signal: new AbortController().signal,
      });

    const well = await askFor("rollcall/ok");
    const refused = await askFor("rollcall/no-such-scenario");
    await simulator.close();
    const alone = await askFor("rollcall/ok");

    expect(well.outcomes.map(({ kind }) => kind)).toEqual(["dispatchable"]);
    expect(refused.ending).toMatchObject({ cause: "provider-error", error: { status: 400 } });
    expect(alone.ending.cause).toBe("disconnected");
  });

  test("limit gives up when the person does, and when the time is over", async () => {
    const options = { format: openaiChat, tools: [], clock: createManualClock() };
    const controller = new AbortController();
    const held = records(opening, calls(open(0, "call_a", "create_ticket", "{")));

    const stopped = settleWithin(60_000, hangingAfter(held), { ...options, signal: controller.signal });
    controller.abort();
    const late = settleWithin(1, hangingAfter(held), { ...options, signal: new AbortController().signal });

    expect((await stopped).ending.cause).toBe("cancelled");
    expect((await late).ending.cause).toBe("cancelled");
  });

  test("patience lets a slow model think, and finds a dead link", async () => {
    const thinking = startRoll(slowThinker);
    const dead = startRoll(slowThinker);
    const quick = startRoll(quickAnswer);

    for (const roll of [thinking, dead, quick]) roll.source.push(records(opening));
    for (let minute = 0; minute < 9; minute++) {
      await thinking.clock.advance(30_000);
      thinking.source.push(": thinking\n\n");
      await thinking.clock.advance(30_000);
      thinking.source.push(": thinking\n\n");
    }
    await dead.clock.advance(46_000);
    await quick.clock.advance(11_000);

    expect(thinking.isOver).toBe(false);
    expect(plainEnding(await dead.result).cause).toBe("idle");
    expect(plainEnding(await quick.result).cause).toBe("idle");
    thinking.source.end();
    await thinking.clock.advance(1);
    expect(plainEnding(await thinking.result).cause).toBe("ended-early");
  });

  test("edge settles where no text may become code, and a JSON Schema is refused there", async () => {
    const strictPage = createStrictPage();
    runInContext(await bundleForPage("test/house/recipes/edge.ts", "edge"), strictPage);
    runInContext(await bundleForPage("src/index.ts", "root"), strictPage);
    runInContext(await bundleForPage("src/openai.ts", "openai"), strictPage);
    const source = JSON.stringify(
      callMessage(calls(open(0, "call_a", "create_ticket", '{"title":"Printer","priority":"high"}'))),
    );

    const settled: unknown = await runInContext(
      `(async () => {
        async function* source() { yield ${source}; }
        const { outcomes } = await edge.settleAtTheEdge(source());
        return JSON.stringify(outcomes.map(({ kind, cause, issues }) => [kind, cause, issues[0].path]));
      })()`,
      strictPage,
    );
    const refusal: unknown = runInContext(
      `(() => {
        async function* source() {}
        const tools = [{ name: "create_ticket", input: { type: "object" } }];
        try { root.settle(source(), { format: openai.openaiChat, tools }); return "taken"; } catch (error) { return error.name; }
      })()`,
      strictPage,
    );

    expect(settled).toBe('[["invalid","schema","/priority"]]');
    expect(refusal).toBe("TypeError");
  });
});

async function* hangingAfter(text: string): AsyncGenerator<string, void> {
  yield text;
  await new Promise(() => undefined);
}

/** A page with a strict content policy: there is no Node, and no text becomes code. */
function createStrictPage(): object {
  return createContext(
    {
      AbortController,
      AbortSignal,
      TextDecoder,
      TextEncoder,
      clearTimeout,
      performance,
      queueMicrotask,
      setTimeout,
      structuredClone,
    },
    { codeGeneration: { strings: false, wasm: false } },
  );
}

/** The script that an application would ship, with the package's sources in it. */
async function bundleForPage(entry: string, name: string): Promise<string> {
  const root = fileURLToPath(new URL("../../", import.meta.url));
  const output = await build({
    configFile: false,
    logLevel: "silent",
    root,
    resolve: {
      alias: [
        { find: /^rollcall$/, replacement: `${root}src/index.ts` },
        { find: /^rollcall\/([a-z]+)$/, replacement: `${root}src/$1.ts` },
      ],
    },
    build: { write: false, target: "es2023", lib: { entry, formats: ["iife"], name, fileName: name } },
  });
  const [first] = Array.isArray(output) ? output : [output];
  if (first === undefined || !("output" in first)) throw new Error(`${entry} did not become a script`);
  return first.output[0].code;
}
