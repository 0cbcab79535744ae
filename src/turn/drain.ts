import { pause } from "../ledger/pause.ts";
import { systemClock, type Clock } from "../protocol/clock.ts";
import type { TurnStop } from "./turn-stop.ts";

/** How turns are drained. */
export interface DrainOptions {
  /** How long tools that are running may take to finish, in milliseconds. Default 10 000. */
  readonly graceMs?: number;
  readonly clock?: Clock;
}

interface OpenTurn {
  readonly stop: TurnStop;
  readonly over: Promise<unknown>;
}

const DEFAULT_GRACE_MS = 10_000;

/** The turns of this process. The one thing that all turns share, for a signal concerns the process. */
const openTurns = new Set<OpenTurn>();
let drains = 0;

/** Keeps a turn among the open ones until it is over. While the process drains, a turn that begins is stopped at once. */
export function keepOpen(stop: TurnStop, over: Promise<unknown>): void {
  const turn = { stop, over };
  openTurns.add(turn);
  const close = (): void => void openTurns.delete(turn);
  over.then(close, close);
  if (drains > 0) stop.stop("shutdown");
}

/**
 * Ends every open turn of this process as cancelled by a shutdown, and resolves when all of them are over. Requests are
 * aborted at once and no further tool begins; tools that are running get `graceMs` to finish, then they are told to stop,
 * and an effect that does not say what became of it is in doubt. Close the ledgers behind it, and the process can exit.
 *
 * @example
 * ```ts
 * process.once("SIGTERM", async () => {
 *   await drain();
 *   await ledger.close();
 * });
 * ```
 */
export async function drain({ graceMs = DEFAULT_GRACE_MS, clock = systemClock }: DrainOptions = {}): Promise<void> {
  const turns = [...openTurns];
  drains += 1;
  const grace = new AbortController();
  try {
    for (const { stop } of turns) stop.stop("shutdown");
    const over = Promise.allSettled(turns.map((turn) => turn.over));
    const lateStop = pause(graceMs, clock, grace.signal).then(() => {
      for (const { stop } of turns) stop.stopTools();
    });
    await over;
    grace.abort();
    await lateStop;
  } finally {
    drains -= 1;
  }
}
