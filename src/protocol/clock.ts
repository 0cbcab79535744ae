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

/** The real time of the machine. Its timers do not keep a process alive that has nothing else to do. */
export const systemClock: Clock = {
  now: () => performance.now(),
  after(delayMs, callback) {
    const timer: unknown = setTimeout(callback, Math.min(delayMs, LONGEST_DELAY_MS));
    unreference(timer);
    return () => clearTimeout(timer as ReturnType<typeof setTimeout>);
  },
};

// Node's timers are objects that hold the process open; a browser's are plain numbers.
function unreference(timer: unknown): void {
  if (typeof timer === "object" && timer !== null && "unref" in timer && typeof timer.unref === "function") {
    timer.unref();
  }
}
