import { isLedgerError, LedgerError, type LedgerErrorCode } from "../ledger-error.ts";

interface Fault {
  readonly pattern: RegExp;
  readonly code: LedgerErrorCode;
  readonly advice: string;
}

/** SQLSTATE classes and codes (https://www.postgresql.org/docs/18/errcodes-appendix.html), and Node's codes of sockets. */
const faults: readonly Fault[] = [
  {
    pattern: /^(?:08...|57P0[1-4]|53300|ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT)$/,
    code: "unavailable",
    advice: "the server cannot be reached, or broke the connection; try again",
  },
  {
    pattern: /^(?:55P03|40001|40P01|57014)$/,
    code: "busy",
    advice: "another transaction was in the way; try again",
  },
  {
    pattern: /^25006$/,
    code: "read-only",
    advice: "the server or the session takes no writes; connect to the primary",
  },
  { pattern: /^53[12]00$/, code: "full", advice: "free space on the server, or sweep the ledger" },
];

// `pg` gives no code where a connection ends under a query, or where none came free in time.
const lostConnection = /connection (?:terminated|ended|error)|terminating connection|timeout.*connect|not queryable/i;

/** Turns what a PostgreSQL client threw into an error that says what to do. */
export function toLedgerError(error: unknown): LedgerError {
  if (isLedgerError(error)) return error;
  const said = error instanceof Error && error.message !== "" ? error.message : codeOf(error);
  const fault = faultOf(error, said);
  const advice = fault?.advice ?? "see the cause";
  return new LedgerError(fault?.code ?? "failed", `the PostgreSQL ledger failed (${said}): ${advice}`, {
    cause: error,
  });
}

/** The SQLSTATE or the code of Node; the error's own text where it has none. */
export function codeOf(error: unknown): string {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : String(error);
}

function faultOf(error: unknown, said: string): Fault | undefined {
  const code = codeOf(error);
  return faults.find(({ pattern }) => pattern.test(code)) ?? (lostConnection.test(said) ? faults[0] : undefined);
}
