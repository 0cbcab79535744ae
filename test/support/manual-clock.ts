import type { Cancel, Clock } from "../../src/protocol/clock.ts";

/** A clock whose time only the test moves. */
export interface ManualClock extends Clock {
  /** Lets `ms` pass: timers fire in order of their due times, and whatever they set off runs before the next one. */
  advance(ms: number): Promise<void>;
  /** Lets `ms` pass while nothing can run, as in a blocked event loop: due timers fire with the next `advance`. */
  jump(ms: number): void;
  /** Timers that are planned and not called off. */
  pending(): number;
}

interface Timer {
  readonly dueMs: number;
  readonly callback: () => void;
}

/** Creates a clock that stands still until it is moved. */
export function createManualClock(startMs = 0): ManualClock {
  let nowMs = startMs;
  const timers = new Set<Timer>();

  function nextDue(untilMs: number): Timer | undefined {
    let earliest: Timer | undefined;
    for (const timer of timers) {
      if (timer.dueMs <= untilMs && (earliest === undefined || timer.dueMs < earliest.dueMs)) earliest = timer;
    }
    return earliest;
  }

  return {
    now: () => nowMs,
    after(delayMs, callback): Cancel {
      const timer: Timer = { dueMs: nowMs + Math.max(0, delayMs), callback };
      timers.add(timer);
      return () => {
        timers.delete(timer);
      };
    },
    async advance(ms) {
      const untilMs = nowMs + ms;
      await settleTasks();
      for (let timer = nextDue(untilMs); timer !== undefined; timer = nextDue(untilMs)) {
        timers.delete(timer);
        nowMs = Math.max(nowMs, timer.dueMs);
        timer.callback();
        await settleTasks();
      }
      nowMs = Math.max(nowMs, untilMs);
    },
    jump(ms) {
      nowMs += ms;
    },
    pending: () => timers.size,
  };
}

/** Lets everything that can run without time passing run: a handful of turns of the event loop. */
export async function settleTasks(): Promise<void> {
  for (let turn = 0; turn < 8; turn++) {
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
  }
}
