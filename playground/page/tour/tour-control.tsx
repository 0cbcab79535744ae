import type { ReactNode } from "react";

import { usePlaygroundState } from "../api/playground.tsx";
import { useDesk, useTour } from "../desk/desk.tsx";
import { Icon } from "../parts/icon.tsx";

/** @see TourControl */
export interface TourControlProps {
  readonly onStart?: () => void;
}

/** Begins and stops the tour, and says where it is. */
export function TourControl({ onStart }: TourControlProps): ReactNode {
  const { faults, turns } = usePlaygroundState();
  const { choice, tour, isBusy } = useDesk();
  const state = useTour(tour);

  if (state.kind === "running") {
    const { place, count, fault } = state;
    return (
      <div className="tour">
        <p className="tour-place">
          <strong>
            {place} of {count}
          </strong>{" "}
          {fault.label}
        </p>
        <progress max={count} value={place} aria-label="Endings shown" />
        <button type="button" className="button" onClick={() => tour.stop()}>
          <Icon name="stop" /> End the tour
        </button>
      </div>
    );
  }
  return (
    <div className="tour">
      <button
        type="button"
        className="button primary"
        disabled={isBusy || choice.service !== "simulator"}
        onClick={() => {
          tour.start(faults, choice.wire);
          onStart?.();
        }}
      >
        <Icon name="play" /> Show every ending
      </button>
      {state.kind === "done" && turns.length >= state.count ? (
        <p className="hint">All {state.count} shown. Every call ended in words that are true.</p>
      ) : null}
      {state.kind === "failed" ? (
        <p className="hint" role="alert">
          The tour ended early: {state.reason}
        </p>
      ) : null}
    </div>
  );
}
