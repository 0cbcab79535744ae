import { LedgerError } from "../ledger-error.ts";
import { whenNotBusy, type BusyPatience } from "./busy.ts";
import type { SqliteClient } from "./sqlite-client.ts";

/** What brings the tables from one version to the next. Never edited once published: a change is one more. */
const migrations: readonly string[] = [
  `CREATE TABLE rollcall_ledger (
    key TEXT PRIMARY KEY NOT NULL,
    fingerprint TEXT NOT NULL,
    tool TEXT NOT NULL,
    conversation TEXT,
    turn TEXT,
    call_id TEXT,
    state TEXT NOT NULL,
    verdict TEXT,
    owner TEXT NOT NULL,
    attempt INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    claimed_at_ms INTEGER NOT NULL,
    lease_until_ms INTEGER NOT NULL,
    concluded_at_ms INTEGER,
    result TEXT,
    note TEXT
  ) STRICT, WITHOUT ROWID`,
];

/**
 * Makes a connection durable and its tables those of this version. Safe when many processes start at once: one of them
 * migrates, the others find it done.
 */
export async function prepareDatabase(client: SqliteClient, patience: BusyPatience): Promise<void> {
  // Write-ahead logging lets readers and one writer work side by side; a commit is on the disk before it is confirmed.
  await whenNotBusy(() => {
    if (firstValue(client, "PRAGMA journal_mode") !== "wal") client.prepare("PRAGMA journal_mode = WAL").get();
  }, patience);
  client.exec("PRAGMA synchronous = FULL");
  if (versionOf(client) === migrations.length) return;
  await whenNotBusy(() => migrate(client), patience);
}

function migrate(client: SqliteClient): void {
  client.exec("BEGIN IMMEDIATE");
  try {
    client.exec("CREATE TABLE IF NOT EXISTS rollcall_ledger_version (version INTEGER NOT NULL) STRICT");
    const version = versionOf(client);
    for (const migration of migrations.slice(version)) client.exec(migration);
    client.exec("DELETE FROM rollcall_ledger_version");
    client.exec(`INSERT INTO rollcall_ledger_version VALUES (${migrations.length})`);
    client.exec("COMMIT");
  } catch (error) {
    client.exec("ROLLBACK");
    throw error;
  }
}

/** The version of the tables, 0 where there are none. @throws {LedgerError} for one that this code does not know. */
function versionOf(client: SqliteClient): number {
  const table = "SELECT count(*) FROM sqlite_master WHERE name = 'rollcall_ledger_version'";
  if (Number(firstValue(client, table)) === 0) return 0;
  const version = Number(firstValue(client, "SELECT coalesce(max(version), 0) FROM rollcall_ledger_version"));
  if (version <= migrations.length) return version;
  const message = `the ledger's tables have version ${version}, and this Rollcall knows ${migrations.length}: update it`;
  throw new LedgerError("newer-schema", message);
}

function firstValue(client: SqliteClient, sql: string): unknown {
  const row = client.prepare(sql).get();
  return typeof row === "object" && row !== null ? Object.values(row)[0] : undefined;
}
