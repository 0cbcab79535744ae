import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { describe, expect, test } from "vitest";

import { listen } from "../../playground/server/http/listen.ts";
import { openerFor } from "../../playground/server/launch/open-address.ts";
import { readFlags } from "../../playground/server/launch/read-flags.ts";
import { startSimulator } from "../../src/simulator.ts";
import { servePlayground } from "./support/served-playground.ts";

const main = fileURLToPath(new URL("../../playground/server/main.ts", import.meta.url));

describe("the command line of the playground", () => {
  test("has defaults for everything", () => {
    expect(readFlags([], "/project")).toEqual({
      asks: "start",
      port: { number: 4173, isAsked: false },
      dataFolder: "/project/.rollcall-playground",
      opens: true,
      builds: true,
    });
  });

  test("takes a port, a folder, and no for an answer", () => {
    expect(readFlags(["--port", "8080", "--data", "/elsewhere", "--no-open", "--no-build"], "/project")).toEqual({
      asks: "start",
      port: { number: 8080, isAsked: true },
      dataFolder: "/elsewhere",
      opens: false,
      builds: false,
    });
  });

  test.each([
    [["--port", "http"], '--port is a number from 0 to 65535, not "http"'],
    [["--port", "70000"], '--port is a number from 0 to 65535, not "70000"'],
    [["--prot", "8080"], "Unknown option '--prot'"],
  ])("says what is wrong with %j", (args, complaint) => {
    expect(readFlags(args, "/project")).toContain(complaint);
  });

  test.each([
    ["linux", {}, null],
    ["linux", { DISPLAY: ":0" }, ["xdg-open"]],
    ["linux", { WAYLAND_DISPLAY: "wayland-0" }, ["xdg-open"]],
    ["linux", { DISPLAY: ":10", SSH_CONNECTION: "10.0.0.1 1 10.0.0.2 22" }, null],
    ["linux", { DISPLAY: ":0", CI: "true" }, null],
    ["darwin", {}, ["open"]],
    ["win32", {}, ["cmd", "/c", "start", ""]],
  ] as const)("on %s with %j a browser is opened by %j", (platform, environment, command) => {
    expect(openerFor(platform, environment)).toEqual(command);
  });

  test("takes the next port where the usual one is taken, and complains where the asked one is", async () => {
    const first = createServer();
    const second = createServer();
    const third = createServer();
    const port = await listen(first, { port: 0, mayMove: false });

    const moved = await listen(second, { port, mayMove: true });

    expect(moved).toBeGreaterThan(port);
    await expect(listen(third, { port, mayMove: false })).rejects.toMatchObject({ code: "EADDRINUSE" });
    await Promise.all([close(first), close(second)]);
  });
});

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}

describe("the process of the playground", () => {
  test("prints its help and its version", async () => {
    const help = await runMain(["--help"]);
    const version = await runMain(["--version"]);

    expect([help.code, help.output.split("\n")[0]]).toEqual([0, "Usage: npm start -- [options]"]);
    expect([version.code, version.output]).toEqual([0, "0.1.0\n"]);
  });

  test("ends with 2 for what it does not understand", async () => {
    expect((await runMain(["--port", "x"])).code).toBe(2);
  });

  test.each(["SIGINT", "SIGTERM"] as const)(
    "prints its address, answers there, and ends with 0 at %s",
    async (signal) => {
      const folder = mkdtempSync(join(tmpdir(), "rollcall-launch-"));
      let status: number | undefined;

      const { code, output } = await runMain(
        ["--port", "0", "--no-open", "--no-build", "--data", folder],
        async (text, kill) => {
          const url = urlIn(text);
          status = (await fetch(`${url}/api/state`)).status;
          kill(signal);
        },
      );

      expect([status, code]).toEqual([200, 0]);
      expect(output).toMatch(
        /^The playground is at http:\/\/127\.0\.0\.1:\d+\nIts database is in .*\. Press Ctrl\+C to stop\.\n/,
      );
      rmSync(folder, { recursive: true });
    },
  );
});

test("a key in the environment lets the real service be asked, at the address that the environment gives", async () => {
  const folder = mkdtempSync(join(tmpdir(), "rollcall-launch-"));
  const service = await startSimulator();
  const environment = {
    ANTHROPIC_API_KEY: "sk-ant-canary",
    ANTHROPIC_BASE_URL: service.url,
    ANTHROPIC_MODEL: "rollcall/ok",
  };
  const turn = { text: "Open a ticket.", wire: "anthropic-messages", fault: "none", service: "anthropic" };
  let events = "";

  await runMain(
    ["--port", "0", "--no-open", "--no-build", "--data", folder],
    async (text, kill) => {
      const url = urlIn(text);
      const headers = { "content-type": "application/json" };
      await fetch(`${url}/api/turns`, { method: "POST", headers, body: JSON.stringify(turn) });
      events = await (await fetch(`${url}/api/turns/t-1/runs/1/events`)).text();
      kill("SIGTERM");
    },
    environment,
  );

  expect(events).toContain("create_ticket — done");
  expect(events).not.toContain("canary");
  expect(service.requests.map(({ model, state }) => [model, state])).toEqual([
    ["rollcall/ok", "played"],
    ["rollcall/ok", "played"],
  ]);
  await service.close();
  rmSync(folder, { recursive: true });
});

test("a killed playground says at its next start that the run is lost, and nothing ran (R3)", async () => {
  const folder = mkdtempSync(join(tmpdir(), "rollcall-launch-"));
  const args = ["--port", "0", "--no-open", "--no-build", "--data", folder];
  const turn = { text: "Open a ticket.", wire: "openai-chat", fault: "silence", service: "simulator" };

  const killed = await runMain(args, async (text, kill) => {
    const url = urlIn(text);
    const headers = { "content-type": "application/json" };
    await fetch(`${url}/api/turns`, { method: "POST", headers, body: JSON.stringify(turn) });
    while (!(await (await fetch(`${url}/api/turns/t-1/runs/1/roll`)).text()).includes('"bytes"'));
    kill("SIGKILL");
  });
  const restarted = await servePlayground({ folder });
  const { turns, tickets, payments, ledger } = await restarted.state();
  await restarted.close();

  expect(killed.code).toBeNull();
  expect(turns.map(({ id, runs }) => [id, runs])).toEqual([
    ["t-1", [{ run: 1, state: "lost", ending: "the process that ran it is gone", isWatchable: false }]],
  ]);
  expect([tickets, payments, ledger]).toEqual([[], [], []]);
  rmSync(folder, { recursive: true });
});

function urlIn(output: string): string {
  return /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0] ?? "";
}

type WhenListening = (output: string, kill: (signal: NodeJS.Signals) => void) => Promise<void>;

/** Runs the process to its end; `whenListening` is called once it says where it is. */
function runMain(
  args: readonly string[],
  whenListening: WhenListening = () => Promise.resolve(),
  environment: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(process.execPath, ["--no-warnings", main, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...environment },
  });
  let output = "";
  let isListening = false;
  return new Promise((resolve, reject) => {
    const take = (chunk: Buffer): void => {
      output += chunk.toString("utf8");
      if (isListening || !output.includes("Ctrl+C")) return;
      isListening = true;
      whenListening(output, (signal) => child.kill(signal)).catch(reject);
    };
    child.stdout.on("data", take);
    child.stderr.on("data", take);
    child.once("close", (code) => resolve({ code, output }));
  });
}
