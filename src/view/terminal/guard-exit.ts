import type { EndingSignal, ProcessHost } from "./terminal-output.ts";

/** What is to happen before a process is gone. */
export interface LastActs {
  /** The process exits in the middle. */
  readonly onExit: () => void;
  /** A signal ends it. */
  readonly onSignal: () => void;
  /** A signal came that somebody else listens to: it may end the process, or may not. */
  readonly onOthersSignal: () => void;
}

const signals: readonly EndingSignal[] = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Acts before a process ends, whichever way it does. A signal that nobody else listens to ends the process as it would
 * have. One that somebody else listens to is theirs from then on: who dies of a signal only where nobody else listens to it
 * would wait for us, as we for them. Gives the way to stop listening.
 */
export function guardExit(host: ProcessHost, { onExit, onSignal, onOthersSignal }: LastActs): () => void {
  const listeners = signals.map((signal) => ({ signal, listener: () => hear(signal) }));

  function hear(signal: EndingSignal): void {
    const isOurs = host.listenerCount(signal) === 1;
    ignoreSignals();
    if (!isOurs) {
      onOthersSignal();
      return;
    }
    host.off("exit", exit);
    onSignal();
    host.kill(host.pid, signal);
  }

  function exit(): void {
    release();
    onExit();
  }

  function ignoreSignals(): void {
    for (const { signal, listener } of listeners) host.off(signal, listener);
  }

  function release(): void {
    host.off("exit", exit);
    ignoreSignals();
  }

  host.on("exit", exit);
  // In front of the others, who may look whether they are alone.
  for (const { signal, listener } of listeners) host.prependListener(signal, listener);
  return release;
}
