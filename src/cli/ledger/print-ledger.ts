import type { Resolution } from "../../ledger/ledger.ts";
import type { LedgerRecord } from "../../ledger/record.ts";
import type { RecordQuery } from "../../ledger/store.ts";
import { exitCode, type ExitCode } from "../exit-code.ts";
import type { CliPorts } from "../ports.ts";
import { UsageError } from "../usage-error.ts";
import { findRecord } from "./find-record.ts";
import { withLedger } from "./open-store.ts";
import { showRecord, showRecords } from "./show-records.ts";

/** Which store, and how to print what is in it. */
export interface StoreFlags {
  readonly store: string;
  readonly json?: boolean;
}

/** Prints the records of a query, those claimed last first. */
export async function printRecords(flags: StoreFlags, query: RecordQuery, ports: CliPorts): Promise<ExitCode> {
  const records = await withLedger(flags.store, (ledger) => ledger.list(query));
  if (flags.json === true) printJson(records, ports);
  else showRecords(records, ports);
  return exitCode.ok;
}

/** Prints one record. */
export async function printRecord(flags: StoreFlags, key: string, ports: CliPorts): Promise<ExitCode> {
  const record = await withLedger(flags.store, (ledger) => findRecord(ledger, key));
  if (flags.json === true) printJson(record, ports);
  else showRecord(record, ports);
  return exitCode.ok;
}

/** Ends a doubt, and prints the record as it stands then. */
export async function printResolved(
  flags: StoreFlags & { readonly key: string },
  resolution: Resolution,
  ports: CliPorts,
): Promise<ExitCode> {
  const record = await withLedger(flags.store, async (ledger): Promise<LedgerRecord> => {
    const { key } = await findRecord(ledger, flags.key);
    const answer = await ledger.resolve(key, resolution);
    if (answer.kind === "resolved") return answer.record;
    const state = answer.kind === "unknown" ? "gone" : answer.record.state;
    throw new UsageError(`${key} is not in doubt: its state is ${state}`);
  });
  if (flags.json === true) printJson(record, ports);
  else showRecord(record, ports);
  return exitCode.ok;
}

/** Sweeps, and prints what was swept. */
export async function printSwept(flags: StoreFlags, keepMs: number, ports: CliPorts): Promise<ExitCode> {
  const swept = await withLedger(flags.store, (ledger) => ledger.sweep({ keepMs }));
  if (flags.json === true) printJson(swept, ports);
  else ports.stdout.write(`put in doubt: ${swept.inDoubt}\nremoved: ${swept.removed}\n`);
  return exitCode.ok;
}

function printJson(value: unknown, { stdout }: CliPorts): void {
  stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}
