import { describe, expect, test } from "vitest";

import { runCli } from "../../src/cli/run-cli.ts";
import { terminalOf } from "../../src/cli/screen/terminal-of.ts";
import type { Assistant } from "../../src/cli/tour/assistant.ts";
import { playScene } from "../../src/cli/tour/play-scene.ts";
import { playTour } from "../../src/cli/tour/tour.ts";
import { openaiChat } from "../../src/openai.ts";
import { playScript, startSimulator } from "../../src/simulator.ts";
import { memoryOutput, memoryPorts } from "./memory-output.ts";

async function tour(...commandLine: readonly string[]): Promise<string> {
  const ports = memoryPorts();
  const code = await runCli(["tour", "--pace", "0", ...commandLine], ports);
  expect([code, ports.stderr.printed()]).toEqual([0, ""]);
  return ports.stdout.printed();
}

describe("the tour", () => {
  test.each([
    ["ceiling-half?at=20", "⊘ create_ticket — not run (the request was cut short)\n"],
    ["ceiling-half?at=90", "⊘ create_ticket — not run (the request was cut short)\n"],
    // Behind the closing brace nothing is hidden any more: the text is whole and the stop is clean.
    ["hidden-truncation?at=90", "⊘ create_ticket — not run (the request was cut short)\n"],
    ["hidden-truncation?at=1000", "create_ticket — ready\n"],
    ["disconnect?at=20", "⊘ create_ticket — not run (connection lost)\n"],
    ["disconnect?at=90", "⊘ create_ticket — not run (connection lost)\n"],
  ])("shows of %s how it ended where it was cut over HTTP", async (scenario, lines) => {
    expect(await tour("--scenario", scenario)).toContain(`now.\n${lines}`);
  });

  test("adds its scenes up to one roll (R2)", async () => {
    const shown = await tour("--scenario", "parallel", "disconnect", "enum-guess?heals=never", "server-tool");

    expect(shown).toContain("\n7 announced = 4 dispatchable + 1 invalid + 1 failed + 1 observed\n");
    expect(shown.endsWith("\nEvery announced call ended in exactly one stated outcome.\n")).toBe(true);
  });

  test("plays a scenario of a look-alike through the SDK that speaks its wire", async () => {
    const shown = await tour("--scenario", "index-jumps");

    expect(shown).toContain("index-jumps · OpenAI SDK, Chat Completions");
    expect(shown).toContain("\ncreate_ticket — ready\n");
  });

  test("lets the person cancel once enough bytes came", async () => {
    const ports = memoryPorts();
    const scene = { scenario: "ok", sdk: "openai-responses", cancelAtBytes: 60 } as const;

    const code = await playTour({ scenes: [scene], paceMs: 1, redraws: false }, ports);

    expect(code).toBe(0);
    expect(ports.stdout.printed()).toContain("\n⊘ create_ticket — cancelled\n⊘ cancelled — nothing was run\n");
  });

  test("stops between two scenes when it is asked to, and shows the roll so far", async () => {
    const stopping = new AbortController();
    stopping.abort();
    const ports = memoryPorts({ stopSignal: () => stopping.signal });

    const code = await runCli(["tour"], ports);

    expect(code).toBe(1);
    expect(ports.stdout.printed()).toContain("\n0 announced = 0 dispatchable + 0 invalid + 0 failed + 0 observed\n");
  });

  test("R14 an interruption in front of the answer is a cancel, and no complaint about the service", async () => {
    const stopping = new AbortController();
    const assistant: Assistant = {
      label: "a slow service",
      format: openaiChat,
      ask: () => {
        stopping.abort();
        return Promise.reject(new Error("Request was aborted."));
      },
    };
    const output = memoryOutput();
    const screen = { output: terminalOf(output), live: false };

    const { ending } = await playScene({
      assistant,
      model: "any",
      maxOutputTokens: 9,
      take: "events",
      screen,
      stop: stopping.signal,
    });

    expect([ending.kind, ending.cause]).toEqual(["abandoned", "cancelled"]);
    expect(output.printed()).toBe("⊘ cancelled — nothing was run\n");
  });

  test("shows nothing but the events of the stream that it is given", async () => {
    const assistant: Assistant = {
      label: "a script",
      format: openaiChat,
      ask: async () =>
        playScript({
          format: "openai-chat",
          steps: [
            { kind: "text", text: "Opening it." },
            { kind: "call", name: "open_valve", arguments: '{"n":4}' },
            { kind: "stop", reason: "ceiling" },
            { kind: "done" },
          ],
        }),
    };
    const output = memoryOutput();
    const screen = { output: terminalOf(output), live: false };
    const stop = new AbortController().signal;

    const { count } = await playScene({ assistant, model: "any", maxOutputTokens: 9, take: "bytes", screen, stop });

    expect(count).toEqual({ announced: 1, dispatchable: 0, invalid: 0, failed: 1, observed: 0 });
    expect(output.printed()).toBe(
      "Opening it.\n" +
        "⊘ open_valve — not run (the request was cut short)\n" +
        "⊘ the answer was cut short — nothing was run\n",
    );
  });

  test.each([
    [["--scenario", "nope"], /^rollcall: --scenario nope: unknown scenario "nope"; known: ok, /],
    [["--scenario", "ok?at=4"], /^rollcall: --scenario ok\?at=4: scenario "ok" has no use for the parameter "at"\n/],
    [["--scenario", "ok", "--provider", "openai"], /^rollcall: --scenario has no meaning for --provider/],
    [["--model", "x"], /^rollcall: --model has no meaning for the simulator; add --provider/],
    [["--provider", "anthropic"], /^rollcall: --provider anthropic asks the real service; set ANTHROPIC_API_KEY, or/],
    [["--provider", "openai"], /^rollcall: --provider openai asks the real service; set OPENAI_API_KEY, or/],
    [["--provider", "opnai"], /^rollcall: option '--provider <name>' argument 'opnai' is invalid\./],
    [["--pace", "-1"], /^rollcall: option '--pace <ms>' argument '-1' is invalid\. Give a whole number/],
  ])("refuses %s (exit 2)", async (flags, complaint) => {
    const ports = memoryPorts();

    const code = await runCli(["tour", ...flags], ports);

    expect([code, ports.stdout.printed()]).toEqual([2, ""]);
    expect(ports.stderr.printed()).toMatch(complaint);
  });
});

describe("a tour on the real service", () => {
  test("sends one request with the key and the model, and counts what came", async () => {
    const simulator = await startSimulator();
    const ports = memoryPorts({ environment: { ANTHROPIC_API_KEY: "key" } });
    process.env["ANTHROPIC_BASE_URL"] = simulator.url;

    try {
      const code = await runCli(["tour", "--provider", "anthropic", "--model", "rollcall/ceiling-half?at=90"], ports);

      expect(code).toBe(0);
      expect(ports.stdout.printed()).toContain("now.\n⊘ create_ticket — not run (the request was cut short)\n");
      expect(ports.stdout.printed()).toContain("\n1 announced = 0 dispatchable + 0 invalid + 1 failed + 0 observed\n");
      expect(simulator.requests.length).toBe(1);
    } finally {
      delete process.env["ANTHROPIC_BASE_URL"];
      await simulator.close();
    }
  });

  test("says what a service answered that refused", async () => {
    const simulator = await startSimulator();
    const ports = memoryPorts({ environment: { OPENAI_API_KEY: "key" } });
    process.env["OPENAI_BASE_URL"] = `${simulator.url}/v1`;

    try {
      const code = await runCli(["tour", "--provider", "openai", "--model", "gpt-0"], ports);

      expect(code).toBe(2);
      expect(ports.stderr.printed()).toMatch(
        /^rollcall: the service did not answer gpt-0: 400 unknown scenario "gpt-0"/,
      );
    } finally {
      delete process.env["OPENAI_BASE_URL"];
      await simulator.close();
    }
  });
});
