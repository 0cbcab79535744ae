import { DatabaseSync } from "node:sqlite";

import type { Pool } from "pg";

import type { Ledger } from "../src/ledger/ledger.ts";

/** Something that can claim and conclude, key by key. */
export interface ClaimContender {
  readonly name: string;
  /** How many claims it has open at a time. */
  readonly inFlight: number;
  claim(key: string): Promise<void> | void;
}

const FINGERPRINT = "f".repeat(64);
const RESULT = '{"id":"ch_1","status":"succeeded"}';

// The columns of a ledger, so that both write the same bytes.
const columns =
  "key, fingerprint, tool, conversation, turn, call_id, state, verdict, owner, attempt, revision, claimed_at_ms, lease_until_ms, concluded_at_ms, result, note";

function bareValues(key: string): (string | number | null)[] {
  const owner = "0d7a4f3e-6f0c-4f5e-9a53-0c1c8a8d1f5b";
  const atMs = 1_800_000_000_000;
  return [key, FINGERPRINT, "pay", "c-17", "t-3", "call_1", "claimed", null, owner, 1, 1, atMs, atMs, null, null, null];
}

/** The insert and the update alone, as one would write them by hand: prepared, and committed one by one. */
export function bareSqlite(file: string): ClaimContender {
  const database = new DatabaseSync(file);
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
  const types = columns
    .split(", ")
    .map((name) =>
      name === "key" ? "key TEXT PRIMARY KEY NOT NULL" : `${name} ${name.endsWith("ms") ? "INTEGER" : "ANY"}`,
    );
  database.exec(`CREATE TABLE bare (${types.join(", ")}) STRICT, WITHOUT ROWID`);
  const marks = columns.split(", ").map(() => "?");
  const insert = database.prepare(`INSERT INTO bare VALUES (${marks.join(", ")}) ON CONFLICT (key) DO NOTHING`);
  const update = database.prepare(
    "UPDATE bare SET state = 'done', revision = 2, concluded_at_ms = ?, result = ? WHERE key = ? AND revision = 1",
  );
  return {
    name: "SQLite, bare insert and update, one by one",
    inFlight: 1,
    claim(key) {
      insert.run(...bareValues(key));
      update.run(1_800_000_000_000, RESULT, key);
    },
  };
}

/** The same in PostgreSQL: two statements of a pool, each a transaction. */
export async function barePostgres(pool: Pool, inFlight: number): Promise<ClaimContender> {
  const types = columns
    .split(", ")
    .map((name) => (name === "key" ? 'key text COLLATE "C" PRIMARY KEY' : `${name} ${typeOf(name)}`));
  await pool.query(`CREATE TABLE bare (${types.join(", ")})`);
  const marks = columns.split(", ").map((_, place) => `$${place + 1}`);
  return {
    name: `PostgreSQL, bare insert and update, ${inFlight} clients`,
    inFlight,
    async claim(key) {
      await pool.query(`INSERT INTO bare VALUES (${marks.join(", ")}) ON CONFLICT (key) DO NOTHING`, bareValues(key));
      await pool.query(
        "UPDATE bare SET state = 'done', revision = 2, concluded_at_ms = $1, result = $2 WHERE key = $3 AND revision = 1",
        [1_800_000_000_000, RESULT, key],
      );
    },
  };
}

function typeOf(column: string): string {
  if (column.endsWith("ms")) return "bigint";
  return ["attempt", "revision"].includes(column) ? "integer" : "text";
}

/** A ledger that claims and concludes. */
export function ledgerContender(name: string, ledger: Ledger, inFlight: number): ClaimContender {
  return {
    name,
    inFlight,
    async claim(key) {
      const facts = { tool: "pay", conversation: "c-17", turn: "t-3", callId: "call_1" };
      const answer = await ledger.claim({ key, fingerprint: FINGERPRINT, ...facts });
      if (answer.kind !== "claimed") throw new Error(`${key} is ${answer.kind}`);
      await ledger.conclude(answer.record, { kind: "done", result: RESULT });
    },
  };
}
