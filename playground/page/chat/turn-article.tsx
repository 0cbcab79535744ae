import type { ReactNode } from "react";

import type { RunSummary, TurnSummary } from "../../shared/api.ts";
import { usePlaygroundState } from "../api/playground.tsx";
import { useDesk } from "../desk/desk.tsx";
import { Icon } from "../parts/icon.tsx";
import { RunView } from "./run-view.tsx";

/** @see TurnArticle */
export interface TurnArticleProps {
  readonly turn: TurnSummary;
  /** From 1, in the conversation. */
  readonly place: number;
  readonly isLatest: boolean;
}

/** One request of the person, and everything that came of it. */
export function TurnArticle({ turn, place, isLatest }: TurnArticleProps): ReactNode {
  const { faults, wires } = usePlaygroundState();
  const fault = turn.fault === "none" ? null : faults.find(({ name }) => name === turn.fault);
  const wire = wires.find(({ name }) => name === turn.wire);

  return (
    <article className="turn" aria-labelledby={`turn-${turn.id}`}>
      <h3 id={`turn-${turn.id}`} className="spoken">
        Request {place}
      </h3>
      <div className="asked">
        <p className="bubble">{turn.text}</p>
        <p className="asked-facts">
          <span>#{place}</span>
          {fault === null || fault === undefined ? null : <span className="fact-fault">{fault.label}</span>}
          <span>{wire?.label ?? turn.wire}</span>
        </p>
      </div>
      {turn.runs.map((run) => (
        <div key={run.run} className="run">
          {run.run === 1 ? null : (
            <p className="run-divider">
              <span>The same request once more</span>
            </p>
          )}
          <RunView turn={turn.id} run={run} label={`Answer to request ${place}`} />
          <RunFooter turn={turn} run={run} isLast={isLatest && run === turn.runs.at(-1)} />
        </div>
      ))}
    </article>
  );
}

interface RunFooterProps {
  readonly turn: TurnSummary;
  readonly run: RunSummary;
  /** The last run of the last turn: it can be asked for once more. */
  readonly isLast: boolean;
}

function RunFooter({ turn, run, isLast }: RunFooterProps): ReactNode {
  const { faults } = usePlaygroundState();
  const { inspect, actions, isBusy } = useDesk();
  const person = faults.find(({ name }) => name === turn.fault)?.person ?? "asks";
  const isInvited = person === "asks-again" && turn.runs.length === 1;

  return (
    <div className="run-footer">
      <button type="button" className="button quiet small" onClick={() => inspect({ turn: turn.id, run: run.run })}>
        <Icon name="eye" /> Look into the roll
      </button>
      {isLast && run.state !== "running" ? (
        <button
          type="button"
          className={isInvited ? "button small invited" : "button quiet small"}
          disabled={isBusy}
          onClick={() => void actions.again(turn.id)}
        >
          <Icon name="again" /> Ask once more
        </button>
      ) : null}
    </div>
  );
}
