import type { Clock } from "../protocol/clock.ts";
import { messageOf } from "../protocol/describe-thrown.ts";
import { isDidNotHappen } from "./did-not-happen.ts";

/** How a tool came to its end. */
export type ToolEnd =
  | { readonly kind: "returned"; readonly value: unknown }
  | { readonly kind: "declined"; readonly reason: string }
  | { readonly kind: "threw"; readonly error: unknown };

/** What was seen of a tool: its end, or that it was no longer waited for. */
export type ToolWatch =
  | ToolEnd
  | { readonly kind: "given-up"; readonly because: "timed-out" | "cancelled"; readonly late: Promise<ToolEnd> };

/** How long a tool is waited for. */
export interface ToolPatience {
  readonly clock: Clock;
  readonly timeoutMs: number | undefined;
  /** How long a tool that was told to stop may take to say what happened. */
  readonly graceMs: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * Runs a tool and waits for its end. At the timeout and at a cancel its signal aborts; what it says within the grace is
 * still its end. Never throws.
 */
export function watchTool(run: (signal: AbortSignal) => unknown, patience: ToolPatience): Promise<ToolWatch> {
  const { clock, timeoutMs, graceMs, signal } = patience;
  const stopping = new AbortController();
  const end = endOf(run, stopping.signal);
  return new Promise((resolve) => {
    let because: "timed-out" | "cancelled" | undefined;
    const stop = (reason: "timed-out" | "cancelled"): void => {
      if (because !== undefined) return;
      because = reason;
      stopping.abort(new DOMException(reason === "cancelled" ? "cancelled" : "timed out", "AbortError"));
      cancelTimer();
      cancelTimer = clock.after(graceMs, () => finish({ kind: "given-up", because: reason, late: end }));
    };
    const cancelled = (): void => stop("cancelled");
    const finish = (watch: ToolWatch): void => {
      cancelTimer();
      signal?.removeEventListener("abort", cancelled);
      resolve(watch);
    };
    let cancelTimer = timeoutMs === undefined ? () => {} : clock.after(timeoutMs, () => stop("timed-out"));
    signal?.addEventListener("abort", cancelled);
    // A tool may bring about its own cancel before anybody listens.
    if (signal?.aborted === true) cancelled();
    void end.then(finish);
  });
}

async function endOf(run: (signal: AbortSignal) => unknown, signal: AbortSignal): Promise<ToolEnd> {
  try {
    const value = await run(signal);
    return isDidNotHappen(value) ? { kind: "declined", reason: messageOf(value) } : { kind: "returned", value };
  } catch (error) {
    return isDidNotHappen(error) ? { kind: "declined", reason: messageOf(error) } : { kind: "threw", error };
  }
}
