import type { EndingSignal, ProcessHost } from "./terminal-output.ts";

/** What is to happen before a process is gone. */
export interface LastActs {
  /** The process exits in the middle. */
  readonly onExit: () => void;
  /** A signal ends it. */
  readonly onSignal: () => void;
}

const signals: readonly EndingSignal[] = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Acts before a process ends, whichever way it does. A signal that somebody else listens to is theirs: it need not end
 * anything. One that nobody listens to ends the process as it would have. Gives the way to stop listening.
 */
export function guardExit(host: ProcessHost, { onExit, onSignal }: LastActs): () => void {
  const listeners = signals.map((signal) => {
    const listener = (): void => {
      if (host.listenerCount(signal) > 1) return;
      release();
      onSignal();
      host.kill(host.pid, signal);
    };
    return { signal, listener };
  });
  const exit = (): void => {
    release();
    onExit();
  };

  function release(): void {
    host.off("exit", exit);
    for (const { signal, listener } of listeners) host.off(signal, listener);
  }

  host.on("exit", exit);
  for (const { signal, listener } of listeners) host.on(signal, listener);
  return release;
}
