/** Follows the runs that the page shows, each once, however often it is asked for. */
import { type HopEnding, followHop } from "rollcall/hop";
import { type BlockMirror, createBlockMirror } from "rollcall/view";

import type { PlaygroundClient, RunPlace } from "./client.ts";

/** One run that is followed. */
export interface Watch {
  readonly mirror: BlockMirror;
  /** Resolves when nothing more will be seen; by then every block has its ending. */
  readonly over: Promise<HopEnding>;
}

/** @see the head of this file */
export interface Watches {
  of(place: RunPlace): Watch;
  /** Whether it is or was followed: what was seen stays to be seen, also when the server forgets the run. */
  has(place: RunPlace): boolean;
}

/** A server on the same machine is back within seconds, or it is gone. */
const MAX_REOPENS = 3;
const REOPEN_WAIT_MS = 400;

/** Makes a page that follows nothing yet. */
export function createWatches(client: Pick<PlaygroundClient, "events">): Watches {
  const known = new Map<string, Watch>();
  return {
    of(place) {
      const name = nameOf(place);
      const watch = known.get(name) ?? follow(client, place);
      known.set(name, watch);
      return watch;
    },
    has: (place) => known.has(nameOf(place)),
  };
}

function nameOf({ turn, run }: RunPlace): string {
  return `${turn} ${run}`;
}

function follow(client: Pick<PlaygroundClient, "events">, place: RunPlace): Watch {
  const mirror = createBlockMirror();
  const open = (signal: AbortSignal): Promise<Response> => client.events(place, signal);
  const over = followHop(open, mirror, { reopen: open, maxReopens: MAX_REOPENS, reopenWaitMs: REOPEN_WAIT_MS });
  return { mirror, over };
}
