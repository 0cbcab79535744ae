import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { type Script, type Simulator, startSimulator } from "../../src/simulator.ts";
import { ask } from "./ask.ts";

const twoKinds: Script = {
  format: "openai-responses",
  steps: [
    { kind: "call", id: "call_a", name: "find_customer", arguments: "{}" },
    { kind: "call", id: "call_b", name: "run_query", input: "text", arguments: "SELECT 1" },
    { kind: "stop", reason: "calls" },
  ],
};

let simulator: Simulator;

beforeEach(async () => {
  const { steps, ...rest } = twoKinds;
  const quiet: Script = {
    ...rest,
    steps: [...steps.slice(0, 2), { kind: "stop", reason: "calls", output: "missing" }],
  };
  const failed: Script = { ...rest, steps: [...steps.slice(0, 2), { kind: "stop", reason: "failed" }] };
  const cut: Script = { ...twoKinds, cut: { call: 1, byte: 3, end: { kind: "eof" } } };
  simulator = await startSimulator({ scripts: { "two-kinds": twoKinds, quiet, failed, cut } });
});

afterEach(async () => {
  await simulator.close();
});

type More = Readonly<Record<string, unknown>>;

async function askFor(model: string, more: More = {}): Promise<{ readonly status: number; readonly text: string }> {
  const response = await ask(simulator, "/v1/responses", { model: `rollcall/${model}`, ...more });
  return { status: response.status, text: await response.text() };
}

/** The id of the response that is told in a stream. */
async function idOf(model: string, more: More = {}): Promise<string> {
  const { text } = await askFor(model, more);
  return /"id":"(resp_\w+)"/.exec(text)?.[1] ?? "";
}

const output = (callId: string, text: string): object => ({
  type: "function_call_output",
  call_id: callId,
  output: text,
});

const callIdIn = (text: string): string => /"call_id":"(call_\w+)"/.exec(text)?.[1] ?? "";

describe("a stored response", () => {
  test.each(["two-kinds", "quiet"])("of %s wants every call of the client to be answered", async (model) => {
    const previous = await idOf(model);
    const custom = { type: "custom_tool_call_output", call_id: "call_b", output: "1" };

    const half = await askFor("ok", { previous_response_id: previous, input: [output("call_a", "Found.")] });
    const whole = await askFor("ok", { previous_response_id: previous, input: [output("call_a", "Found."), custom] });

    expect([half.status, whole.status]).toEqual([400, 200]);
    expect(half.text).toContain("call_b");
    expect(whole.text).toContain("Done. Is there anything else?");
  });

  test("is kept where it was cut by the ceiling, for its calls still want an answer", async () => {
    const { text } = await askFor("ceiling-half");
    const previous = /"id":"(resp_\w+)"/.exec(text)?.[1] ?? "";

    const bare = await askFor("ok", { previous_response_id: previous, input: "Go on." });
    const answered = await askFor("ok", {
      previous_response_id: previous,
      input: [output(callIdIn(text), "Error: it was cut short.")],
    });

    expect([bare.status, answered.status]).toEqual([400, 200]);
  });

  test.each([
    ["failed", {}],
    ["cut", {}],
    ["two-kinds", { store: false }],
  ])("is not there for %s %j", async (model, more) => {
    const previous = await idOf(model, more);

    const { status, text } = await askFor("ok", { previous_response_id: previous, input: "Go on." });

    expect(previous).toMatch(/^resp_\w{32}$/);
    expect(status).toBe(400);
    expect(text).toContain(previous);
  });

  test("carries its answers and corrections on, until the person speaks again", async () => {
    const first = await askFor("enum-guess?heals=2");
    const firstId = /"id":"(resp_\w+)"/.exec(first.text)?.[1] ?? "";
    const wrong = [output(callIdIn(first.text), "Error: no such priority.")];
    const second = await askFor("enum-guess?heals=2&chunk=whole", { previous_response_id: firstId, input: wrong });
    const secondId = /"id":"(resp_\w+)"/.exec(second.text)?.[1] ?? "";
    const stillWrong = [output(callIdIn(second.text), "Error: no such priority.")];

    const third = await askFor("enum-guess?heals=2&chunk=whole", { previous_response_id: secondId, input: stillWrong });
    const anew = await askFor("enum-guess?heals=2&chunk=whole", {
      previous_response_id: secondId,
      input: [...stillWrong, { role: "user", content: "Another ticket, please." }],
    });

    expect(second.text).toContain('\\"critical\\"');
    expect(third.text).toContain('\\"urgent\\"');
    expect(anew.text).toContain('\\"critical\\"');
    expect(new Set([firstId, secondId, /"id":"(resp_\w+)"/.exec(third.text)?.[1]]).size).toBe(3);
  });

  test("that ended in words is followed by the person's next words, given as a text", async () => {
    const first = await askFor("enum-guess?heals=0");
    const firstId = /"id":"(resp_\w+)"/.exec(first.text)?.[1] ?? "";
    const done = [output(callIdIn(first.text), "It is done.")];
    const closingId = await idOf("enum-guess?heals=0", { previous_response_id: firstId, input: done });

    const next = await askFor("enum-guess?heals=0", { previous_response_id: closingId, input: "Another one." });

    expect(next.status).toBe(200);
    expect(callIdIn(next.text)).toMatch(/^call_\w{24}$/);
    expect(callIdIn(next.text)).not.toBe(callIdIn(first.text));
  });

  test("is forgotten by a client that left before its end, as it was never finished", async () => {
    const leaving = new AbortController();
    const response = await ask(simulator, "/v1/responses", {
      model: "rollcall/two-kinds?pace=20",
      signal: leaving.signal,
    });
    const { value } = (await response.body?.getReader().read()) ?? {};
    const previous = /"id":"(resp_\w+)"/.exec(new TextDecoder().decode(value))?.[1] ?? "";
    leaving.abort();
    await simulator.whenIdle();

    const { status } = await askFor("ok", { previous_response_id: previous, input: "Go on." });

    expect(previous).toMatch(/^resp_\w{32}$/);
    expect(status).toBe(400);
  });
});
