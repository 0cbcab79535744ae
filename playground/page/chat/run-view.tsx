import { type ReactNode, useState } from "react";
import { TurnBlocks, useTurnView } from "rollcall/react";

import type { RunSummary } from "../../shared/api.ts";
import { usePlayground } from "../api/playground.tsx";
import type { Watch } from "../api/watches.ts";

/** @see RunView */
export interface RunViewProps {
  readonly turn: string;
  readonly run: RunSummary;
  readonly label: string;
}

/** The blocks of a run; where nobody can watch it any more, what is known of its end. */
export function RunView({ turn, run, label }: RunViewProps): ReactNode {
  const { watches } = usePlayground();
  const place = { turn, run: run.run };
  const watch = run.isWatchable || watches.has(place) ? watches.of(place) : null;
  // A run that was over when the page came is history, and history is not spoken.
  const [isHistory] = useState(run.state !== "running");

  if (watch === null) return run.state === "running" ? <Starting /> : <UnwatchedRun run={run} />;
  return <WatchedRun watch={watch} label={label} isHistory={isHistory} />;
}

/** Stands where blocks will be. */
function Starting(): ReactNode {
  return <div className="skeleton" aria-hidden="true" />;
}

function UnwatchedRun({ run }: { readonly run: RunSummary }): ReactNode {
  return (
    <div className="unwatched">
      <p>
        {run.state === "lost"
          ? "The process that ran this is gone, and nobody saw its end. What it did stands in the database."
          : (run.ending ?? "Its blocks are not kept any more.")}
      </p>
    </div>
  );
}

interface WatchedRunProps {
  readonly watch: Watch;
  readonly label: string;
  readonly isHistory: boolean;
}

function WatchedRun({ watch, label, isHistory }: WatchedRunProps): ReactNode {
  const { blocks, isOpen, waitingSinceMs } = useTurnView(watch.mirror);
  const isEmpty = blocks.length === 0 && isOpen && waitingSinceMs === null;
  // The status region speaks what ends after it came, so that it comes behind the endings of history.
  if (isHistory && isEmpty) return <Starting />;
  return <TurnBlocks store={watch.mirror} label={label} />;
}
