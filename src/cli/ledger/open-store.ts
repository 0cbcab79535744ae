import { existsSync } from "node:fs";
import type * as pg from "pg";
import { isLedgerError } from "../../ledger/ledger-error.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { postgresLedger } from "../../postgres.ts";
import { sqliteLedger } from "../../sqlite.ts";
import { isJsonObject } from "../json-value.ts";
import { UsageError } from "../usage-error.ts";

const CONNECT_MS = 10_000;

/**
 * Opens the ledger that `--store` names, and closes it afterwards. The name may hold a password, so no message repeats it.
 *
 * @throws UsageError where there is none, or where it fails
 */
export async function withLedger<Value>(store: string, use: (ledger: Ledger) => Promise<Value>): Promise<Value> {
  try {
    return await (/^postgres(?:ql)?:/.test(store) ? withPostgres(store, use) : withSqlite(store, use));
  } catch (error) {
    if (isLedgerError(error)) throw new UsageError(`--store: ${error.message}`, { cause: error });
    throw error;
  }
}

async function withSqlite<Value>(store: string, use: (ledger: Ledger) => Promise<Value>): Promise<Value> {
  const path = store.replace(/^sqlite:(?:\/\/(?=\/))?/, "");
  if (/^[a-z][a-z+]+:/i.test(path)) {
    throw new UsageError("--store: give the path of a SQLite file, sqlite:PATH or postgres://…");
  }
  // Opening would make it, and an empty ledger is a wrong answer to a wrong path.
  if (!existsSync(path)) throw new UsageError(`--store: there is no file ${path}`);
  const ledger = sqliteLedger(path);
  try {
    return await use(ledger);
  } finally {
    await ledger.close();
  }
}

async function withPostgres<Value>(store: string, use: (ledger: Ledger) => Promise<Value>): Promise<Value> {
  const { Pool } = await loadPg();
  const pool = new Pool({ connectionString: store, max: 1, connectionTimeoutMillis: CONNECT_MS });
  // A connection that is lost while idle is found out by the next query.
  pool.on("error", () => {});
  try {
    return await use(postgresLedger(pool));
  } finally {
    await pool.end();
  }
}

async function loadPg(): Promise<typeof pg> {
  try {
    return await import("pg");
  } catch (error) {
    if (!isJsonObject(error) || error["code"] !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new UsageError("the package pg is missing; a store in PostgreSQL needs it: npm install pg", { cause: error });
  }
}
