import { describe, expect, test } from "vitest";

import {
  type ScenarioContext,
  scenarios,
  scenarioScript,
  type ScriptFormat,
  startSimulator,
} from "../../src/simulator.ts";
import { createManualClock } from "../support/manual-clock.ts";
import { ask, type Path, servedPaths } from "./ask.ts";
import { dataOf, playText, playWrites } from "./play-text.ts";

const formats: readonly ScriptFormat[] = ["anthropic-messages", "openai-chat", "openai-responses"];

/** Plays a scenario up to its end, or up to the point where it holds the connection open. */
async function playScenario(name: string, format: ScriptFormat, context: ScenarioContext = {}): Promise<string> {
  const { script, seed = 1 } = scenarioScript(name, format, context);
  const { cut: _cut, ...rest } = script;
  const cut = script.cut === undefined ? {} : { cut: { ...script.cut, end: { kind: "eof" as const } } };
  const clock = createManualClock();
  const playing = playText({ ...rest, ...cut, end: { kind: "eof" } }, { seed, clock });
  await clock.advance(60_000);
  return playing;
}

/** The argument text of the last call, whatever the wire. */
function argumentsIn(body: string): string {
  const pieces = [...body.matchAll(/"(?:partial_json|arguments|delta)":("(?:[^"\\]|\\.)*"),?"?/g)];
  return pieces.map((match) => String(JSON.parse(match[1] ?? '""'))).join("");
}

describe("the registry", () => {
  test("has the scenarios that are promised for every format", () => {
    const names = scenarios.filter((entry) => entry.formats.length === 3).map((entry) => entry.name);

    expect(names).toEqual([
      "ok",
      "text-only",
      "parallel",
      "no-arguments",
      "broken-json",
      "enum-guess",
      "enum-guess-varied",
      "field-missing",
      "unknown-tool",
      "valid-beside-invalid",
      "payment",
      "payment-twice",
      "payment-again",
      "id-reused",
      "drop-between",
      "refusal-after",
      "ceiling-half",
      "ceiling-whole",
      "ceiling-always",
      "context-window",
      "refusal",
      "content-filter",
      "unknown-stop",
      "hidden-truncation",
      "parallel-one-cut",
      "closing-words",
      "disconnect",
      "fin",
      "eof",
      "silence",
      "pings-only",
      "silence-at-once",
      "hiccup",
      "error-event",
      "error-first",
      "rate-limited",
      "overloaded",
      "server-error",
      "wrong-key",
      "no-credit",
    ]);
  });

  test("gives every scenario its own name and a title of one sentence", () => {
    expect(new Set(scenarios.map((entry) => entry.name)).size).toBe(scenarios.length);
    expect(scenarios.filter((entry) => !/^[A-Z][^.]*\.$/.test(entry.title)).map((entry) => entry.title)).toEqual([]);
  });

  for (const { name, formats: spoken } of scenarios) {
    test.each(spoken)(`${name} can be played on %s, twice alike`, async (format) => {
      const body = await playScenario(name, format);

      expect(body).toBe(await playScenario(name, format));
      expect(body === "").toBe(name === "silence-at-once");
    });
  }
});

describe("parameters", () => {
  test.each(formats)("moving the byte moves the cut on %s", async (format) => {
    const cutAt = async (byte: number): Promise<string> =>
      argumentsIn(await playScenario(`disconnect?at=${byte}`, format)).replace(
        "I'll create that ticket for you now.",
        "",
      );

    expect(await cutAt(0)).toBe("");
    expect(await cutAt(18)).toBe('{"project":"Web","');
    expect(await cutAt(20)).toBe('{"project":"Web","ti');
  });

  test("pace is kept, and chunks are as asked for", () => {
    expect(scenarioScript("ok?pace=25&chunk=random:6&seed=12", "openai-chat")).toMatchObject({
      seed: 12,
      script: { paceMs: 25, chunking: { random: 6 } },
    });
  });
});

describe("ceilings", () => {
  test("a ceiling reports as many tokens as were asked for", async () => {
    const body = await playScenario("ceiling-half", "anthropic-messages", { maxOutputTokens: 512 });

    expect(body).toContain('"stop_reason":"max_tokens"');
    expect(body).toContain('"usage":{"output_tokens":512,');
    expect(body.indexOf('"type":"content_block_stop","index":1')).toBeLessThan(
      body.indexOf('"stop_reason":"max_tokens"'),
    );
  });

  test("a hidden one stops cleanly and reports them all the same", async () => {
    const body = await playScenario("hidden-truncation", "openai-chat", { maxOutputTokens: 512 });

    expect(body).toContain('"finish_reason":"tool_calls"');
    expect(body).toContain('"usage":{"prompt_tokens":88,"completion_tokens":512,"total_tokens":600}');
  });
});

describe("a conversation", () => {
  const guess = async (heals: string, corrections: number, answers = corrections): Promise<string> => {
    const body = await playScenario(`enum-guess?heals=${heals}`, "openai-responses", { answers, corrections });
    return /"priority\\":\\"(\w+)/.exec(body)?.[1] ?? "no call";
  };

  test("a wrong call is put right after the corrections that were asked for, then the turn ends in words", async () => {
    expect(await guess("2", 0)).toBe("critical");
    expect(await guess("2", 1)).toBe("critical");
    expect(await guess("2", 2)).toBe("urgent");
    expect(await guess("2", 3)).toBe("no call");
    expect(await guess("2", 0, 1)).toBe("no call");
  });

  test("it is never put right with heals=never", async () => {
    expect(await guess("never", 40)).toBe("critical");
  });

  test("a call that has been answered is followed by words", async () => {
    const body = await playScenario("ok", "openai-chat", { answers: 1, corrections: 1 });

    expect(body).not.toContain("tool_calls");
    expect(body).toContain('"finish_reason":"stop"');
  });

  test("a pause goes on with the call once the message is sent back", async () => {
    expect(await playScenario("pause", "anthropic-messages")).toContain('"stop_reason":"pause_turn"');
    expect(await playScenario("pause", "anthropic-messages", { isContinued: true })).toContain(
      '"stop_reason":"tool_use"',
    );
  });

  const said = { role: "user", content: "Open a ticket." };
  const toolCall = { id: "call_1", type: "function", function: { name: "create_ticket", arguments: "{}" } };
  const answered: Readonly<Record<Path, (text: string) => object>> = {
    "/v1/messages": (text) => ({
      messages: [
        said,
        { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "create_ticket", input: {} }] },
        {
          role: "user",
          content: [{ type: "tool_result", tool_use_id: "toolu_1", is_error: text.startsWith("Error"), content: text }],
        },
      ],
    }),
    "/v1/chat/completions": (text) => ({
      messages: [
        said,
        { role: "assistant", content: null, tool_calls: [toolCall] },
        { role: "tool", tool_call_id: "call_1", content: text },
      ],
    }),
    "/v1/responses": (text) => ({
      input: [
        said,
        { type: "function_call", call_id: "call_1", name: "create_ticket", arguments: "{}" },
        { type: "function_call_output", call_id: "call_1", output: text },
      ],
    }),
  };

  test.each(servedPaths)("corrections are told from results in the history of %s", async (path) => {
    const simulator = await startSimulator();
    const askFor = async (history: object): Promise<string> =>
      (await ask(simulator, path, { model: "rollcall/enum-guess?chunk=whole", ...history })).text();

    const first = await askFor({});
    const corrected = await askFor(answered[path]("Error: priority must be one of low, normal, urgent."));
    const done = await askFor(answered[path]("Ticket 12 is open."));
    await simulator.close();

    expect(first).toContain('\\"critical\\"');
    expect(corrected).toContain('\\"urgent\\"');
    expect(done).toContain("Done. Is there anything else?");
  });

  const inParts: readonly (readonly [Path, object])[] = [
    [
      "/v1/chat/completions",
      {
        messages: [
          said,
          { role: "assistant", content: null, tool_calls: [toolCall] },
          { role: "tool", tool_call_id: "call_1", content: [{ type: "text", text: "Error: no such priority." }] },
        ],
      },
    ],
    [
      "/v1/responses",
      {
        input: [
          said,
          { type: "function_call", call_id: "call_1", name: "create_ticket", arguments: "{}" },
          {
            type: "function_call_output",
            call_id: "call_1",
            output: [{ type: "input_text", text: "Error: no such priority." }],
          },
        ],
      },
    ],
  ];

  test.each(inParts)("a correction may come in parts on %s", async (path, history) => {
    const simulator = await startSimulator();

    const response = await ask(simulator, path, { model: "rollcall/enum-guess?chunk=whole", ...history });
    const text = await response.text();
    await simulator.close();

    expect(text).toContain('\\"urgent\\"');
  });

  test("a later turn has other ids than an earlier one", async () => {
    const simulator = await startSimulator();
    const askAfter = async (turns: number): Promise<string> => {
      const messages = Array.from({ length: turns }, () => ({ role: "user", content: "Open a ticket." }));
      return (await ask(simulator, "/v1/messages", { model: "rollcall/ok", messages })).text();
    };

    const ids = [await askAfter(1), await askAfter(3), await askAfter(1)].map((body) => /toolu_\w+/.exec(body)?.[0]);
    await simulator.close();

    expect(ids[1]).not.toBe(ids[0]);
    expect(ids[2]).toBe(ids[0]);
  });
});

describe("what each wire makes of a scenario", () => {
  test("no-arguments: Claude sends an empty fragment, OpenAI an empty object", async () => {
    expect(argumentsIn(await playScenario("no-arguments?chunk=whole", "anthropic-messages"))).toBe("");
    expect(await playScenario("no-arguments", "openai-chat")).toContain('"arguments":"{}"');
  });

  test("refusal: a stop word at Anthropic, words at OpenAI", async () => {
    expect(await playScenario("refusal", "anthropic-messages")).toContain('"stop_reason":"refusal"');
    expect(await playScenario("refusal?chunk=whole", "openai-chat")).toContain('"delta":{"refusal":"I\'m sorry');
    expect(await playScenario("refusal", "openai-responses")).toContain("event: response.refusal.done");
  });

  test("several choices are numbered, and each counts its own calls", async () => {
    const body = await playScenario("several-choices", "openai-chat");
    const choices = dataOf(body).flatMap((data) =>
      JSON.stringify(data).includes('"choices":[{"index":1') ? [1] : [0],
    );

    expect(new Set(choices)).toEqual(new Set([0, 1]));
    expect(body).not.toContain('"tool_calls":[{"index":1');
  });

  test("writes follow one another as frames do", async () => {
    const writes = await playWrites(scenarioScript("done-missing", "openai-chat").script);

    expect(writes.every((write) => Buffer.from(write).toString().endsWith("\n\n"))).toBe(true);
  });
});
