import { describe, expect, test } from "vitest";

import type { LedgerErrorCode } from "../../src/ledger/ledger-error.ts";
import { ledgerStates } from "../../src/ledger/states.ts";
import { memoryLedger } from "../../src/ledger.ts";
import { blocksOf, codeWords, pageAt, sectionOf, tableOf } from "./doc-page.ts";
import { edgeLines, edgesOfDrawing, edgesOfTable } from "./drawing.ts";
import { type Bank, payOnce } from "./ledger-example.ts";
import { fileAt } from "./source.ts";

const page = pageAt("docs/ledger.md");

describe("docs/ledger.md", () => {
  test("draws every edge of the table of states and no other", () => {
    expect(edgeLines(edgesOfDrawing(page))).toEqual(edgeLines(edgesOfTable(ledgerStates)));
  });

  test("shows the example that is in the repository", () => {
    const shown = blocksOf(page).filter(({ language }) => language === "ts");

    expect(shown.map(({ file, text }) => ({ file, text }))).toEqual([
      { file: "test/house/ledger-example.ts", text: fileAt("test/house/ledger-example.ts").text },
    ]);
  });

  test("names every effect and every outcome", () => {
    expect(tableOf(sectionOf(page, "## Three kinds of effects")).map(([name]) => name)).toEqual([
      "read",
      "idempotent",
      "once",
    ]);
    expect(tableOf(sectionOf(page, "## What `runOnce` says")).map(([name]) => name)).toEqual([
      "done",
      "replayed",
      "did-not-happen",
      "in-doubt",
      "held",
      "conflict",
      "failed",
    ]);
  });

  test("names every code of an error", () => {
    const codes: Readonly<Record<LedgerErrorCode, true>> = {
      unavailable: true,
      busy: true,
      "read-only": true,
      full: true,
      "not-durable": true,
      "newer-schema": true,
      failed: true,
    };

    expect(codeWords(sectionOf(page, "## What `runOnce` says"))).toEqual(
      expect.arrayContaining(Object.keys(codes)) as readonly string[],
    );
  });

  test("R9: the example pays once, and says what it cannot know", async () => {
    const ledger = memoryLedger();
    const paid: string[] = [];
    const bank: Bank = {
      isOpen: () => true,
      find: async () => undefined,
      pay: async ({ key }) => {
        paid.push(key);
        return { id: `ch_${paid.length}` };
      },
    };
    const lost: Bank = { ...bank, pay: () => Promise.reject(new Error("connection lost")) };
    const closed: Bank = { ...bank, isOpen: () => false };
    const sure: Bank = { ...bank, find: async () => ({ id: "ch_9" }) };

    expect([
      await payOnce(ledger, closed, { id: "call_1", ordinal: 0 }),
      await payOnce(ledger, bank, { id: "call_1", ordinal: 0 }),
      await payOnce(ledger, bank, { id: "call_2", ordinal: 0 }),
      await payOnce(ledger, lost, { id: "call_3", ordinal: 1 }),
      await payOnce(ledger, bank, { id: "call_4", ordinal: 1 }),
      await payOnce(ledger, sure, { id: "call_5", ordinal: 1 }),
    ]).toEqual([
      "not paid: the bank is closed",
      'paid: {"id":"ch_1"}',
      'paid before: {"id":"ch_1"}',
      "may have been paid",
      "may have been paid",
      'paid before: {"id":"ch_9"}',
    ]);
    expect(paid).toHaveLength(1);
  });
});
