import type { Clock } from "../protocol/clock.ts";
import { LedgerError } from "./ledger-error.ts";

/** How long a ledger is waited for. */
export interface LedgerPatience {
  /** Once it aborts the ledger has its grace. Without it the ledger is waited for as long as it takes. */
  readonly signal?: AbortSignal;
  readonly graceMs: number;
  readonly clock: Clock;
}

/** A ledger gets as long as this at the least, for what it does not answer stays unknown. */
const LEAST_GRACE_MS = 1000;

/** The ledger was asked, and did not answer in time: what it was told to write may have been written or not. */
export class NoAnswerError extends LedgerError {
  constructor() {
    super("unavailable", "the ledger did not answer before the turn was called off");
  }
}

/** How long a ledger that does not answer is waited for once the turn is called off, in milliseconds. */
export function ledgerGraceMs(graceMs: number): number {
  return Math.max(graceMs, LEAST_GRACE_MS);
}

/**
 * Asks a ledger. A store that never answers must hold up neither a cancel nor a shutdown. What it says too late goes to
 * `onLate`.
 *
 * @throws {NoAnswerError} where the signal aborts and no answer comes in the grace; else what the ledger throws.
 */
export function askLedger<Answer>(
  ask: () => Promise<Answer>,
  { signal, graceMs, clock }: LedgerPatience,
  onLate: (answer: Answer) => void = () => {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    let cancelTimer: (() => void) | undefined;
    const over = (): boolean => {
      const wasOver = isOver;
      isOver = true;
      cancelTimer?.();
      signal?.removeEventListener("abort", stop);
      return wasOver;
    };
    const stop = (): void => {
      cancelTimer = clock.after(ledgerGraceMs(graceMs), () => {
        if (!over()) reject(new NoAnswerError());
      });
    };
    if (signal?.aborted === true) stop();
    else signal?.addEventListener("abort", stop);
    // A ledger of one's own may also throw at once.
    const asked = (async () => ask())();
    asked.then(
      (answer) => (over() ? onLate(answer) : resolve(asked)),
      () => {
        if (!over()) resolve(asked);
      },
    );
  });
}
