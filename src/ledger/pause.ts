import type { Clock } from "../protocol/clock.ts";

/** Lets `delayMs` milliseconds pass, or less if `signal` aborts. */
export function pause(delayMs: number, clock: Clock, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted === true) return Promise.resolve();
  return new Promise((resolve) => {
    const wake = (): void => {
      cancel();
      signal?.removeEventListener("abort", wake);
      resolve();
    };
    const cancel = clock.after(delayMs, wake);
    signal?.addEventListener("abort", wake);
  });
}
