import type { CancelledBy } from "../protocol/turn-event.ts";

/** Ends a turn from outside. What it did until then is settled as everything else is (R14). */
export interface TurnStop {
  /** Aborts requests and waits; no further tool begins. */
  readonly requests: AbortSignal;
  /** Aborts the tools. At a shutdown it comes later: they get their time to finish. */
  readonly tools: AbortSignal;
  /** Who ended it; the first one counts. */
  readonly by: CancelledBy | null;
  stop(by: CancelledBy): void;
  stopTools(): void;
}

/** Makes the stop of one turn. */
export function createTurnStop(): TurnStop {
  const requests = new AbortController();
  const tools = new AbortController();
  let first: CancelledBy | null = null;
  return {
    requests: requests.signal,
    tools: tools.signal,
    get by() {
      return first;
    },
    stop(by) {
      first ??= by;
      requests.abort();
      if (by !== "shutdown") tools.abort();
    },
    stopTools() {
      tools.abort();
    },
  };
}
