import type { LedgerRecord } from "./record.ts";
import type { LedgerState } from "./states.ts";

/** Which records are meant; an empty query means all of them. */
export interface RecordQuery {
  readonly states?: readonly LedgerState[];
  readonly conversation?: string;
  readonly tool?: string;
  /** Only claims whose lease ran out by then. */
  readonly leaseOverAtMs?: number;
  /** Most records in the answer. Default 100. */
  readonly limit?: number;
}

/**
 * Where records are kept: the port behind which memory, SQLite and PostgreSQL stand. It knows nothing of states: each
 * operation is one atomic step, and a promise that resolves says that the step is durable.
 */
export interface LedgerStore {
  /** Whether records outlive the process. */
  readonly isDurable: boolean;
  /** Adds a record unless its key is taken. */
  insert(record: LedgerRecord): Promise<"inserted" | "taken">;
  /** Puts `record` in the place of the one with the same key, unless that one has changed since `revision`. */
  replace(record: LedgerRecord, revision: number): Promise<"replaced" | "changed">;
  read(key: string): Promise<LedgerRecord | undefined>;
  /** The records of a query, those claimed last first. */
  list(query: RecordQuery): Promise<readonly LedgerRecord[]>;
  /** Removes finished records (`done`, `did-not-happen`, `reconciled`) concluded before then; says how many. */
  removeFinished(concludedBeforeMs: number): Promise<number>;
  /** Frees what the store itself opened. */
  close(): Promise<void>;
}

/** The states in which nothing more will happen by itself. Records in them may be removed. */
export const finishedStates: readonly LedgerState[] = ["done", "did-not-happen", "reconciled"];

/** How many records a list has where nobody says. */
export const DEFAULT_LIST_LIMIT = 100;
