/** Calls off a callback that was planned with {@link Clock.after}. Calling it twice does nothing. */
export type Cancel = () => void;

/** Time as a port: whoever gives the clock owns the time. */
export interface Clock {
  /** Milliseconds since an arbitrary start; never runs backwards. */
  now(): number;
  /** Calls `callback` once, `delayMs` milliseconds from now. */
  after(delayMs: number, callback: () => void): Cancel;
}

/** setTimeout takes a signed 32-bit delay and fires at once above it. */
const LONGEST_DELAY_MS = 2_147_483_647;

/**
 * The real time of the machine. A timer holds the process while it is set: whoever awaits an outcome must get it, also where
 * nothing else is left to do. Every timer is called off when its stream is over.
 */
export const systemClock: Clock = {
  now: () => performance.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, Math.min(delayMs, LONGEST_DELAY_MS));
    return () => clearTimeout(timer);
  },
};
