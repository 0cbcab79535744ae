import { isLeaseOver, type LedgerRecord } from "../record.ts";
import { DEFAULT_LIST_LIMIT, finishedStates, type LedgerStore, type RecordQuery } from "../store.ts";

/** A store that lasts as long as the process: for tests, and for tools whose effects end with it. */
export function createMemoryStore(): LedgerStore {
  const records = new Map<string, LedgerRecord>();
  return {
    isDurable: false,
    async insert(record) {
      if (records.has(record.key)) return "taken";
      records.set(record.key, record);
      return "inserted";
    },
    async replace(record, revision) {
      if (records.get(record.key)?.revision !== revision) return "changed";
      records.set(record.key, record);
      return "replaced";
    },
    async read(key) {
      return records.get(key);
    },
    async list(query) {
      return [...records.values()]
        .filter((record) => isMeant(record, query))
        .toSorted((one, other) => other.claimedAtMs - one.claimedAtMs || (one.key < other.key ? -1 : 1))
        .slice(0, query.limit ?? DEFAULT_LIST_LIMIT);
    },
    async removeFinished(concludedBeforeMs) {
      const old = [...records.values()].filter((record) => isOld(record, concludedBeforeMs));
      for (const { key } of old) records.delete(key);
      return old.length;
    },
    close: async () => {},
  };
}

function isMeant(record: LedgerRecord, query: RecordQuery): boolean {
  if (query.states !== undefined && !query.states.includes(record.state)) return false;
  if (query.conversation !== undefined && query.conversation !== record.conversation) return false;
  if (query.tool !== undefined && query.tool !== record.tool) return false;
  return query.leaseOverAtMs === undefined || isLeaseOver(record, query.leaseOverAtMs);
}

function isOld(record: LedgerRecord, concludedBeforeMs: number): boolean {
  return (
    finishedStates.includes(record.state) && record.concludedAtMs !== null && record.concludedAtMs < concludedBeforeMs
  );
}
