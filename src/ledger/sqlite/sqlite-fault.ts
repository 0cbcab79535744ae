import { isLedgerError, LedgerError, type LedgerErrorCode } from "../ledger-error.ts";

interface Fault {
  readonly code: LedgerErrorCode;
  readonly advice: string;
}

const BUSY: Fault = { code: "busy", advice: "another connection holds the database; try again" };
const READ_ONLY: Fault = {
  code: "read-only",
  advice: "the database takes no writes; open it with write access, and look at the rights of the file and its folder",
};
const FULL: Fault = { code: "full", advice: "free space on the disk, raise max_page_count, or sweep the ledger" };
const CANNOT_OPEN: Fault = { code: "unavailable", advice: "the file cannot be opened; the folder has to exist" };
const IO: Fault = { code: "unavailable", advice: "the disk gave an error" };

/** Primary result codes (https://www.sqlite.org/rescode.html), by number and by name. */
const faults: ReadonlyMap<number | string, Fault> = new Map<number | string, Fault>([
  [5, BUSY],
  ["SQLITE_BUSY", BUSY],
  [6, BUSY],
  ["SQLITE_LOCKED", BUSY],
  [8, READ_ONLY],
  ["SQLITE_READONLY", READ_ONLY],
  [10, IO],
  ["SQLITE_IOERR", IO],
  [13, FULL],
  ["SQLITE_FULL", FULL],
  [14, CANNOT_OPEN],
  ["SQLITE_CANTOPEN", CANNOT_OPEN],
]);

/** Turns what a SQLite client threw into an error that says what to do. */
export function toLedgerError(error: unknown): LedgerError {
  if (isLedgerError(error)) return error;
  const said = error instanceof Error ? error.message : String(error);
  const fault = faultOf(error) ?? { code: "failed", advice: "see the cause" };
  return new LedgerError(fault.code, `the SQLite ledger failed (${said}): ${fault.advice}`, { cause: error });
}

function faultOf(error: unknown): Fault | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  const facts = new Map<string, unknown>([
    ...Object.entries(error),
    ["code", "code" in error ? error.code : undefined],
  ]);
  // node:sqlite states `errcode`, libsql `rawCode`; the low byte is the primary code. better-sqlite3 has the name alone.
  for (const key of ["errcode", "rawCode"]) {
    const code = facts.get(key);
    if (typeof code === "number") return faults.get(code % 256);
  }
  const name = facts.get("code");
  return typeof name === "string" ? faults.get(name.split("_").slice(0, 2).join("_")) : undefined;
}
