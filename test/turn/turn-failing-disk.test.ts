import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { runTurn, tool } from "../../src/index.ts";
import type { Ledger } from "../../src/ledger.ts";
import type { Script, Step } from "../../src/simulator.ts";
import { sqliteLedger } from "../../src/sqlite.ts";
import { scriptedModel } from "../support/scripted-model.ts";

function payment(to: string): Step {
  return { kind: "call", name: "pay", arguments: JSON.stringify({ to }) };
}

const words: Script = {
  format: "openai-chat",
  steps: [{ kind: "text", text: "I could not." }, { kind: "stop", reason: "end" }, { kind: "done" }],
};

/** One message with these payments, and the model's last words. */
async function payWith(ledger: Ledger, ...recipients: readonly string[]) {
  const paid: string[] = [];
  const pay = tool({
    name: "pay",
    description: "Pays.",
    input: { type: "object", properties: { to: { type: "string" } }, required: ["to"] },
    run: ({ to }) => paid.push(String(to)),
  });
  const calls: Script = {
    format: "openai-chat",
    steps: [...recipients.map(payment), { kind: "stop", reason: "calls" }, { kind: "done" }],
  };
  const { model } = scriptedModel("openai-chat", [calls, words]);
  const messages = [{ role: "user", content: "Pay." }];
  const turn = runTurn({ model, messages, tools: [pay], ledger, conversation: "c-1", turn: "t-1" });
  const { ending, messages: reports } = await turn.result;
  const results = reports.flatMap((report) => report.results);
  return {
    paid,
    ending: ending.kind,
    results: results.map((result) => ("cause" in result ? result.cause : result.kind)),
  };
}

describe("R9: a store that cannot keep a claim", () => {
  let folder: string;
  let file: string;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "rollcall-disk-"));
    file = join(folder, "ledger.db");
    const made = sqliteLedger(file);
    await made.list();
    await made.close();
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  test("runs no tool where the disk is full, and the turn goes on", async () => {
    const client = new DatabaseSync(file);
    // No page more than there are: what is left of them is filled with the smallest claims.
    client.exec("PRAGMA max_page_count = 1");
    const ledger = sqliteLedger(client);
    const small = { tool: "p", fingerprint: "f", conversation: null, turn: null, callId: null };
    const fill = async (): Promise<void> => {
      for (let key = 0; key < 10_000; key += 1) await ledger.claim({ ...small, key: String(key) });
    };
    await expect(fill()).rejects.toThrow("database or disk is full");

    const { paid, ending, results } = await payWith(ledger, "A", "B", "C");

    expect(paid).toEqual([]);
    expect(results).toEqual(["ledger", "ledger", "ledger"]);
    expect(ending).toBe("done");
    client.close();
  });

  test("runs no tool where the file can only be read, and the turn goes on", async () => {
    const client = new DatabaseSync(file, { readOnly: true });

    const { paid, ending, results } = await payWith(sqliteLedger(client), "A", "B");

    expect(paid).toEqual([]);
    expect(results).toEqual(["ledger", "ledger"]);
    expect(ending).toBe("done");
    client.close();
  });

  test("pays once there is room again: what was not claimed has not happened", async () => {
    const full = new DatabaseSync(file, { readOnly: true });
    await payWith(sqliteLedger(full), "A");
    full.close();
    const ledger = sqliteLedger(file);

    const { paid, results } = await payWith(ledger, "A");

    expect(paid).toEqual(["A"]);
    expect(results).toEqual(["done"]);
    await ledger.close();
  });
});
