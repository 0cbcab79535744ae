import { systemWallClock } from "../../ledger/machine.ts";
import type { LedgerRecord } from "../../ledger/record.ts";
import type { CliPorts } from "../ports.ts";
import { paintFor } from "../screen/style.ts";
import { ledgerTable } from "./ledger-table.ts";
import { recordCard } from "./record-card.ts";

/** Shows records as a table; as cards where the screen is too narrow for one. */
export function showRecords(records: readonly LedgerRecord[], { stdout, environment }: CliPorts): void {
  if (records.length === 0) {
    stdout.write("no intents\n");
    return;
  }
  const paint = paintFor(stdout, environment);
  const nowMs = systemWallClock.nowMs();
  const table = ledgerTable({ records, nowMs, width: stdout.width(), paint });
  const lines = table ?? records.flatMap((record) => recordCard(record, nowMs, paint));
  stdout.write(`${lines.join("\n")}\n`);
}

/** Shows all that is known of one record. */
export function showRecord(record: LedgerRecord, { stdout, environment }: CliPorts): void {
  const lines = recordCard(record, systemWallClock.nowMs(), paintFor(stdout, environment));
  stdout.write(`${lines.join("\n")}\n`);
}
