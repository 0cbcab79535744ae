import type { ReactNode } from "react";
import { type StopState, useStop } from "rollcall/react";

import type { RunPlace } from "../api/client.ts";
import { usePlayground } from "../api/playground.tsx";
import { Icon } from "../parts/icon.tsx";

const labels: Readonly<Record<StopState, string>> = {
  unavailable: "Stop",
  available: "Stop",
  stopping: "Stopping",
  failed: "Stop again",
};

/** Stops a run where it goes on: on the server. */
export function StopButton({ place }: { readonly place: RunPlace }): ReactNode {
  const { client, watches } = usePlayground();
  const { state, press } = useStop(watches.of(place).mirror, () => client.stop(place.turn));
  return (
    <button
      type="button"
      className="button stop"
      // Not disabled while it stops: whoever pressed it by the keyboard would be thrown out of it.
      aria-disabled={state === "stopping" || state === "unavailable"}
      onClick={press}
    >
      <Icon name="stop" /> {labels[state]}
    </button>
  );
}
