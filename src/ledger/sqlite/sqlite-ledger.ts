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
 */
export function sqliteLedger(database: string | SqliteClient, options: SqliteLedgerOptions = {}): Ledger {
  const { busyMs = 5000, ...rest } = options;
  const { clock } = applyDefaults(rest);
  const isOwnClient = typeof database === "string";
  const client = typeof database === "string" ? openFile(database) : database;
  return createLedger(createSqliteStore(client, { clock, busyMs, isOwnClient }), rest);
}

function openFile(path: string): SqliteClient {
  try {
    return new DatabaseSync(path);
  } catch (error) {
    throw toLedgerError(error);
  }
}
