import type { SqlValue } from "../sql/statements.ts";

/**
 * As much of a SQLite client as the ledger uses: `DatabaseSync` of `node:sqlite`, `better-sqlite3` and `libsql` fit. Give
 * the ledger a connection of its own: it begins and commits transactions on it.
 */
export interface SqliteClient {
  exec(sql: string): unknown;
  prepare(sql: string): SqliteStatement;
  close(): unknown;
}

/** A prepared statement of such a client. */
export interface SqliteStatement {
  run(...values: SqlValue[]): { readonly changes: number | bigint };
  get(...values: SqlValue[]): unknown;
  all(...values: SqlValue[]): unknown[];
}
