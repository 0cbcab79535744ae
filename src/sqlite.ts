/**
 * The ledger on SQLite. Needs Node.
 *
 * @module
 */
export { sqliteLedger, type SqliteLedgerOptions } from "./ledger/sqlite/sqlite-ledger.ts";
export type { SqliteClient, SqliteStatement } from "./ledger/sqlite/sqlite-client.ts";
export type { SqlValue } from "./ledger/sql/statements.ts";
