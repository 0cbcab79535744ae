import { createContext, type ReactNode, useContext, useMemo, useState, useSyncExternalStore } from "react";
import { systemClock } from "rollcall";

import type { StartedRun } from "../../shared/api.ts";
import type { RunPlace } from "../api/client.ts";
import { usePlayground, usePlaygroundState } from "../api/playground.tsx";
import { changeChoice, type Choice, type ChoiceChange, firstChoice } from "../picker/choice.ts";
import { createTour, type Tour, type TourState } from "../tour/tour.ts";
import { type Actions, useActions } from "./use-actions.ts";

/** The parts of the page of which a narrow one shows one at a time. */
export type PartName = "chat" | "evidence" | "roll";

/** What the person is at. */
export interface Desk {
  readonly choice: Choice;
  readonly change: (change: ChoiceChange) => void;
  readonly actions: Actions;
  readonly tour: Tour;
  /** A run goes on, so that another one has to wait. */
  readonly isBusy: boolean;
  /** The run whose roll is shown; `null`: the latest. */
  readonly inspected: RunPlace | null;
  readonly inspect: (place: RunPlace | null) => void;
  readonly part: PartName;
  readonly show: (part: PartName) => void;
}

const DeskContext = createContext<Desk | null>(null);

/** The desk around a part. */
export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (desk === null) throw new TypeError("put it inside a <DeskProvider>");
  return desk;
}

/** Keeps what the person is at. */
export function DeskProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const { client, watches } = usePlayground();
  const state = usePlaygroundState();
  const [choice, setChoice] = useState(firstChoice);
  const [inspected, setInspected] = useState<RunPlace | null>(null);
  const [part, show] = useState<PartName>("chat");
  const [tour] = useState(() => createTour({ client, watches, clock: systemClock }));
  const tourState = useTour(tour);
  const actions = useActions({
    onStarted: (_run: StartedRun) => {
      setInspected(null);
      show("chat");
      setChoice((before) => changeChoice(before, { type: "sent" }, state));
    },
  });

  const isRunning = state.turns.at(-1)?.runs.at(-1)?.state === "running";
  const desk: Desk = {
    choice,
    change: (change) => setChoice((before) => changeChoice(before, change, state)),
    actions,
    tour,
    isBusy: isRunning || actions.isPending || tourState.kind === "running",
    inspected,
    inspect: (place) => {
      setInspected(place);
      if (place !== null) show("roll");
    },
    part,
    show,
  };
  return <DeskContext value={desk}>{children}</DeskContext>;
}

/** Where a tour is, anew with every step. */
export function useTour(tour: Tour): TourState {
  const read = useMemo(() => () => tour.state, [tour]);
  return useSyncExternalStore(tour.subscribe, read);
}
