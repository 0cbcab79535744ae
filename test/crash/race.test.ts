import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { afterAll, describe, expect, test } from "vitest";

import { startPostgres } from "../support/postgres.ts";
import { targetIn } from "./target.ts";

const PROCESSES = 4;
const INTENTS = 1000;
const LONGEST_MS = 180_000;

const worker = fileURLToPath(new URL("race-worker.ts", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "rollcall-race-"));
const postgres = await startPostgres();

afterAll(async () => {
  if (postgres.kind === "started") await postgres.server.stop();
  rmSync(folder, { recursive: true });
});

/** Lets processes race for the same intents, all from the same moment on; says how the intents ended for each of them. */
async function race(store: string, targetFolder: string): Promise<readonly Readonly<Record<string, number>>[]> {
  const racers = Array.from({ length: PROCESSES }, () => {
    const child = spawn(process.execPath, [worker, store, targetFolder, String(INTENTS)], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    let said = "";
    const ready = new Promise<void>((resolve) => {
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        said += text;
        if (said.includes("ready\n")) resolve();
      });
    });
    const over = once(child, "close").then(
      () => JSON.parse(said.replace("ready\n", "")) as Readonly<Record<string, number>>,
    );
    return { child, ready, over };
  });
  await Promise.all(racers.map(({ ready }) => ready));
  for (const { child } of racers) child.stdin.end("go\n");
  return Promise.all(racers.map(({ over }) => over));
}

function expectOneEffectEach(targetFolder: string, ends: readonly Readonly<Record<string, number>>[]): void {
  const target = targetIn(targetFolder);
  const counts = Array.from({ length: INTENTS }, (_, place) => target.effectsOf(`race-${place}`).length);

  expect(counts.filter((count) => count !== 1)).toEqual([]);
  expect(target.total()).toBe(1000);
  expect(ends.reduce((sum, { done = 0 }) => sum + done, 0)).toBe(1000);
  expect(ends.reduce((sum, { replayed = 0 }) => sum + replayed, 0)).toBe(3000);
}

describe("four processes that race for the same thousand intents", () => {
  test(
    "R9: on SQLite bring about a thousand effects",
    async () => {
      const targetFolder = join(folder, "sqlite-target");

      expectOneEffectEach(targetFolder, await race(join(folder, "ledger.db"), targetFolder));
    },
    LONGEST_MS,
  );

  test.skipIf(postgres.kind === "not-started")(
    `R9: on PostgreSQL bring about a thousand effects${postgres.kind === "started" ? "" : ` (skipped, no server: ${postgres.reason})`}`,
    async () => {
      if (postgres.kind !== "started") return;
      const targetFolder = join(folder, "postgres-target");

      expectOneEffectEach(targetFolder, await race(postgres.server.url, targetFolder));
    },
    LONGEST_MS,
  );
});
