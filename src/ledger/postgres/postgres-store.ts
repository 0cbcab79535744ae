import type { LedgerRecord } from "../record.ts";
import { parseRow } from "../sql/parse-row.ts";
import { ledgerSql, replacementOf, type SqlValue, valuesOf } from "../sql/statements.ts";
import type { LedgerStore } from "../store.ts";
import { prepareDatabase } from "./migrate.ts";
import { toLedgerError } from "./postgres-fault.ts";
import type { PostgresAnswer, PostgresPool } from "./postgres-pool.ts";

const sql = ledgerSql((place) => `$${place}`);

/**
 * Keeps records in PostgreSQL. Each step is one statement, and so a transaction of its own; the server lets those that
 * run at the same time share a commit. The tables are made and migrated at the first use.
 */
export function createPostgresStore(pool: PostgresPool): LedgerStore {
  let prepared: Promise<void> | undefined;

  async function ask(text: string, values: readonly SqlValue[]): Promise<PostgresAnswer> {
    try {
      // A failure is not remembered: what was wrong with the database may have been put right.
      prepared ??= prepareDatabase(pool).catch((error: unknown) => {
        prepared = undefined;
        throw error;
      });
      await prepared;
      return await pool.query(text, values.map(withoutNul));
    } catch (error) {
      throw toLedgerError(error);
    }
  }

  return {
    isDurable: true,
    async insert(record) {
      return (await ask(sql.insert, valuesOf(record))).rowCount === 1 ? "inserted" : "taken";
    },
    async replace(record, revision) {
      return (await ask(sql.replace, replacementOf(record, revision))).rowCount === 1 ? "replaced" : "changed";
    },
    async read(key) {
      const { rows } = await ask(sql.read, [key]);
      return rows.length === 0 ? undefined : parseRow(rows[0]);
    },
    async list(query): Promise<readonly LedgerRecord[]> {
      const { sql: text, values } = sql.list(query);
      return (await ask(text, values)).rows.map(parseRow);
    },
    async removeFinished(concludedBeforeMs) {
      return (await ask(sql.removeFinished, [concludedBeforeMs])).rowCount ?? 0;
    },
    close: async () => {},
  };
}

// Text of PostgreSQL holds every character but this one, and a note may quote anything.
function withoutNul(value: SqlValue): SqlValue {
  return typeof value === "string" ? value.replaceAll("\0", "\u{FFFD}") : value;
}
