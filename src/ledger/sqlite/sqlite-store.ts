import { parseRow } from "../sql/parse-row.ts";
import { ledgerSql, replacementOf, valuesOf } from "../sql/statements.ts";
import type { LedgerStore } from "../store.ts";
import { whenNotBusy, type BusyPatience } from "./busy.ts";
import { createGroupCommit, type GroupCommitOptions } from "./group-commit.ts";
import { prepareDatabase } from "./migrate.ts";
import type { SqliteClient, SqliteStatement } from "./sqlite-client.ts";
import { toLedgerError } from "./sqlite-fault.ts";

const sql = ledgerSql(() => "?");

interface Statements {
  readonly insert: SqliteStatement;
  readonly replace: SqliteStatement;
  readonly read: SqliteStatement;
  readonly removeFinished: SqliteStatement;
}

/** Keeps records in SQLite. The tables are made and migrated at the first use. */
export function createSqliteStore(client: SqliteClient, options: GroupCommitOptions): LedgerStore {
  const commits = createGroupCommit(client, options);
  let prepared: Promise<Statements> | undefined;

  // A failure is not remembered: what was wrong with the database may have been put right.
  function statements(): Promise<Statements> {
    prepared ??= prepare(client, options).catch((error: unknown) => {
      prepared = undefined;
      throw toLedgerError(error);
    });
    return prepared;
  }

  return {
    isDurable: true,
    async insert(record) {
      const { insert } = await statements();
      const { changes } = await commits.submit(() => insert.run(...valuesOf(record)));
      return Number(changes) === 1 ? "inserted" : "taken";
    },
    async replace(record, revision) {
      const { replace } = await statements();
      const { changes } = await commits.submit(() => replace.run(...replacementOf(record, revision)));
      return Number(changes) === 1 ? "replaced" : "changed";
    },
    async read(key) {
      const { read } = await statements();
      const row = await whenNotBusy(() => read.get(key), options);
      return row === undefined ? undefined : parseRow(row);
    },
    async list(query) {
      await statements();
      const { sql: text, values } = sql.list(query);
      return whenNotBusy(
        () =>
          client
            .prepare(text)
            .all(...values)
            .map(parseRow),
        options,
      );
    },
    async removeFinished(concludedBeforeMs) {
      const { removeFinished } = await statements();
      return Number((await commits.submit(() => removeFinished.run(concludedBeforeMs))).changes);
    },
    async close() {
      if (options.isOwnClient) client.close();
    },
  };
}

async function prepare(client: SqliteClient, patience: BusyPatience): Promise<Statements> {
  await prepareDatabase(client, patience);
  return {
    insert: client.prepare(sql.insert),
    replace: client.prepare(sql.replace),
    read: client.prepare(sql.read),
    removeFinished: client.prepare(sql.removeFinished),
  };
}
