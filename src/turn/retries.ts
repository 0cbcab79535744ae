import type { LedgerPatience } from "../ledger/ask-ledger.ts";
import type { RollResult } from "../protocol/roll-event.ts";
import { openEffect } from "./reissue.ts";
import { judgeRepetition } from "./repetition.ts";
import type { TurnSettings } from "./turn-options.ts";

/**
 * A provider that asks for a longer wait than this is not waited for: the turn ends, and its advice says so. No wait is
 * doubled beyond it.
 */
const LONGEST_WAIT_MS = 60_000;

/** Decides which requests are sent again, and when. */
export interface Retries {
  /** How long to wait before the request of this message is sent again; `null` where it is not. */
  waitFor(roll: RollResult): Promise<number | null>;
  /** What to change before somebody tries again, in words. */
  adviceFor(roll: RollResult): string | null;
  /** A message stands: the next request has its own tries. */
  reset(): void;
}

type RetrySettings = Pick<TurnSettings, "model" | "ledger" | "turn" | "retries" | "retryWaitMs" | "chance"> & {
  /** How long the ledger is waited for. Default: as long as it takes. */
  readonly patience?: LedgerPatience;
};

/** Starts counting at the beginning of a turn. */
export function createRetries(settings: RetrySettings): Retries {
  const { model, ledger, turn, retries, retryWaitMs, chance, patience } = settings;
  let tries = 0;
  const place = { conversation: turn.conversation, turn: turn.id };
  return {
    async waitFor(roll) {
      if (tries >= retries) return null;
      const repetition = judgeRepetition(roll, model);
      const isWait = repetition.kind === "yes-but" && repetition.change === "wait";
      if (repetition.kind !== "yes" && !isWait) return null;
      const askedMs = isWait ? (repetition.waitMs ?? 0) : 0;
      if (askedMs > LONGEST_WAIT_MS || (await openEffect(ledger, place, patience)) !== undefined) return null;
      tries += 1;
      // Clients that failed together must not come back together.
      const backoffMs = doubled(retryWaitMs, tries - 1) * (1 - chance() / 2);
      return Math.max(askedMs, Math.round(backoffMs));
    },
    adviceFor(roll) {
      const repetition = judgeRepetition(roll, model);
      return repetition.kind === "yes-but" ? repetition.advice : null;
    },
    reset() {
      tries = 0;
    },
  };
}

/** A first wait that is longer than the longest stays as it was asked for. */
function doubled(waitMs: number, times: number): number {
  const longestMs = Math.max(waitMs, LONGEST_WAIT_MS);
  // So many times at most: nothing times infinity would be no number.
  return Math.min(waitMs * 2 ** Math.min(times, 32), longestMs);
}
