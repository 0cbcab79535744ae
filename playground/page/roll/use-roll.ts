import { useEffect, useState } from "react";
import { systemClock, type Cancel } from "rollcall";

import type { RunRoll } from "../../shared/api.ts";
import type { PlaygroundClient, RunPlace } from "../api/client.ts";
import { usePlayground } from "../api/playground.tsx";
import { reasonOf } from "../parts/reason-of.ts";

/** What is known of a roll. */
export type LoadedRoll =
  | { readonly kind: "loading" }
  | { readonly kind: "ready"; readonly roll: RunRoll }
  | { readonly kind: "failed"; readonly reason: string };

/** Often enough to see the fragments come in. */
const LOOK_AGAIN_MS = 250;
const loading: LoadedRoll = { kind: "loading" };

/** The roll of a run: followed while the run goes on, and read once more when `state` says that it is over. */
export function useRoll(place: RunPlace, state: RunRoll["state"]): LoadedRoll {
  const { client } = usePlayground();
  const { turn, run } = place;
  const name = `${turn} ${run}`;
  const [loaded, setLoaded] = useState<{ readonly name: string; readonly roll: LoadedRoll }>({ name, roll: loading });

  useEffect(
    () => follow({ client, place: { turn, run }, isLive: state === "running" }, (roll) => setLoaded({ name, roll })),
    [client, turn, run, name, state],
  );
  return loaded.name === name ? loaded.roll : loading;
}

interface Following {
  readonly client: PlaygroundClient;
  readonly place: RunPlace;
  readonly isLive: boolean;
}

function follow({ client, place, isLive }: Following, show: (roll: LoadedRoll) => void): () => void {
  let isWanted = true;
  let cancel: Cancel | null = null;

  async function look(): Promise<void> {
    let roll: LoadedRoll;
    try {
      roll = { kind: "ready", roll: await client.roll(place) };
    } catch (error) {
      roll = { kind: "failed", reason: reasonOf(error) };
    }
    if (!isWanted) return;
    show(roll);
    if (isLive) cancel = systemClock.after(LOOK_AGAIN_MS, () => void look());
  }

  void look();
  return () => {
    isWanted = false;
    cancel?.();
  };
}
