/**
 * What the page knows of the playground's state.
 *
 * Owns: the latest state, and whether the server is heard of. Does not own: the blocks of runs.
 *
 * - P1 An older state never replaces a newer one, in whatever order answers come.
 * - P2 At most one request for the state is on its way.
 * - P3 A tab that nobody sees holds no connection: browsers allow few of them to one server.
 */
import type { Cancel, Clock } from "rollcall";

import type { PlaygroundState } from "../../shared/api.ts";
import { createListeners } from "../parts/listeners.ts";
import { reasonOf } from "../parts/reason-of.ts";
import type { PlaygroundClient } from "./client.ts";

/** What there is to show. */
export type Loaded =
  | { readonly kind: "loading" }
  | { readonly kind: "failed"; readonly reason: string }
  | { readonly kind: "ready"; readonly state: PlaygroundState; readonly isOnline: boolean };

/** @see the head of this file */
export interface PlaygroundStore {
  readonly current: Loaded;
  readonly subscribe: (listener: () => void) => () => void;
  /** Listens to the server until the given function is called. */
  open(): () => void;
  refresh(): void;
  /** Takes a state that the server gave as an answer. */
  take(state: PlaygroundState): void;
}

/** @see createPlaygroundStore */
export interface PlaygroundStoreOptions {
  readonly client: Pick<PlaygroundClient, "state">;
  readonly clock: Clock;
}

/** News come with every fragment; tables need not change faster than one can look. */
const REFRESH_GAP_MS = 120;
const RECONNECT_MS = 1500;

/** Makes a store that knows nothing yet. */
export function createPlaygroundStore({ client, clock }: PlaygroundStoreOptions): PlaygroundStore {
  const { subscribe, tell } = createListeners();
  let current: Loaded = { kind: "loading" };
  let isAsking = false;
  let isStale = false;

  function set(next: Loaded): void {
    current = next;
    tell();
  }

  function take(state: PlaygroundState): void {
    if (current.kind === "ready" && current.isOnline && current.state.revision > state.revision) return;
    set({ kind: "ready", state, isOnline: true });
  }

  async function ask(): Promise<void> {
    isAsking = true;
    isStale = false;
    try {
      take(await client.state());
    } catch (error) {
      lose(reasonOf(error));
    }
    clock.after(REFRESH_GAP_MS, () => {
      isAsking = false;
      if (isStale) void ask();
    });
  }

  function refresh(): void {
    if (isAsking) isStale = true;
    else void ask();
  }

  function lose(reason: string): void {
    if (current.kind !== "ready") set({ kind: "failed", reason });
    else if (current.isOnline) set({ ...current, isOnline: false });
  }

  return {
    get current() {
      return current;
    },
    subscribe,
    open: () => listenWhileSeen({ clock, onNews: refresh, onLost: () => lose("The playground does not answer.") }),
    refresh,
    take,
  };
}

interface Listening {
  readonly clock: Clock;
  readonly onNews: () => void;
  readonly onLost: () => void;
}

function listenWhileSeen(listening: Listening): () => void {
  let close: (() => void) | null = null;
  const adjust = (): void => {
    if (document.visibilityState === "visible") close ??= listen(listening);
    else {
      close?.();
      close = null;
    }
  };
  document.addEventListener("visibilitychange", adjust);
  adjust();
  return () => {
    document.removeEventListener("visibilitychange", adjust);
    close?.();
  };
}

function listen({ clock, onNews, onLost }: Listening): () => void {
  let cancel: Cancel | null = null;
  let source = connect();

  function connect(): EventSource {
    const made = new EventSource("/api/news");
    made.addEventListener("open", onNews);
    made.addEventListener("changed", onNews);
    made.addEventListener("error", () => {
      onLost();
      // The browser would wait longer, and gives up for good on some errors.
      made.close();
      cancel = clock.after(RECONNECT_MS, () => {
        source = connect();
      });
    });
    return made;
  }

  return () => {
    cancel?.();
    source.close();
  };
}
