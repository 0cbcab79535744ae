import type { LedgerRecord } from "../../ledger/record.ts";
import { inertLine } from "../../view/inert.ts";
import type { Paint } from "../screen/style.ts";
import { layOutTable, type Cell, type Column } from "../screen/table.ts";
import { momentOf, standingOf } from "./record-words.ts";

/** Records and the screen they are shown on. */
export interface LedgerTableOptions {
  readonly records: readonly LedgerRecord[];
  readonly nowMs: number;
  readonly width: number;
  readonly paint: Paint;
}

const MAX_CODE_POINTS = 80;

const columns: readonly Column[] = [
  { title: "key", side: "left", minColumns: 8 },
  { title: "state", side: "left", minColumns: 10 },
  { title: "tool", side: "left", minColumns: 6 },
  { title: "conversation", side: "left", minColumns: 6 },
  { title: "claimed", side: "left", minColumns: 10 },
  { title: "attempt", side: "right" },
];

/** Lays out a list of records; `null` where the screen is too narrow for a table. */
export function ledgerTable({ records, nowMs, width, paint }: LedgerTableOptions): readonly string[] | null {
  return layOutTable({ columns, rows: records.map((record) => row(record, nowMs)), width, paint });
}

function row(record: LedgerRecord, nowMs: number): readonly Cell[] {
  const standing = standingOf(record, nowMs);
  return [
    { text: inertLine(record.key, MAX_CODE_POINTS), tone: "plain" },
    { text: standing.words, tone: standing.tone },
    { text: inertLine(record.tool, MAX_CODE_POINTS), tone: "plain" },
    { text: inertLine(record.conversation ?? "", MAX_CODE_POINTS), tone: "quiet" },
    { text: momentOf(record.claimedAtMs), tone: "quiet" },
    { text: String(record.attempt), tone: "quiet" },
  ];
}
