import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

const child = fileURLToPath(new URL("drain-child.ts", import.meta.url));

interface Shutdown {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly lines: readonly string[];
}

/** Starts the process, sends SIGTERM when it says that it is ready, and waits until it is gone. */
function shutDown(phase: string, file: string): Promise<Shutdown> {
  const running = spawn(process.execPath, [child, phase, file], { stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  let isTold = false;
  running.stdout.setEncoding("utf8").on("data", (piece: string) => {
    text += piece;
    if (isTold || !text.includes("ready\n")) return;
    isTold = true;
    running.kill("SIGTERM");
  });
  return new Promise((resolve, reject) => {
    running.on("error", reject);
    running.on("close", (exitCode, signal) => {
      // Several fragments may have said that it is ready.
      const lines = text.split("\n").filter((line) => line !== "" && line !== "ready");
      resolve({ exitCode, signal, lines });
    });
  });
}

/** A process loads the whole of Rollcall, on a machine that may be busy. */
const ONE_PROCESS_MS = 60_000;

describe("a process that drains on SIGTERM", () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "rollcall-drain-"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test.concurrent.each([
    ["while the model speaks", "streaming", []],
    ["while a tool runs that never ends", "running", ["in-doubt"]],
    ["while a request waits for its next try", "waiting", []],
  ])(
    "exits by itself, with its turn cancelled and its ledger closed: %s",
    async (_when, phase, states) => {
      const { exitCode, signal, lines } = await shutDown(phase, join(folder, `${phase}.db`));

      expect(lines).toEqual([JSON.stringify({ ending: "cancelled", by: "shutdown", states })]);
      expect([exitCode, signal]).toEqual([0, null]);
    },
    ONE_PROCESS_MS,
  );
});
