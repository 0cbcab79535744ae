import { DatabaseSync } from "node:sqlite";
import { createLedger } from "../create-ledger.ts";
import type { Ledger } from "../ledger.ts";
import { applyDefaults, type LedgerOptions } from "../settings.ts";
import type { SqliteClient } from "./sqlite-client.ts";
import { toLedgerError } from "./sqlite-fault.ts";
import { createSqliteStore } from "./sqlite-store.ts";

/** Options of a ledger on SQLite. */
export interface SqliteLedgerOptions extends LedgerOptions {
  /** Longest wait for a database that other connections hold, in milliseconds. Default 5000. */
  readonly busyMs?: number;
}

/**
 * Remembers effects in a SQLite database: the path of a file, which is made where there is none, or a client of your
 * own. Any number of processes on one machine may share the file; what is confirmed is on the disk (`WAL`,
 * `synchronous=FULL`), and claims that are made at the same time share a commit.
 *
 * @example
 *   const ledger = sqliteLedger("app.db");
 *
 * @throws {LedgerError} where the file cannot be opened.
 * @throws {TypeError} for what names no file: SQLite takes an empty path for a database that is gone when it is closed.
 */
export function sqliteLedger(database: string | SqliteClient, options: SqliteLedgerOptions = {}): Ledger {
  const { busyMs = 5000, ...rest } = options;
  const { clock } = applyDefaults(rest);
  const isOwnClient = typeof database === "string";
  const client = typeof database === "string" ? openFile(pathOf(database)) : database;
  if (!isClient(client))
    throw new TypeError('sqliteLedger takes the path of a file, or a client: sqliteLedger("app.db")');
  return createLedger(createSqliteStore(client, { clock, busyMs, isOwnClient }), rest);
}

/** What the command line takes for `--store` names the same file here. */
function pathOf(name: string): string {
  const path = name.replace(/^sqlite:(?:\/\/(?=\/))?/, "");
  if (path.trim() === "") throw new TypeError('the path of the ledger is empty: name a file, sqliteLedger("app.db")');
  if (/^postgres(?:ql)?:/.test(path)) {
    throw new TypeError("this is the address of a PostgreSQL server: take postgresLedger(pool) from rollcall/postgres");
  }
  return path;
}

function isClient(value: unknown): value is SqliteClient {
  return typeof value === "object" && value !== null && "prepare" in value && "exec" in value;
}

function openFile(path: string): SqliteClient {
  try {
    return new DatabaseSync(path);
  } catch (error) {
    throw toLedgerError(error);
  }
}
