import { type Clock, systemClock } from "../protocol/clock.ts";
import { perform } from "./perform.ts";
import type { End, Script } from "./script/script.ts";
import { planTimeline } from "./timeline.ts";
import { wait } from "./wait.ts";

/** How a script is played in memory. */
export interface PlayOptions {
  /** The clock that pace, hiccups and pings go by. Default: the real one. */
  readonly clock?: Clock;
  /** Decides everything that the script leaves to chance. Default 1. */
  readonly seed?: number;
  /** Breaks off; the iteration then throws the signal's reason. */
  readonly signal?: AbortSignal;
}

/** The connection broke under a script that was played in memory, as it would under a client. */
export class ConnectionBroken extends Error {
  override readonly name = "ConnectionBroken";
  /** `ECONNRESET` for a reset, `UND_ERR_SOCKET` for a FIN in the middle of the body: the codes of Node's fetch. */
  readonly code: "ECONNRESET" | "UND_ERR_SOCKET";

  constructor(kind: "reset" | "fin") {
    super(kind === "reset" ? "the connection was reset" : "the other side closed the connection");
    this.code = kind === "reset" ? "ECONNRESET" : "UND_ERR_SOCKET";
  }
}

/**
 * Plays a script in memory: the bytes of the body that a client would read over HTTP, at the script's pace.
 *
 * Every iteration plays it from the start. It ends as the script ends: `eof` is over, `reset` and `fin` throw
 * {@link ConnectionBroken}, `silence` and `pings` go on until the consumer leaves or the signal fires.
 *
 * @throws {ScriptError} at once, if the script asks for what its format cannot say.
 */
export function playScript(script: Script, options: PlayOptions = {}): AsyncIterable<Uint8Array> {
  const { clock = systemClock, seed = 1, signal } = options;
  const timeline = planTimeline(script, seed);

  return {
    [Symbol.asyncIterator]() {
      const leaving = new AbortController();
      const stop = signal === undefined ? leaving.signal : AbortSignal.any([leaving.signal, signal]);
      const writes = perform(timeline, { clock, signal: stop });

      async function next(): Promise<IteratorResult<Uint8Array, undefined>> {
        const result = await writes.next();
        if (!leaving.signal.aborted) {
          signal?.throwIfAborted();
        }
        if (result.done !== true) {
          // A consumer may keep or change what it is given; the timeline is played again.
          return { done: false, value: result.value.slice() };
        }
        if (!stop.aborted) {
          await breakConnection(timeline.end, clock, stop);
        }
        return { done: true, value: undefined };
      }

      // Leaving must not wait for a write that may never come: a generator alone would queue behind it.
      async function leave(): Promise<IteratorResult<Uint8Array, undefined>> {
        leaving.abort();
        await writes.return();
        return { done: true, value: undefined };
      }

      return { next, return: leave };
    },
  };
}

async function breakConnection(end: End, clock: Clock, signal: AbortSignal): Promise<void> {
  if (end.kind !== "reset" && end.kind !== "fin") {
    return;
  }
  if (end.afterMs !== undefined && end.afterMs > 0) {
    await wait(end.afterMs, clock, signal);
  }
  if (!signal.aborted) {
    throw new ConnectionBroken(end.kind);
  }
}
