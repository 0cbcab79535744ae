/**
 * The page's own watchdog: turns silence of the server into an event.
 *
 * - S1 Time counts only while something is waited for.
 * - S2 Bytes show that the link lives; only records of ours show that the server does, and may be longer in coming.
 * - S3 A deadline that seems to have passed is looked at again, so that what waited while the page stood still gets in.
 */
import type { Cancel, Clock } from "../../protocol/clock.ts";

/** @see the head of this file */
export interface Silence {
  limitMs: number;
  /** Something is waited for from now on. */
  wait(): void;
  /** Bytes came. */
  hear(): void;
  /** A record of ours was among them. */
  recognize(): void;
  stop(): void;
}

/** How many times as long a link may live without a record of ours. */
const FOREIGN_FACTOR = 4;

/** How long bytes that were held up with the event loop are given to arrive. */
const LONGEST_SECOND_LOOK_MS = 100;

/** Makes the watchdog of one connection. `onExpire` is called at most once. */
export function createSilence(clock: Clock, limitMs: number, onExpire: (detail: string) => void): Silence {
  let foreignMs = 0;
  let sinceMs = 0;
  let cancel: Cancel | null = null;

  function look(silence: Silence, dueAtMs: number): void {
    const lateMs = Math.max(0, clock.now() - dueAtMs);
    cancel = clock.after(Math.min(lateMs + 1, LONGEST_SECOND_LOOK_MS), () => {
      const isForeign = foreignMs > 0 && foreignMs + clock.now() - sinceMs >= silence.limitMs * FOREIGN_FACTOR;
      onExpire(isForeign ? "what came was no view" : `nothing came within ${silence.limitMs} ms`);
    });
  }

  return {
    limitMs,
    wait() {
      sinceMs = clock.now();
      const restMs = Math.max(0, Math.min(this.limitMs, this.limitMs * FOREIGN_FACTOR - foreignMs));
      cancel = clock.after(restMs, () => look(this, sinceMs + restMs));
    },
    hear() {
      cancel?.();
      foreignMs += clock.now() - sinceMs;
    },
    recognize() {
      foreignMs = 0;
    },
    stop() {
      cancel?.();
    },
  };
}
