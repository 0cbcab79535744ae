import type { Clock } from "../../protocol/clock.ts";
import { pause } from "../pause.ts";
import { toLedgerError } from "./sqlite-fault.ts";

/** How a busy database is waited for. */
export interface BusyPatience {
  readonly clock: Clock;
  /** Longest wait in milliseconds. */
  readonly busyMs: number;
}

const LONGEST_PAUSE_MS = 20;

/**
 * Does a step again for as long as other connections hold the database. It waits beside the event loop: SQLite's own
 * wait would stop everything else in the process.
 */
export async function whenNotBusy<Value>(step: () => Value, { clock, busyMs }: BusyPatience): Promise<Value> {
  const untilMs = clock.now() + busyMs;
  for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return step();
    } catch (error) {
      const fault = toLedgerError(error);
      if (fault.code !== "busy" || clock.now() >= untilMs) throw fault;
      await pause(pauseMs, clock);
    }
  }
}
