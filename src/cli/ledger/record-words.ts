import { isLeaseOver, type LedgerRecord } from "../../ledger/record.ts";
import type { Tone } from "../screen/style.ts";

/** How a record stands, in words and in a tone. */
export interface Standing {
  readonly words: string;
  readonly tone: Tone;
}

/** Says how a record stands. A claim whose lease is over counts as in doubt, also before a sweep has said so. */
export function standingOf(record: LedgerRecord, nowMs: number): Standing {
  if (isLeaseOver(record, nowMs)) return { words: "in doubt", tone: "warning" };
  switch (record.state) {
    case "claimed":
      return { words: "claimed", tone: "plain" };
    case "done":
      return { words: "done", tone: "good" };
    case "did-not-happen":
      return { words: "did not happen", tone: "quiet" };
    case "in-doubt":
      return { words: "in doubt", tone: "warning" };
    case "reconciled":
      return record.verdict === "happened"
        ? { words: "reconciled: happened", tone: "good" }
        : { words: "reconciled: did not happen", tone: "quiet" };
  }
}

/** A moment as a person reads it: `2026-12-01 15:04:05Z`. */
export function momentOf(atMs: number): string {
  return new Date(atMs).toISOString().replace("T", " ").replace(/\.\d+/, "");
}
