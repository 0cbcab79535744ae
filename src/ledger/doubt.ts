import type { Keeping } from "./settings.ts";
import { isLeaseOver, type LedgerRecord } from "./record.ts";

/**
 * Puts a claim whose lease has run out in doubt. A claim is never taken over: its process may be slow instead of dead,
 * and its effect may have happened either way. Gives the record as it stands afterwards.
 */
export async function doubtIfLeaseOver(
  { store, settings }: Keeping,
  record: LedgerRecord,
): Promise<LedgerRecord | undefined> {
  const nowMs = settings.wallClock.nowMs();
  if (!isLeaseOver(record, nowMs)) return record;
  const doubted: LedgerRecord = {
    ...record,
    state: "in-doubt",
    concludedAtMs: nowMs,
    revision: record.revision + 1,
    note: "the lease of its claim ran out: the process that made it may have crashed",
  };
  const outcome = await store.replace(doubted, record.revision);
  return outcome === "replaced" ? doubted : store.read(record.key);
}
