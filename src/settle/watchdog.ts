/**
 * The watchdog: turns silence into an event.
 *
 * Owns: the clocks of one stream. Does not own: the stream; it is told when a read is pending and what arrived, and it calls
 * `onExpire` at most once, with the limit that ran out.
 *
 * - W1 Time counts only while a read is pending: it is the provider's silence that is measured, never the consumer's pace.
 * - W2 Only payload is progress; any byte shows that the link lives.
 * - W3 Behind a stop there is only the grace, counted from the stop: nothing that comes lengthens it.
 * - W4 A deadline that seems to have passed is looked at again after the waiting bytes had their turn.
 * - W5 A stream that never pauses cannot outrun its deadlines: what comes too late for the grace ends it.
 */
import type { Cancel, Clock } from "../protocol/clock.ts";

/** Limits on silence in milliseconds; `off` never fires. */
export interface SilenceLimits {
  readonly firstMs: number | "off";
  readonly progressMs: number | "off";
  /** `seen-pings`: `pingedLivenessMs`, once the stream has shown that it pings. */
  readonly livenessMs: number | "off" | "seen-pings";
  readonly endMs: number;
}

/** What came with a chunk. */
export interface Arrival {
  readonly isPayload: boolean;
  /** A ping or a comment was among it. */
  readonly isKeepAlive: boolean;
}

export interface Watchdog {
  /** A read is pending from now on. */
  wait(): void;
  /** The pending read brought something, at this time of the clock. */
  arrive(arrival: Arrival, nowMs: number): void;
  /** The stop is known: only the grace is left. */
  expectEnd(): void;
  /** An SDK hides the keep-alives of this stream, so that liveness cannot be seen. */
  ignoreLiveness(): void;
  stop(): void;
}

/** On a wire that pings, silence of this length after a ping means that the link is dead. */
const PINGED_LIVENESS_MS = 30_000;

/** How long bytes that were held up with the event loop are given to arrive. */
const LONGEST_SECOND_LOOK_MS = 100;

type Phase = "first" | "progress" | "grace";

/** Makes the watchdog of one stream. */
export function createWatchdog(clock: Clock, limits: SilenceLimits, onExpire: (limit: string) => void): Watchdog {
  return new SilenceWatchdog(clock, limits, onExpire);
}

class SilenceWatchdog implements Watchdog {
  readonly #clock: Clock;
  readonly #limits: SilenceLimits;
  readonly #onExpire: (limit: string) => void;
  #phase: Phase = "first";
  #livenessMs: number | "off" | "seen-pings";
  #hasBytes = false;
  /** Silence so far, without the read that is pending. */
  #quietMs = 0;
  #waitingSinceMs: number | null = null;
  /** When the timer is due, if there is one. */
  #dueAtMs = 0;
  #cancelTimer: Cancel | null = null;
  #isSecondLook = false;
  /** When something first came too late for the grace. */
  #overdueSinceMs: number | null = null;
  #isStopped = false;

  constructor(clock: Clock, limits: SilenceLimits, onExpire: (limit: string) => void) {
    this.#clock = clock;
    this.#limits = limits;
    this.#livenessMs = limits.livenessMs;
    this.#onExpire = onExpire;
  }

  wait(): void {
    if (this.#isStopped) return;
    const now = this.#clock.now();
    this.#waitingSinceMs = now;
    this.#arm(now);
  }

  arrive({ isPayload, isKeepAlive }: Arrival, nowMs: number): void {
    if (this.#waitingSinceMs !== null) {
      this.#quietMs += nowMs - this.#waitingSinceMs;
      this.#waitingSinceMs = null;
    }
    this.#hasBytes = true;
    if (isKeepAlive && this.#livenessMs === "seen-pings") this.#livenessMs = PINGED_LIVENESS_MS;
    if (isPayload && this.#phase !== "grace") {
      this.#quietMs = 0;
      this.#phase = "progress";
    }
    if (this.#isSecondLook && this.#remainingMs(0) > 0) this.#isSecondLook = false;
    if (this.#phase === "grace") this.#endFlood(nowMs);
  }

  expectEnd(): void {
    this.#phase = "grace";
  }

  ignoreLiveness(): void {
    this.#livenessMs = "off";
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancelTimer?.();
    this.#cancelTimer = null;
  }

  /** A stream that is never waited for leaves no timer its turn; here too, waiting bytes get in first. */
  #endFlood(nowMs: number): void {
    if (this.#remainingMs(0) > 0) return;
    this.#overdueSinceMs ??= nowMs;
    if (nowMs - this.#overdueSinceMs >= LONGEST_SECOND_LOOK_MS) this.#expire();
  }

  #expire(): void {
    if (this.#isStopped) return;
    this.stop();
    this.#onExpire(this.#exhaustedLimit());
  }

  /** The limit that ran out, by its name and length: without them nobody knows which one to change. */
  #exhaustedLimit(): string {
    const isDead = this.#livenessLimit() < this.#progressLimit() - this.#quietMs;
    if (isDead) return `livenessMs (${this.#livenessLimit()})`;
    const name = this.#phase === "grace" ? "endMs" : this.#phase === "first" ? "firstMs" : "progressMs";
    return `${name} (${this.#progressLimit()})`;
  }

  /** How much more silence there may be; `Infinity` if no limit applies. */
  #remainingMs(pendingMs: number): number {
    const progress = this.#progressLimit();
    const liveness = this.#livenessLimit();
    const untilProgress = progress - this.#quietMs - pendingMs;
    return Math.min(untilProgress, liveness - pendingMs);
  }

  #progressLimit(): number {
    if (this.#phase === "grace") return this.#limits.endMs;
    const limit = this.#phase === "first" ? this.#limits.firstMs : this.#limits.progressMs;
    return limit === "off" ? Infinity : limit;
  }

  /** Before the first byte nobody knows how the link looks when it lives: only `firstMs` applies. */
  #livenessLimit(): number {
    const isOn = this.#phase !== "grace" && this.#hasBytes;
    return isOn && typeof this.#livenessMs === "number" ? this.#livenessMs : Infinity;
  }

  // One timer per silence, not per chunk: a timer that fires too early only sets itself again.
  #arm(now: number): void {
    const remaining = this.#remainingMs(0);
    if (remaining === Infinity) return;
    const dueAtMs = now + Math.max(0, remaining);
    if (this.#cancelTimer !== null && this.#dueAtMs <= dueAtMs) return;
    this.#cancelTimer?.();
    this.#set(dueAtMs, now);
  }

  #set(dueAtMs: number, now: number): void {
    this.#dueAtMs = dueAtMs;
    this.#cancelTimer = this.#clock.after(dueAtMs - now, () => this.#look());
  }

  #look(): void {
    this.#cancelTimer = null;
    if (this.#isStopped || this.#waitingSinceMs === null) return;
    const now = this.#clock.now();
    const remaining = this.#remainingMs(now - this.#waitingSinceMs);
    if (remaining > 0) {
      if (remaining !== Infinity) this.#set(now + remaining, now);
      return;
    }
    if (this.#isSecondLook) {
      this.#expire();
      return;
    }
    // The later the timer came, the longer the event loop stood still, and the more may be waiting to be read (W4).
    this.#isSecondLook = true;
    const lateness = Math.max(0, now - this.#dueAtMs);
    this.#set(now + Math.max(1, Math.min(lateness, LONGEST_SECOND_LOOK_MS)), now);
  }
}
