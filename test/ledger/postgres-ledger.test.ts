import type { Pool } from "pg";
import { afterAll, describe, expect, test } from "vitest";

import { isLedgerError } from "../../src/ledger/ledger-error.ts";
import { postgresLedger } from "../../src/ledger/postgres/postgres-ledger.ts";
import type { IntentFacts } from "../../src/ledger/record.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { describeLedgerContract } from "./ledger-contract.ts";

const started = await startPostgres();

if (started.kind === "not-started") {
  // Where CI is set, it has thrown instead.
  test.skip(`the ledger on PostgreSQL, since no server could be started: ${started.reason}`, () => {});
} else {
  afterAll(() => started.server.stop());
  describeAll(started.server);
}

const payment: IntentFacts = {
  key: "pay-1",
  fingerprint: "f1",
  tool: "pay",
  conversation: "c-17",
  turn: "t-3",
  callId: "call_1",
};

function describeAll(server: TestPostgres): void {
  // A new database for each test would take most of the time: they share one, and each finds it empty.
  describeLedgerContract("PostgreSQL (pg)", async () => {
    const pools: Pool[] = [];
    const openPool = (): Pool => {
      const pool = server.pool({ max: 4 });
      pools.push(pool);
      return pool;
    };
    const first = openPool();
    await postgresLedger(first).list();
    await first.query("DELETE FROM rollcall_ledger");
    return {
      open: (options) => postgresLedger(openPool(), options),
      dispose: async () => {
        await Promise.all(pools.map((pool) => pool.end()));
      },
    };
  });

  describe("a ledger on PostgreSQL", () => {
    test("many that start at once on a new database all find the tables", async () => {
      const connectionString = await server.createDatabase();
      const ledgers = Array.from({ length: 8 }, () => postgresLedger(server.pool({ connectionString, max: 2 })));

      const answers = await Promise.all(
        ledgers.map((ledger, place) => ledger.claim({ ...payment, key: `k-${place}` }, { waitMs: 0 })),
      );

      expect(answers.map(({ kind }) => kind)).toEqual(Array.from({ length: 8 }, () => "claimed"));
    });

    test("tables of a newer version are left alone", async () => {
      const pool = server.pool({ connectionString: await server.createDatabase() });
      await postgresLedger(pool).list();
      await pool.query("UPDATE rollcall_ledger_version SET version = 99");

      await expect(postgresLedger(pool).claim(payment)).rejects.toMatchObject({
        code: "newer-schema",
        message: "the ledger's tables have version 99, and this Rollcall knows 1: update it",
      });
    });

    test("R9: a session that may lose what it confirms is refused", async () => {
      const connectionString = await server.createDatabase();
      const pool = server.pool({ connectionString, options: "-c synchronous_commit=off" });

      await expect(postgresLedger(pool).claim(payment)).rejects.toMatchObject({ code: "not-durable" });
    });

    test("R9: a read-only session refuses the claim and can still be read", async () => {
      const connectionString = await server.createDatabase();
      await postgresLedger(server.pool({ connectionString })).claim(payment);
      const ledger = postgresLedger(server.pool({ connectionString, options: "-c default_transaction_read_only=on" }));

      await expect(ledger.claim({ ...payment, key: "pay-2" })).rejects.toMatchObject({ code: "read-only" });
      expect((await ledger.read("pay-1"))?.state).toBe("claimed");
    });

    test("a server that cannot be reached is said so, as something to try again", async () => {
      const ledger = postgresLedger(server.pool({ connectionString: "postgres://postgres@127.0.0.1:1/none" }));

      await expect(ledger.claim(payment)).rejects.toMatchObject({ code: "unavailable", isRetryable: true });
    });

    test("a note may quote anything", async () => {
      const ledger = postgresLedger(server.pool({ connectionString: await server.createDatabase() }));
      const answer = await ledger.claim(payment);
      await ledger.conclude(answer.record, { kind: "in-doubt", note: "bytes \0 and \ud83d halves" });

      expect((await ledger.read("pay-1"))?.note).toBe("bytes \u{FFFD} and \u{FFFD} halves");
    });

    test("R9: a server that restarts in the middle loses nothing and doubles nothing", async () => {
      const connectionString = await server.createDatabase();
      const ledger = postgresLedger(server.pool({ connectionString, max: 8 }));
      await ledger.list();
      const claimed = new Map<string, number>();
      const failures: unknown[] = [];
      const stopping = new AbortController();
      const worker = async (first: number): Promise<void> => {
        for (let place = first; !stopping.signal.aborted; place += 8) {
          const key = `k-${place}`;
          try {
            const answer = await ledger.claim({ ...payment, key }, { waitMs: 0 });
            if (answer.kind === "claimed") claimed.set(key, (claimed.get(key) ?? 0) + 1);
          } catch (error) {
            failures.push(error);
            place -= 8;
          }
        }
      };

      const workers = Array.from({ length: 8 }, (_, place) => worker(place));
      await until(() => claimed.size > 50);
      await server.restart();
      const before = claimed.size;
      await until(() => claimed.size > before + 50);
      stopping.abort();
      await Promise.all(workers);

      const kept = new Set((await ledger.list({ limit: 1_000_000 })).map(({ key }) => key));
      expect([...claimed.keys()].filter((key) => !kept.has(key))).toEqual([]);
      expect([...claimed.values()].filter((times) => times !== 1)).toEqual([]);
      expect(failures.length).toBeGreaterThan(0);
      expect(failures.filter((error) => !isLedgerError(error) || error.code !== "unavailable")).toEqual([]);
    }, 60_000);
  });
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}
