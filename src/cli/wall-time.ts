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

// The system clock's timers let a process end; an open port does not.
function keepProcessAlive(): () => void {
  const { port1 } = new MessageChannel();
  port1.ref();
  return () => port1.close();
}
