import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { open, readFile } from "node:fs/promises";

import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url).pathname;
const node = `${root}node_modules/.bin/node`;
const main = `${root}src/cli/main.ts`;

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function start(...commandLine: readonly string[]): ChildProcess {
  const { ANTHROPIC_API_KEY: _anthropic, OPENAI_API_KEY: _openai, ...environment } = process.env;
  return spawn(node, [main, ...commandLine], { env: environment, stdio: ["pipe", "pipe", "pipe"] });
}

async function ended(child: ChildProcess): Promise<Ended> {
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout?.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr?.on("data", (chunk: Buffer) => err.push(chunk));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() };
}

/** Resolves once the process has printed this. */
function printed(child: ChildProcess, text: string): Promise<string> {
  return new Promise((resolve) => {
    let out = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      out += chunk.toString();
      if (out.includes(text)) resolve(out);
    });
  });
}

const recordings = `${root}test/recordings/`;

test("the program prints the version of the package", async () => {
  const manifest = JSON.parse(await readFile(`${root}package.json`, "utf8")) as { readonly version: string };

  expect(await ended(start("--version"))).toEqual({ code: 0, out: `${manifest.version}\n`, err: "" });
});

test("the program explains itself and each command", async () => {
  const [whole, ofReplay] = await Promise.all([ended(start("--help")), ended(start("help", "replay"))]);

  expect([whole.code, whole.err, ofReplay.code, ofReplay.err]).toEqual([0, "", 0, ""]);
  for (const command of ["replay", "simulate", "tour"]) expect(whole.out).toContain(`\n  ${command} `);
  expect(ofReplay.out).toContain("\nExamples:\n");
});

test("no command and an unknown command are wrong usage", async () => {
  const [none, unknown] = await Promise.all([ended(start()), ended(start("replya"))]);

  expect([none.code, none.out]).toEqual([2, ""]);
  expect(none.err).toContain("Usage: rollcall");
  expect(unknown).toEqual({
    code: 2,
    out: "",
    err: `rollcall: unknown command 'replya'\n(Did you mean replay?)\nRun "rollcall --help" for the options.\n`,
  });
});

test("the exit code of a replay says whether every call can run", async () => {
  const [clean, cut, foreign] = await Promise.all([
    ended(start("replay", `${recordings}anthropic/ok.sse`, "--format", "anthropic-messages")),
    ended(start("replay", `${recordings}anthropic/truncated.sse`, "--format", "anthropic-messages")),
    ended(start("replay", `${recordings}openai-chat/ok.sse`, "--format", "anthropic-messages")),
  ]);

  expect([clean.code, cut.code, foreign.code]).toEqual([0, 1, 2]);
});

test("a replay reads a pipe and never colors one", async () => {
  const child = start("replay", "-", "--format", "openai-responses");
  child.stdin?.end(await readFile(`${recordings}openai-responses/ok.sse`));

  const { code, out } = await ended(child);

  expect(code).toBe(0);
  expect(out).toContain("standard input · openai-responses\n");
  expect(out).not.toContain("\u{1B}");
});

test("a reader that goes away is no crash", async () => {
  const child = start("tour", "--scenario", "ok", "ok", "ok", "--pace", "1");
  child.stdout?.once("data", () => child.stdout?.destroy());

  const { code, err } = await ended(child);

  expect([code, err]).toEqual([0, ""]);
});

test.each([
  ["a replay", ["replay", `${recordings}anthropic/ok.sse`, "--format", "anthropic-messages"]],
  ["a simulator", ["simulate"]],
  ["a tour", ["tour", "--scenario", "ok", "ok", "--pace", "0"]],
  ["the help", ["--help"]],
])("%s whose output cannot be written says so in one line, and exits with 2", async (_name, commandLine) => {
  // A file that is open for reading alone refuses every write, as a full disk does.
  const unwritable = await open(`${root}package.json`, "r");
  const child = spawn(node, [main, ...commandLine], { stdio: ["ignore", unwritable.fd, "pipe"] });

  const answer = await ended(child);
  await unwritable.close();

  expect(answer).toEqual({
    code: 2,
    out: "",
    err: "rollcall: cannot write standard output: it is not open for writing\n",
  });
});

test.each(["SIGINT", "SIGTERM"] as const)("a simulator says where it is, and ends cleanly on %s", async (signal) => {
  const child = start("simulate");
  const finished = ended(child);
  const guide = await printed(child, "Ctrl-C ends it.\n");
  const url = /^A provider that fails on purpose listens on (http:\/\/127\.0\.0\.1:\d+)$/m.exec(guide)?.[1] ?? "";
  const held = await fetch(`${url}/v1/messages`, {
    method: "POST",
    body: JSON.stringify({
      model: "rollcall/silence",
      max_tokens: 64,
      stream: true,
      messages: [{ role: "user", content: "Hello." }],
    }),
  });

  child.kill(signal);
  const { code, err } = await finished;

  expect([held.status, code, err]).toEqual([200, 0, ""]);
  expect(guide).toContain(`OpenAI base URL     ${url}/v1\n`);
  expect(guide).toContain("  rollcall/disconnect");
});

test("a simulator plays a script under the name of its file", async () => {
  const child = start("simulate", "--script", `${root}test/cli/one-word.json`);
  const finished = ended(child);
  const guide = await printed(child, "Ctrl-C ends it.\n");
  const url = /listens on (\S+)/.exec(guide)?.[1] ?? "";

  const answer = await fetch(`${url}/v1/chat/completions`, {
    method: "POST",
    body: JSON.stringify({ model: "rollcall/one-word", stream: true, messages: [{ role: "user", content: "Hello." }] }),
  });
  const body = await answer.text();
  child.kill("SIGTERM");

  expect(body).toContain('"content":"Ahoy"');
  expect((await finished).code).toBe(0);
});

test("a simulator says that a port is taken", async () => {
  const child = start("simulate");
  const finished = ended(child);
  const guide = await printed(child, "Ctrl-C ends it.\n");
  const port = /127\.0\.0\.1:(\d+)/.exec(guide)?.[1] ?? "";

  const second = await ended(start("simulate", "--port", port));
  child.kill("SIGTERM");

  expect(second).toEqual({
    code: 2,
    out: "",
    err: `rollcall: cannot listen on 127.0.0.1, port ${port}: the port is in use; give another with --port, or 0 for any\n`,
  });
  await finished;
});

test("a tour that is interrupted cancels its scene and still shows the roll", async () => {
  const child = start("tour", "--scenario", "ok", "ok", "--pace", "200");
  const finished = ended(child);
  await printed(child, "1/2 · ok");

  child.kill("SIGINT");
  const { code, out, err } = await finished;

  expect([code, err]).toEqual([1, ""]);
  expect(out).toContain("\n⊘ cancelled — nothing was run\n");
  expect(out).toContain("\nEvery announced call ended in exactly one stated outcome.\n");
});
