import { LedgerError } from "../ledger-error.ts";
import { codeOf } from "./postgres-fault.ts";
import type { PostgresPool } from "./postgres-pool.ts";

/** What brings the tables from one version to the next. Never edited once published: a change is one more. */
const migrations: readonly string[] = [
  `CREATE TABLE rollcall_ledger (
    key text COLLATE "C" PRIMARY KEY,
    fingerprint text NOT NULL,
    tool text NOT NULL,
    conversation text,
    turn text,
    call_id text,
    state text NOT NULL,
    verdict text,
    owner text NOT NULL,
    attempt integer NOT NULL,
    revision integer NOT NULL,
    claimed_at_ms bigint NOT NULL,
    lease_until_ms bigint NOT NULL,
    concluded_at_ms bigint,
    result text,
    note text
  )`,
];

const NO_SUCH_TABLE = "42P01";
/** Whoever migrates holds this advisory lock of PostgreSQL; any number will do as long as it stays the same. */
const LOCK = 1_919_904_876;

/**
 * Makes the tables those of this version, and refuses a session that confirms what it may lose. Safe when many processes
 * start at once: one of them migrates, the others wait for it.
 */
export async function prepareDatabase(pool: PostgresPool): Promise<void> {
  await refuseForgetful(pool);
  const version = await versionOf(pool);
  if (version > migrations.length) {
    const message = `the ledger's tables have version ${version}, and this Rollcall knows ${migrations.length}: update it`;
    throw new LedgerError("newer-schema", message);
  }
  if (version < migrations.length) await pool.query(migrationScript());
}

async function refuseForgetful(pool: PostgresPool): Promise<void> {
  const setting = textOf(await pool.query("SELECT current_setting('synchronous_commit')"));
  if (setting !== "off") return;
  const advice = "it would confirm claims that a crash forgets; set it to on for the ledger's pool";
  throw new LedgerError("not-durable", `synchronous_commit is off: ${advice}`);
}

async function versionOf(pool: PostgresPool): Promise<number> {
  try {
    return Number(textOf(await pool.query("SELECT coalesce(max(version), 0) FROM rollcall_ledger_version")));
  } catch (error) {
    if (codeOf(error) === NO_SUCH_TABLE) return 0;
    throw error;
  }
}

/** Statements that are sent together are one transaction: the lock lasts until all of them are done. */
function migrationScript(): string {
  const steps = migrations.map(
    (migration, place) => `
      IF (SELECT coalesce(max(version), 0) FROM rollcall_ledger_version) = ${place} THEN
        ${migration};
        DELETE FROM rollcall_ledger_version;
        INSERT INTO rollcall_ledger_version VALUES (${place + 1});
      END IF;`,
  );
  return `
    SELECT pg_advisory_xact_lock(${LOCK});
    CREATE TABLE IF NOT EXISTS rollcall_ledger_version (version integer NOT NULL);
    DO $migrate$ BEGIN ${steps.join("")} END $migrate$`;
}

function textOf({ rows }: { readonly rows: readonly unknown[] }): string {
  const [row] = rows;
  return typeof row === "object" && row !== null ? String(Object.values(row)[0]) : "";
}
