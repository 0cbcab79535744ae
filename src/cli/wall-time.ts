import { MessageChannel } from "node:worker_threads";
import { systemClock } from "../protocol/clock.ts";

/** Waits in real time, until the delay is over or `signal` aborts. The process stays alive meanwhile. */
export async function waitInRealTime(delayMs: number, signal?: AbortSignal): Promise<void> {
  if (delayMs <= 0 || signal?.aborted === true) return;
  const release = keepProcessAlive();
  try {
    await new Promise<void>((resolve) => {
      const cancel = systemClock.after(delayMs, resolve);
      signal?.addEventListener(
        "abort",
        () => {
          cancel();
          resolve();
        },
        { once: true },
      );
    });
  } finally {
    release();
  }
}

/** Keeps the process from ending while nothing but timers is pending; the clock's own timers let it end. */
export function keepProcessAlive(): () => void {
  const { port1 } = new MessageChannel();
  port1.ref();
  return () => port1.close();
}
