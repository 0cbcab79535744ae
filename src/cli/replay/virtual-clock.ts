import type { Cancel, Clock } from "../../protocol/clock.ts";

/** A clock that stands still until it is told to go on. */
export interface VirtualClock extends Clock {
  /** When the next timer is due; `null` when nothing is planned. */
  nextAtMs(): number | null;
  /** Moves to the next timer and fires it, and only it. Without a timer, nothing happens. */
  advance(): void;
}

interface Timer {
  readonly atMs: number;
  readonly callback: () => void;
}

/** Makes a clock at 0 ms. Timers fire in the order of their times; those of one time, in the order of planning. */
export function createVirtualClock(): VirtualClock {
  const timers: Timer[] = [];
  let nowMs = 0;

  function after(delayMs: number, callback: () => void): Cancel {
    const timer: Timer = { atMs: nowMs + Math.max(0, delayMs), callback };
    const later = timers.findIndex((other) => other.atMs > timer.atMs);
    timers.splice(later === -1 ? timers.length : later, 0, timer);
    return () => {
      const place = timers.indexOf(timer);
      if (place !== -1) timers.splice(place, 1);
    };
  }

  function advance(): void {
    const timer = timers.shift();
    if (timer === undefined) return;
    nowMs = timer.atMs;
    timer.callback();
  }

  return { now: () => nowMs, after, nextAtMs: () => timers[0]?.atMs ?? null, advance };
}
