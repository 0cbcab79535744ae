import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { RollDocument } from "../../src/cli/replay/json-document.ts";
import { runCli } from "../../src/cli/run-cli.ts";
import { memoryPorts } from "./memory-output.ts";

const recordings = new URL("../recordings/", import.meta.url).pathname;

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "rollcall-replay-"));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function file(name: string, ...lines: readonly unknown[]): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join(""));
  return path;
}

interface Answer {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function rollcall(...commandLine: readonly string[]): Promise<Answer> {
  const ports = memoryPorts();
  const code = await runCli(commandLine, ports);
  return { code, out: ports.stdout.printed(), err: ports.stderr.printed() };
}

/** A Chat Completions record with one piece of `create_ticket`. */
function piece(argumentText: string, stop: string | null = null): string {
  const call = {
    index: 0,
    id: "call_a",
    type: "function",
    function: { name: "create_ticket", arguments: argumentText },
  };
  return `data: ${JSON.stringify({ choices: [{ index: 0, delta: { tool_calls: [call] }, finish_reason: stop }] })}\n\n`;
}

const header = { cassette: 1, format: "openai-chat" };
const half = { ms: 100, text: piece('{"title":"Bro') };

/** What the roll of a cassette says: cause of the ending, and the line of the call. */
async function ends(name: string, lines: readonly unknown[], ...flags: readonly string[]): Promise<unknown> {
  const answer = await rollcall("replay", await file(name, header, ...lines), "--json", ...flags);
  const document = JSON.parse(answer.out) as RollDocument;
  return [answer.code, document.ending.cause, document.calls.map(({ line }) => line)];
}

describe("a replay of raw bytes", () => {
  test("prints one document, and exits with 0 when every call can run", async () => {
    const { code, out, err } = await rollcall(
      "replay",
      `${recordings}openai-chat/no-args.sse`,
      "--json",
      "-f",
      "openai-chat",
    );

    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      format: "openai-chat",
      ending: { kind: "complete", stop: "tool_calls", class: "clean", cause: null, line: null },
      announced: 1,
      calls: [{ index: 0, runBy: "client", kind: "dispatchable", args: {} }],
    });
    expect(err).toBe(
      "rollcall: note: every tool name was accepted and no schema was checked; declare the tools with --tools FILE\n",
    );
  });

  test("counts a call that the provider ran as no failure", async () => {
    const path = `${recordings}anthropic/server-tool-then-client-tool.sse`;

    expect((await rollcall("replay", path, "--format", "anthropic-messages")).code).toBe(0);
  });

  test.each([
    ["anthropic/truncated.sse", "anthropic-messages"],
    ["anthropic/pause-turn.sse", "anthropic-messages"],
    ["anthropic/eof-no-terminal.sse", "anthropic-messages"],
    ["openai-responses/failed.sse", "openai-responses"],
  ])("exits with 1 for %s", async (path, format) => {
    expect((await rollcall("replay", recordings + path, "--format", format)).code).toBe(1);
  });

  test("reads standard input for -", async () => {
    const ports = memoryPorts({ readStdin: async () => new TextEncoder().encode(piece("{}", "tool_calls")) });

    const code = await runCli(["replay", "-", "--format", "openai-chat"], ports);

    expect(code).toBe(0);
    expect(ports.stdout.printed()).toContain("standard input · openai-chat\n");
    expect(ports.stdout.printed()).toContain("\ncreate_ticket — ready\n");
    expect(ports.stdout.printed()).toContain("note    every tool name was accepted and no schema was checked; ");
  });

  test("takes an empty file for an answer that ended early", async () => {
    const { code, out } = await rollcall("replay", await file("empty.sse"), "--format", "openai-chat");

    expect(code).toBe(1);
    expect(out).toContain("⊘ the answer ended early — nothing was run\n");
  });

  test("checks the schemas of a tools file, and says so no more", async () => {
    const tools = await file("tools.json", [
      {
        name: "create_ticket",
        parameters: { type: "object", required: ["title"], properties: { title: { type: "string" } } },
      },
    ]);
    const stream = await file("misfit.sse", piece('{"title":7}', "tool_calls"));

    const { code, out, err } = await rollcall("replay", stream, "-f", "openai-chat", "-t", tools, "--json");

    expect([code, err]).toEqual([1, ""]);
    expect(JSON.parse(out)).toMatchObject({
      calls: [{ kind: "invalid", cause: "schema", issues: [{ path: "/title", received: "7" }] }],
    });
  });
});

describe("a replay of a cassette", () => {
  test("lets an hour of silence pass at once, up to the limit (R7)", async () => {
    expect(await ends("hour.jsonl", [half, { ms: 3_600_000, end: "eof" }])).toEqual([
      1,
      "idle",
      ["⊘ create_ticket — not run (connection lost)"],
    ]);
  });

  test("lets an hour of silence pass at once where no limit is on", async () => {
    const lines = [half, { ms: 3_600_000, text: piece('ken lamp"}', "tool_calls") }, { ms: 3_600_001, end: "eof" }];

    expect(await ends("patient.jsonl", lines, "--progress-ms", "off", "--liveness-ms", "off")).toEqual([
      0,
      null,
      ["create_ticket — ready"],
    ]);
  });

  test("measures silence against the limits that are given", async () => {
    const lines = [half, { ms: 1000, text: piece('ken lamp"}', "tool_calls") }, { ms: 1001, end: "eof" }];

    expect(await ends("limit-899.jsonl", lines, "--progress-ms", "890")).toEqual([
      1,
      "idle",
      ["⊘ create_ticket — not run (connection lost)"],
    ]);
    expect(await ends("limit-950.jsonl", lines, "--progress-ms", "950")).toEqual([0, null, ["create_ticket — ready"]]);
  });

  test("ends as it was recorded: reset, cancel, silence, early end", async () => {
    expect(await ends("reset.jsonl", [half, { ms: 200, end: "reset" }])).toEqual([
      1,
      "disconnected",
      ["⊘ create_ticket — not run (connection lost)"],
    ]);
    expect(await ends("cancel.jsonl", [half, { ms: 200, end: "cancel" }])).toEqual([
      1,
      "cancelled",
      ["⊘ create_ticket — cancelled"],
    ]);
    expect(await ends("silence.jsonl", [half, { ms: 200, end: "silence" }])).toEqual([
      1,
      "idle",
      ["⊘ create_ticket — not run (connection lost)"],
    ]);
    expect(await ends("eof.jsonl", [half, { ms: 200, end: "eof" }])).toEqual([
      1,
      "ended-early",
      ["⊘ create_ticket — not run (the answer ended early)"],
    ]);
  });

  test("keeps the recording's pace with --realtime, and shows the roll as it happens", async () => {
    const path = await file("pace.jsonl", header, { ms: 5, text: piece("{}", "tool_calls") }, { ms: 40, end: "eof" });

    const { code, out } = await rollcall("replay", path, "--realtime");

    expect(code).toBe(0);
    expect(out).toMatch(/^create_ticket — ready\n\n.*pace\.jsonl · openai-chat\n/);
  });

  test("is refused when it would wait for ever", async () => {
    const path = await file("for-ever.jsonl", header, half, { ms: 200, end: "silence" });

    for (const pace of [[], ["--realtime"]]) {
      expect(await rollcall("replay", path, "--progress-ms", "off", ...pace)).toMatchObject({
        code: 2,
        err:
          "rollcall: the recording falls silent at 200 ms and no time limit is on, so the replay would wait for ever; " +
          "set one of --first-ms, --progress-ms and --liveness-ms\n",
      });
    }
  });
});

describe("a replay that cannot be (exit 2)", () => {
  test("says that a file is no stream of the format, and prints no roll", async () => {
    const path = await file("letter.txt", "Dear provider,");

    expect(await rollcall("replay", path, "--format", "anthropic-messages", "--json")).toEqual({
      code: 2,
      out: "",
      err:
        `rollcall: ${path} is no anthropic-messages stream: nothing in it could be read as one; ` +
        "check --format, and that the file holds the body of the response as it was received\n",
    });
  });

  test.each([
    ["anthropic/truncated.sse", "openai-chat", "anthropic-messages"],
    ["openai-chat/ok.sse", "anthropic-messages", "openai-chat"],
    ["openai-responses/ok.sse", "openai-chat", "openai-responses"],
  ])("says what %s looks like instead of %s", async (name, format, own) => {
    const path = recordings + name;

    expect(await rollcall("replay", path, "--format", format)).toEqual({
      code: 2,
      out: "",
      err: `rollcall: ${path} is no ${format} stream; it looks like ${own}: try --format ${own}\n`,
    });
  });

  test("says what a cassette looks like that states another format", async () => {
    const stated = { cassette: 1, format: "anthropic-messages" };
    const path = await file("misnamed.jsonl", stated, half, { ms: 200, end: "eof" });

    expect((await rollcall("replay", path)).err).toBe(
      `rollcall: ${path} is no anthropic-messages stream; it looks like openai-chat: ` +
        "correct the format in the first line of the cassette\n",
    );
  });

  test.each([
    [
      '{"id":"msg_1","type":"message","content":[]}',
      'JSON, an answer in one piece: was "stream": true missing from the request?',
    ],
    ['{\n  "error": {\n    "message": "no such key"\n  }\n}', "JSON, an error that was answered instead of a stream"],
    [
      "\n<!DOCTYPE html>\n<html><body>Bad gateway</body></html>",
      "HTML, such as the error page of a proxy: check the address of the request",
    ],
  ])("says that %j is no stream at all", async (body, looks) => {
    const path = await file("body.txt", body);

    for (const format of ["anthropic-messages", "openai-chat", "openai-responses"]) {
      expect(await rollcall("replay", path, "-f", format)).toEqual({
        code: 2,
        out: "",
        err: `rollcall: ${path} is no ${format} stream; it looks like ${looks}\n`,
      });
    }
  });

  test("says that the first line is no header where the rest is a cassette, with a format and without", async () => {
    const path = await file("blank.jsonl", "", header, half, { ms: 200, end: "eof" });

    for (const flags of [[], ["--format", "openai-chat"]]) {
      expect(await rollcall("replay", path, ...flags)).toEqual({
        code: 2,
        out: "",
        err:
          `rollcall: ${path}, line 1: this is not the header of a cassette, though the file looks like one; ` +
          'begin it with a line such as {"cassette":1,"format":"openai-chat"}\n',
      });
    }
  });

  test("says which formats there are", async () => {
    const path = `${recordings}openai-chat/ok.sse`;

    expect((await rollcall("replay", path)).err).toBe(
      `rollcall: ${path} does not say its format; add --format with one of anthropic-messages, openai-chat, openai-responses\n`,
    );
    expect((await rollcall("replay", path, "--format", "chat")).err).toBe(
      'rollcall: --format: the format "chat" is not known; use one of anthropic-messages, openai-chat, openai-responses\n',
    );
    const odd = await file("odd.jsonl", { cassette: 1, format: "gopher" }, { ms: 0, end: "eof" });
    expect(await rollcall("replay", odd)).toMatchObject({
      code: 2,
      err: `rollcall: ${odd}, line 1: the format "gopher" is not known; use one of anthropic-messages, openai-chat, openai-responses\n`,
    });
  });

  test("refuses a --format that contradicts the cassette, and takes one that agrees", async () => {
    const path = await file("stated.jsonl", header, { ms: 0, text: piece("{}", "tool_calls") }, { ms: 1, end: "eof" });

    expect(await rollcall("replay", path, "--format", "openai-responses")).toEqual({
      code: 2,
      out: "",
      err: `rollcall: --format openai-responses contradicts ${path}, which says openai-chat; leave --format out\n`,
    });
    expect((await rollcall("replay", path, "--format", "openai-chat")).code).toBe(0);
  });

  test.each([
    [["--first-ms", "0"], "option '--first-ms <n|off>' argument '0' is invalid. Give milliseconds above 0"],
    [["--progress-ms", "-5"], "option '--progress-ms <n|off>' argument '-5' is invalid."],
    [["--liveness-ms", "never"], "option '--liveness-ms <n|off>' argument 'never' is invalid."],
    [["--liveness-ms", "Infinity"], "option '--liveness-ms <n|off>' argument 'Infinity' is invalid."],
    [["--max-output-tokens", "1.5"], "option '--max-output-tokens <n>' argument '1.5' is invalid. Give a whole number"],
    [["--truncation", "some"], "option '--truncation <policy>' argument 'some' is invalid."],
    [["--jsno"], "unknown option '--jsno'"],
    [["extra"], "too many arguments"],
  ])("refuses %s and says where help is", async (flags, complaint) => {
    const { code, out, err } = await rollcall(
      "replay",
      `${recordings}openai-chat/ok.sse`,
      "-f",
      "openai-chat",
      ...flags,
    );

    expect([code, out]).toEqual([2, ""]);
    expect(err.startsWith(`rollcall: ${complaint}`)).toBe(true);
    expect(err.endsWith('Run "rollcall replay --help" for the options.\n')).toBe(true);
  });

  test("says that a file is not there, is a folder, or is missing on the command line", async () => {
    expect(await rollcall("replay", `${folder}/nowhere.sse`, "-f", "openai-chat")).toMatchObject({
      code: 2,
      err: `rollcall: cannot read ${folder}/nowhere.sse: there is no such file\n`,
    });
    expect(await rollcall("replay", folder, "-f", "openai-chat")).toMatchObject({
      code: 2,
      err: `rollcall: cannot read ${folder}: it is a folder; name a file in it\n`,
    });
    expect(await rollcall("replay")).toMatchObject({
      code: 2,
      err: `rollcall: missing required argument 'file'\nRun "rollcall replay --help" for the options.\n`,
    });
  });

  test("refuses tools whose schema cannot be compiled, and standard input asked for twice", async () => {
    const tools = await file("bad-schema.json", [{ name: "create_ticket", parameters: { type: "strng" } }]);
    const path = `${recordings}openai-chat/ok.sse`;

    const { code, err } = await rollcall("replay", path, "-f", "openai-chat", "--tools", tools);
    expect(code).toBe(2);
    expect(err).toBe(
      `rollcall: ${tools}, at /0/parameters/type: the input schema of tool "create_ticket" does not compile: ` +
        'expected one of ["array","boolean","integer","null","number","object","string"]; found "strng"\n',
    );

    expect(await rollcall("replay", "-", "-f", "openai-chat", "--tools", "-")).toMatchObject({
      code: 2,
      err: "rollcall: standard input cannot be both the stream and the tools; write the tools to a file\n",
    });
  });
});

describe("the ceiling and the policy", () => {
  test("reach the roll", async () => {
    const usage = `data: ${JSON.stringify({ choices: [], usage: { completion_tokens: 64 } })}\n\n`;
    const stream = await file("hidden.sse", piece('{"title":"Bro', "tool_calls"), usage);

    const { out } = await rollcall("replay", stream, "-f", "openai-chat", "--max-output-tokens", "64", "--json");

    expect(JSON.parse(out)).toMatchObject({ calls: [{ reason: "truncated", cause: "token-limit" }] });
  });
});

describe("the JSON document", () => {
  test("holds what a provider sent unchanged, and escapes what could act on a terminal", async () => {
    const text = "a\u001b[2J\u009b2J\u202eb\u2066c\u007f\ufeff é 漢 👨‍👩‍👧";
    const record = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: text }, finish_reason: "stop" }] })}\n\n`;
    const stream = await file("active.sse", record, "data: [DONE]\n\n");

    const { out } = await rollcall("replay", stream, "-f", "openai-chat", "--json");

    expect(JSON.parse(out)).toMatchObject({ text });
    expect(out).toContain(String.raw`"text": "a\u001b[2J\u009b2J\u202eb\u2066c\u007f\ufeff é 漢 👨‍👩‍👧"`);
  });
});
