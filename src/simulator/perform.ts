import type { Clock } from "../protocol/clock.ts";
import type { Timeline } from "./timeline.ts";
import { wait, waitForAbort } from "./wait.ts";

/** What a performance needs besides its timeline. */
export interface Stage {
  readonly clock: Clock;
  /** Ends the performance wherever it is, without an error. */
  readonly signal: AbortSignal;
}

/**
 * Yields the writes of a timeline at their times. Where the connection is held open it goes on until the signal fires;
 * where it breaks, it is for the caller to break it.
 */
export async function* perform(timeline: Timeline, stage: Stage): AsyncGenerator<Uint8Array, void, undefined> {
  const { clock, signal } = stage;
  let paceMs = 0;
  let hasWritten = false;
  for (const beat of timeline.beats) {
    if (beat.kind === "pace") {
      paceMs = beat.ms;
      continue;
    }
    const pauseMs = beat.kind === "wait" ? beat.ms : hasWritten ? paceMs : 0;
    if (pauseMs > 0) {
      await wait(pauseMs, clock, signal);
    }
    if (signal.aborted) {
      return;
    }
    if (beat.kind === "write") {
      hasWritten = true;
      yield beat.bytes;
    }
  }
  yield* hold(timeline, stage);
}

async function* hold(timeline: Timeline, stage: Stage): AsyncGenerator<Uint8Array, void, undefined> {
  const { end, keepAlive } = timeline;
  if (end.kind === "silence") {
    await waitForAbort(stage.signal);
  }
  while (end.kind === "pings" && !stage.signal.aborted) {
    await wait(end.everyMs, stage.clock, stage.signal);
    if (!stage.signal.aborted) {
      yield keepAlive;
    }
  }
}
