import { createLedger } from "../create-ledger.ts";
import type { Ledger } from "../ledger.ts";
import type { LedgerOptions } from "../settings.ts";
import type { PostgresPool } from "./postgres-pool.ts";
import { createPostgresStore } from "./postgres-store.ts";

/**
 * Remembers effects in a PostgreSQL database, which any number of machines may share. Their clocks must agree to within
 * a fraction of a lease. The pool stays yours: closing the ledger does not end it.
 *
 * @example
 *   const ledger = postgresLedger(new Pool({ connectionString }));
 */
export function postgresLedger(pool: PostgresPool, options: LedgerOptions = {}): Ledger {
  return createLedger(createPostgresStore(pool), options);
}
