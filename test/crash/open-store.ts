import { Pool } from "pg";

import type { Ledger } from "../../src/ledger/ledger.ts";
import type { LedgerOptions } from "../../src/ledger/settings.ts";
import { postgresLedger } from "../../src/postgres.ts";
import { sqliteLedger } from "../../src/sqlite.ts";

/** A ledger on the store that a URL or a path names, and how to let go of it. */
export interface OpenStore {
  readonly ledger: Ledger;
  close(): Promise<void>;
}

/** Opens a ledger in this process, as an application does. */
export function openStore(store: string, options: LedgerOptions): OpenStore {
  if (!store.startsWith("postgres:")) {
    const ledger = sqliteLedger(store, options);
    return { ledger, close: () => ledger.close() };
  }
  const pool = new Pool({ connectionString: store, max: 8 });
  pool.on("error", () => {});
  return { ledger: postgresLedger(pool, options), close: () => pool.end() };
}
