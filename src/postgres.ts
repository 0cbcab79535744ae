/**
 * The ledger on PostgreSQL. Knows no client: give it a pool.
 *
 * @module
 */
export { postgresLedger } from "./ledger/postgres/postgres-ledger.ts";
export type { PostgresAnswer, PostgresPool } from "./ledger/postgres/postgres-pool.ts";
