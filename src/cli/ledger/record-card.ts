import type { LedgerRecord } from "../../ledger/record.ts";
import { inertLine } from "../../view/inert.ts";
import type { Paint } from "../screen/style.ts";
import { momentOf, standingOf } from "./record-words.ts";

const LABEL_COLUMNS = 14;

/** Everything about one record, a line for each thing that is known. */
export function recordCard(record: LedgerRecord, nowMs: number, paint: Paint): readonly string[] {
  const standing = standingOf(record, nowMs);
  const facts: readonly (readonly [label: string, value: string | null])[] = [
    ["state", standing.words],
    ["tool", record.tool],
    ["conversation", record.conversation],
    ["turn", record.turn],
    ["call", record.callId],
    ["attempt", String(record.attempt)],
    ["claimed", momentOf(record.claimedAtMs)],
    ["lease until", record.state === "claimed" ? momentOf(record.leaseUntilMs) : null],
    ["concluded", record.concludedAtMs === null ? null : momentOf(record.concludedAtMs)],
    ["owner", record.owner],
    ["fingerprint", record.fingerprint],
    ["result", record.result],
    ["note", record.note],
  ];
  const lines = facts.flatMap(([label, value]) =>
    value === null ? [] : [`${label.padEnd(LABEL_COLUMNS)}${paintFact(label, inertLine(value))}`],
  );
  return [paint("heading", inertLine(record.key)), ...lines];

  function paintFact(label: string, text: string): string {
    return label === "state" ? paint(standing.tone, text) : text;
  }
}
