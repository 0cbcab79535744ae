import type { LedgerRecord } from "../record.ts";
import { DEFAULT_LIST_LIMIT, finishedStates, type RecordQuery } from "../store.ts";

/** What a column can hold. */
export type SqlValue = string | number | null;

/** A statement with what goes into its places. */
export interface SqlStatement {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/**
 * Writes the place of the n-th value, from 1: `?`, `$1`. In every statement the places stand in the order of their values:
 * `node:sqlite` could not bind numbered marks by position before Node 22.20 and 24.7.
 */
export type PlaceMark = (place: number) => string;

const columns = [
  "key",
  "fingerprint",
  "tool",
  "conversation",
  "turn",
  "call_id",
  "state",
  "verdict",
  "owner",
  "attempt",
  "revision",
  "claimed_at_ms",
  "lease_until_ms",
  "concluded_at_ms",
  "result",
  "note",
] as const;

/** The statements of a ledger, in the SQL that SQLite and PostgreSQL share. Only their marks of places differ. */
export interface LedgerSql {
  readonly insert: string;
  readonly replace: string;
  readonly read: string;
  readonly removeFinished: string;
  list(query: RecordQuery): SqlStatement;
}

/** Writes the statements with the marks of one database. */
export function ledgerSql(mark: PlaceMark): LedgerSql {
  const marks = columns.map((_column, place) => mark(place + 1));
  const changes = columns.slice(1).map((column, place) => `${column} = ${mark(place + 1)}`);
  const finished = finishedStates.map((state) => `'${state}'`).join(", ");
  return {
    insert: `INSERT INTO rollcall_ledger (${columns.join(", ")}) VALUES (${marks.join(", ")}) ON CONFLICT (key) DO NOTHING`,
    replace: `UPDATE rollcall_ledger SET ${changes.join(", ")} WHERE key = ${mark(columns.length)} AND revision = ${mark(columns.length + 1)}`,
    read: `SELECT ${columns.join(", ")} FROM rollcall_ledger WHERE key = ${mark(1)}`,
    removeFinished: `DELETE FROM rollcall_ledger WHERE state IN (${finished}) AND concluded_at_ms < ${mark(1)}`,
    list: (query) => listStatement(query, mark),
  };
}

function listStatement(query: RecordQuery, mark: PlaceMark): SqlStatement {
  const values: SqlValue[] = [];
  const place = (value: SqlValue): string => mark(values.push(value));
  const conditions: string[] = [];
  if (query.states !== undefined) {
    const states = query.states.map(place);
    conditions.push(states.length === 0 ? "1 = 0" : `state IN (${states.join(", ")})`);
  }
  if (query.conversation !== undefined) conditions.push(`conversation = ${place(query.conversation)}`);
  if (query.tool !== undefined) conditions.push(`tool = ${place(query.tool)}`);
  if (query.leaseOverAtMs !== undefined) {
    conditions.push(`state = 'claimed' AND lease_until_ms <= ${place(query.leaseOverAtMs)}`);
  }
  const where = conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`;
  const limit = place(query.limit ?? DEFAULT_LIST_LIMIT);
  const sql = `SELECT ${columns.join(", ")} FROM rollcall_ledger ${where} ORDER BY claimed_at_ms DESC, key LIMIT ${limit}`;
  return { sql, values };
}

/** The values of a record in the order of the columns. */
export function valuesOf(record: LedgerRecord): readonly SqlValue[] {
  return [
    record.key,
    record.fingerprint,
    record.tool,
    record.conversation,
    record.turn,
    record.callId,
    record.state,
    record.verdict,
    record.owner,
    record.attempt,
    record.revision,
    record.claimedAtMs,
    record.leaseUntilMs,
    record.concludedAtMs,
    record.result,
    record.note,
  ];
}

/** The values of a record that takes the place of another one: what it changes to, then which one is meant. */
export function replacementOf(record: LedgerRecord, revision: number): readonly SqlValue[] {
  return [...valuesOf(record).slice(1), record.key, revision];
}
