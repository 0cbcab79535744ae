import type { Clock } from "../protocol/clock.ts";

/** Waits on the clock. Ends early, without an error, when the signal fires. */
export function wait(ms: number, clock: Clock, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const finish = (): void => {
      cancel();
      signal.removeEventListener("abort", finish);
      resolve();
    };
    const cancel = clock.after(ms, finish);
    signal.addEventListener("abort", finish, { once: true });
  });
}

/** Waits for the signal. */
export function waitForAbort(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
