import { ledgerGraceMs } from "../ledger/ask-ledger.ts";
import { pause } from "../ledger/pause.ts";
import { systemClock, type Clock } from "../protocol/clock.ts";
import type { TurnStop } from "./turn-stop.ts";

/** How turns are drained. */
export interface DrainOptions {
  /** How long tools that are running may take to finish, in milliseconds. Default 10 000. */
  readonly graceMs?: number;
  readonly clock?: Clock;
}

/** A turn that can be drained. */
export interface OpenTurn {
  readonly stop: TurnStop;
  readonly over: Promise<unknown>;
  /** How long its tools may take once they are told to stop, in milliseconds. */
  readonly graceMs: number;
}

const DEFAULT_GRACE_MS = 10_000;

/** The turns of this process. The one thing that all turns share, for a signal concerns the process. */
const openTurns = new Set<OpenTurn>();
let drains = 0;

/** Keeps a turn among the open ones until it is over. While the process drains, a turn that begins is stopped at once. */
export function keepOpen(turn: OpenTurn): void {
  const { stop, over } = turn;
  openTurns.add(turn);
  const close = (): void => void openTurns.delete(turn);
  over.then(close, close);
  if (drains > 0) stop.stop("shutdown");
}

/**
 * Ends every open turn of this process as cancelled by a shutdown, and resolves when all of them are over. Requests are
 * aborted at once and no further tool begins; tools that are running get `graceMs` to finish, then they are told to stop,
 * and an effect that does not say what became of it is in doubt. Close the ledgers behind it, and the process can exit. It
 * resolves some time after that also where a turn is not over, because a ledger or something else never answers.
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
    const over = Promise.allSettled(turns.map((turn) => turn.over)).then(() => grace.abort());
    const lateStop = pause(graceMs, clock, grace.signal).then(() => {
      for (const { stop } of turns) stop.stopTools();
      return pause(lastWordsMs(turns), clock, grace.signal);
    });
    await Promise.race([over, lateStop]);
  } finally {
    drains -= 1;
  }
}

/** What tools that were told to stop may take, then their ledger, and what is asked of it behind that. */
function lastWordsMs(turns: readonly OpenTurn[]): number {
  const longestMs = Math.max(0, ...turns.map(({ graceMs }) => graceMs));
  return longestMs + 2 * ledgerGraceMs(longestMs);
}
