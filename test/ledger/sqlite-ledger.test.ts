import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import Libsql from "libsql";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import type { IntentFacts } from "../../src/ledger/record.ts";
import { sqliteLedger } from "../../src/ledger/sqlite/sqlite-ledger.ts";
import type { SqliteClient } from "../../src/ledger/sqlite/sqlite-client.ts";
import { createManualClock } from "../support/manual-clock.ts";
import { describeLedgerContract } from "./ledger-contract.ts";

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), "rollcall-ledger-"));
}

describeLedgerContract("SQLite (node:sqlite)", () => {
  const folder = newFolder();
  return {
    open: (options) => sqliteLedger(join(folder, "ledger.db"), options),
    dispose: () => rmSync(folder, { recursive: true }),
  };
});

describeLedgerContract("SQLite (libsql)", () => {
  const folder = newFolder();
  const clients: SqliteClient[] = [];
  return {
    open: (options) => {
      const client = new Libsql(join(folder, "ledger.db"));
      clients.push(client);
      return sqliteLedger(client, options);
    },
    dispose: () => {
      for (const client of clients) client.close();
      rmSync(folder, { recursive: true });
    },
  };
});

const payment: IntentFacts = {
  key: "pay-1",
  fingerprint: "f1",
  tool: "pay",
  conversation: "c-17",
  turn: "t-3",
  callId: "call_1",
};

describe("a ledger on SQLite", () => {
  let folder: string;
  let file: string;

  beforeEach(() => {
    folder = newFolder();
    file = join(folder, "ledger.db");
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  test("R9: confirms what is on the disk, whatever the client was set to", async () => {
    const client = new DatabaseSync(file);
    client.exec("PRAGMA synchronous = OFF");
    const ledger = sqliteLedger(client);
    await ledger.list();

    expect(ledger.isDurable).toBe(true);
    expect(client.prepare("PRAGMA synchronous").get()).toEqual({ synchronous: 2 });
    expect(client.prepare("PRAGMA journal_mode").get()).toEqual({ journal_mode: "wal" });
    client.close();
  });

  test("claims of one turn of the event loop share a commit", async () => {
    const client = new DatabaseSync(file);
    const said: string[] = [];
    const watched: SqliteClient = {
      exec: (sql) => {
        said.push(sql);
        client.exec(sql);
      },
      prepare: (sql) => client.prepare(sql),
      close: () => client.close(),
    };
    const ledger = sqliteLedger(watched);
    await ledger.list();
    said.length = 0;

    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, place) => ledger.claim({ ...payment, key: `k-${place}` })),
    );

    expect(answers.filter(({ kind }) => kind === "claimed")).toHaveLength(32);
    expect(said).toEqual(["BEGIN IMMEDIATE", "COMMIT"]);
    client.close();
  });

  test("R9: a claim is not confirmed inside of somebody else's transaction", async () => {
    const client = new DatabaseSync(file);
    const ledger = sqliteLedger(client);
    await ledger.list();
    client.exec("BEGIN");

    await expect(ledger.claim(payment)).rejects.toThrow("cannot start a transaction within a transaction");
    client.exec("ROLLBACK");
    expect((await ledger.claim(payment)).kind).toBe("claimed");
    client.close();
  });

  test("many that start at once on a new file all find the tables", async () => {
    const ledgers = Array.from({ length: 8 }, () => sqliteLedger(file));
    const answers = await Promise.all(
      ledgers.map((ledger, place) => ledger.claim({ ...payment, key: `k-${place}` }, { waitMs: 0 })),
    );

    expect(answers.map(({ kind }) => kind)).toEqual(Array.from({ length: 8 }, () => "claimed"));
    await Promise.all(ledgers.map((ledger) => ledger.close()));
  });

  test("tables of a newer version are left alone", async () => {
    const client = new DatabaseSync(file);
    await sqliteLedger(client).list();
    client.exec("UPDATE rollcall_ledger_version SET version = 99");

    await expect(sqliteLedger(client).claim(payment)).rejects.toMatchObject({
      code: "newer-schema",
      message: "the ledger's tables have version 99, and this Rollcall knows 1: update it",
    });
    client.close();
  });

  test("R9: a database that is full refuses the claim, and goes on once there is room", async () => {
    const client = new DatabaseSync(file);
    const ledger = sqliteLedger(client);
    await ledger.list();
    client.exec("PRAGMA max_page_count = 1");
    const large = { ...payment, conversation: "c".repeat(100_000) };

    await expect(ledger.claim(large)).rejects.toMatchObject({
      name: "LedgerError",
      code: "full",
      isRetryable: false,
      message: expect.stringContaining("free space on the disk") as string,
    });
    expect(await ledger.read("pay-1")).toBeUndefined();
    client.exec("PRAGMA max_page_count = 10000");
    expect((await ledger.claim(large)).kind).toBe("claimed");
    client.close();
  });

  test("R9: one claim that finds no room does not take the others with it", async () => {
    const client = new DatabaseSync(file);
    const ledger = sqliteLedger(client);
    await ledger.list();
    client.exec("PRAGMA max_page_count = 8");

    const answers = await Promise.allSettled([
      ledger.claim({ ...payment, key: "small-1" }),
      ledger.claim({ ...payment, key: "large", conversation: "c".repeat(100_000) }),
      ledger.claim({ ...payment, key: "small-2" }),
    ]);

    expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect((await ledger.list()).map(({ key }) => key).toSorted()).toEqual(["small-1", "small-2"]);
    client.close();
  });

  test("R9: a read-only database refuses the claim and can still be read", async () => {
    const first = sqliteLedger(file);
    await first.claim(payment);
    await first.close();
    const client = new DatabaseSync(file, { readOnly: true });
    const ledger = sqliteLedger(client);

    await expect(ledger.claim({ ...payment, key: "pay-2" })).rejects.toMatchObject({ code: "read-only" });
    expect((await ledger.read("pay-1"))?.state).toBe("claimed");
    client.close();
  });

  test("a database that somebody holds is waited for, and then said to be busy", async () => {
    const holder = new DatabaseSync(file);
    const clock = createManualClock();
    const ledger = sqliteLedger(file, { busyMs: 200, clock });
    await ledger.list();
    holder.exec("BEGIN IMMEDIATE");

    const patient = ledger.claim(payment);
    await clock.advance(100);
    holder.exec("COMMIT");
    await clock.advance(50);
    expect((await patient).kind).toBe("claimed");

    holder.exec("BEGIN IMMEDIATE");
    const refused = expect(ledger.claim({ ...payment, key: "pay-2" })).rejects.toMatchObject({
      code: "busy",
      isRetryable: true,
    });
    await clock.advance(300);
    await refused;
    holder.close();
    await ledger.close();
  });

  test("a file that cannot be opened is said so at once", () => {
    expect(() => sqliteLedger(join(folder, "missing", "ledger.db"))).toThrow(
      expect.objectContaining({ name: "LedgerError", code: "unavailable" }) as Error,
    );
  });

  test("a row that no ledger has written is refused", async () => {
    const client = new DatabaseSync(file);
    const ledger = sqliteLedger(client);
    await ledger.claim(payment);
    client.exec("UPDATE rollcall_ledger SET state = 'maybe'");

    await expect(ledger.read("pay-1")).rejects.toThrow(
      "the column state of rollcall_ledger holds maybe, which no ledger writes",
    );
    client.close();
  });
});
