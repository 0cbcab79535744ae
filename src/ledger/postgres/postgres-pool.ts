import type { SqlValue } from "../sql/statements.ts";

/**
 * As much of a PostgreSQL client as the ledger uses: a `Pool` of `pg` fits, and whatever has its `query`. A pool reports
 * lost connections by its `error` event; listen to it, or Node ends the process.
 */
export interface PostgresPool {
  query(sql: string, values?: SqlValue[]): Promise<PostgresAnswer>;
}

/** What such a client answers. */
export interface PostgresAnswer {
  readonly rows: readonly unknown[];
  readonly rowCount: number | null;
}
