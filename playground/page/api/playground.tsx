import { createContext, type ReactNode, useContext, useSyncExternalStore } from "react";
import { systemClock } from "rollcall";

import type { PlaygroundState } from "../../shared/api.ts";
import { createPlaygroundClient, type PlaygroundClient } from "./client.ts";
import { createPlaygroundStore, type Loaded, type PlaygroundStore } from "./playground-store.ts";
import { createWatches, type Watches } from "./watches.ts";

/** What the parts of the page work with. */
export interface Playground {
  readonly client: PlaygroundClient;
  readonly store: PlaygroundStore;
  readonly watches: Watches;
}

/** Makes the playground of the server that the page came from. */
export function createPlayground(): Playground {
  const client = createPlaygroundClient();
  return { client, store: createPlaygroundStore({ client, clock: systemClock }), watches: createWatches(client) };
}

const PlaygroundContext = createContext<Playground | null>(null);
const StateContext = createContext<PlaygroundState | null>(null);

/** Gives the playground to what stands in it. */
export function PlaygroundProvider(props: {
  readonly playground: Playground;
  readonly children: ReactNode;
}): ReactNode {
  return <PlaygroundContext value={props.playground}>{props.children}</PlaygroundContext>;
}

/** Gives the state to what stands in it. */
export function StateProvider(props: { readonly state: PlaygroundState; readonly children: ReactNode }): ReactNode {
  return <StateContext value={props.state}>{props.children}</StateContext>;
}

/** The playground around a part. */
export function usePlayground(): Playground {
  const playground = useContext(PlaygroundContext);
  if (playground === null) throw new TypeError("put it inside a <PlaygroundProvider playground={…}>");
  return playground;
}

/** The state that everything on the page shows. */
export function usePlaygroundState(): PlaygroundState {
  const state = useContext(StateContext);
  if (state === null) throw new TypeError("put it inside a <StateProvider state={…}>");
  return state;
}

/** What the store knows, anew with every change. */
export function useLoaded({ store }: Playground): Loaded {
  return useSyncExternalStore(store.subscribe, () => store.current);
}
