import { systemClock, type Clock } from "../../protocol/clock.ts";
import type { BlockMirror } from "../blocks/block-mirror.ts";
import { checkNumbers } from "./check-numbers.ts";
import { type HopReading, readHop } from "./hop-connection.ts";

/** Asks for the stream, such as `(signal) => fetch("/turns/t-3", { signal })`. `signal` aborts when it is not wanted any more. */
export type OpenHop = (signal: AbortSignal) => Promise<Response>;

/** How a turn is followed. */
export interface FollowHopOptions {
  /**
   * Asks for the stream again, where it broke off. It must do nothing but that: what begins a turn would begin another one.
   * Default: it is not asked for again.
   */
  readonly reopen?: OpenHop;
  /** How often in a row it is asked for again, in vain. Default 5. */
  readonly maxReopens?: number;
  /** The wait before the first time, in milliseconds; doubled for each further one, up to 8000. Default 500. */
  readonly reopenWaitMs?: number;
  /** Silence after which the connection counts as dead, in milliseconds. Default: three heartbeats, as the server states them. */
  readonly idleMs?: number;
  /** The page does not want to see any more. The turn may go on. */
  readonly signal?: AbortSignal | undefined;
  readonly clock?: Clock;
}

/** How following a turn ended. `detail` is for a developer. */
export type HopEnding =
  /** The turn has ended, and the page saw it. */
  | { readonly kind: "complete" }
  /** Nothing is heard of the turn any more. What became of it is not known: a call without an ending may have run. */
  | { readonly kind: "lost"; readonly detail: string }
  /** The page did not want to see more. */
  | { readonly kind: "left" };

const LONGEST_WAIT_MS = 8000;

/**
 * Shows a turn that runs on a server: reads its stream into a mirror. However that ends, every block has its ending when
 * the promise resolves. It rejects only for what a listener of the mirror throws, and then too.
 *
 * @throws {RangeError} for a number that cannot be used.
 *
 * @example
 * ```ts
 * const mirror = createBlockMirror();
 * const open = (signal) => fetch("/turns/t-3", { signal });
 * const { kind } = await followHop(open, mirror, { reopen: open });
 * ```
 */
export async function followHop(
  open: OpenHop,
  mirror: BlockMirror,
  options: FollowHopOptions = {},
): Promise<HopEnding> {
  try {
    return await follow(open, mirror, options);
  } finally {
    mirror.end("lost-sight");
  }
}

async function follow(open: OpenHop, mirror: BlockMirror, options: FollowHopOptions): Promise<HopEnding> {
  const { reopen, maxReopens = 5, reopenWaitMs = 500, idleMs, signal, clock = systemClock } = options;
  checkNumbers({ maxReopens, reopenWaitMs }, 0);
  if (idleMs !== undefined) checkNumbers({ idleMs }, 1);
  let tries = 0;
  for (let opener = open; ;) {
    const reading = await readHop({ open: opener, mirror, clock, idleMs, signal });
    if (reading.kind !== "cut") return toEnding(reading);
    if (reading.isProven) tries = 0;
    if (reopen === undefined || tries >= maxReopens) return { kind: "lost", detail: reading.detail };
    await pause(Math.min(reopenWaitMs * 2 ** tries, LONGEST_WAIT_MS), clock, signal);
    tries += 1;
    opener = reopen;
  }
}

function toEnding(reading: Exclude<HopReading, { readonly kind: "cut" }>): HopEnding {
  return reading.kind === "refused" ? { kind: "lost", detail: reading.detail } : reading;
}

/** Waits; no longer than somebody wants it. */
async function pause(delayMs: number, clock: Clock, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted === true) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const cancel = clock.after(delayMs, resolve);
  const wake = (): void => resolve();
  signal?.addEventListener("abort", wake, { once: true });
  await promise;
  cancel();
  signal?.removeEventListener("abort", wake);
}
