import { LedgerError } from "../ledger-error.ts";
import type { LedgerRecord, Verdict } from "../record.ts";
import { ledgerStates, type LedgerState } from "../states.ts";

const verdicts: readonly Verdict[] = ["happened", "did-not-happen"];

/** Reads a row as a record. @throws {LedgerError} for a row that no ledger has written. */
export function parseRow(row: unknown): LedgerRecord {
  const columns = new Map<string, unknown>(typeof row === "object" && row !== null ? Object.entries(row) : []);
  const text = (column: string): string => textIn(columns, column) ?? refuse(columns, column);
  const whole = (column: string): number => wholeIn(columns, column) ?? refuse(columns, column);
  const state = text("state");
  const verdict = textIn(columns, "verdict");
  return {
    key: text("key"),
    fingerprint: text("fingerprint"),
    tool: text("tool"),
    conversation: textIn(columns, "conversation"),
    turn: textIn(columns, "turn"),
    callId: textIn(columns, "call_id"),
    state: isState(state) ? state : refuse(columns, "state"),
    verdict: verdict === null || isVerdict(verdict) ? verdict : refuse(columns, "verdict"),
    owner: text("owner"),
    attempt: whole("attempt"),
    revision: whole("revision"),
    claimedAtMs: whole("claimed_at_ms"),
    leaseUntilMs: whole("lease_until_ms"),
    concludedAtMs: wholeIn(columns, "concluded_at_ms"),
    result: textIn(columns, "result"),
    note: textIn(columns, "note"),
  };
}

function textIn(columns: ReadonlyMap<string, unknown>, column: string): string | null {
  const value = columns.get(column) ?? null;
  return value === null || typeof value === "string" ? value : refuse(columns, column);
}

// PostgreSQL's clients give a bigint as text, since not every one fits a double; milliseconds do.
function wholeIn(columns: ReadonlyMap<string, unknown>, column: string): number | null {
  const value = columns.get(column) ?? null;
  if (value === null) return null;
  const number = typeof value === "string" || typeof value === "bigint" ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) ? number : refuse(columns, column);
}

function isState(value: string): value is LedgerState {
  return Object.hasOwn(ledgerStates, value);
}

function isVerdict(value: string): value is Verdict {
  return verdicts.some((verdict) => verdict === value);
}

function refuse(columns: ReadonlyMap<string, unknown>, column: string): never {
  const value = String(columns.get(column));
  throw new LedgerError("failed", `the column ${column} of rollcall_ledger holds ${value}, which no ledger writes`);
}
