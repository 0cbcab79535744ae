import type { ReactNode } from "react";

import type { FaultChoice, TurnSummary } from "../../shared/api.ts";
import { usePlaygroundState } from "../api/playground.tsx";
import { useDesk, useTour } from "../desk/desk.tsx";
import { Icon } from "../parts/icon.tsx";
import { groupFaults } from "./fault-groups.ts";

/** @see FaultPicker */
export interface FaultPickerProps {
  /** The person began a turn from here. */
  readonly onRun?: () => void;
}

/** Everything that can go wrong. What is chosen says what it does, and can be run at once. */
export function FaultPicker({ onRun }: FaultPickerProps): ReactNode {
  const { faults, turns } = usePlaygroundState();
  const { choice } = useDesk();
  const seen = new Set(turns.filter(isOver).map(({ fault }) => fault));
  const isReal = choice.service !== "simulator";

  return (
    <fieldset className="faults" disabled={isReal}>
      <legend className="spoken">What goes wrong</legend>
      {isReal ? <p className="hint">A real service cannot be told to fail. Choose the simulator for that.</p> : null}
      {groupFaults(faults).map(({ group, faults: inGroup }) => (
        <div key={group} className="fault-group" role="group" aria-label={group}>
          {inGroup.some(({ name }) => name === "none") ? null : (
            <p className="fault-heading" aria-hidden="true">
              {group}
            </p>
          )}
          {inGroup.map((fault) => (
            <FaultOption key={fault.name} fault={fault} isSeen={seen.has(fault.name)} onRun={onRun} />
          ))}
        </div>
      ))}
    </fieldset>
  );
}

function isOver({ runs }: TurnSummary): boolean {
  return runs.every(({ state }) => state !== "running");
}

interface FaultOptionProps {
  readonly fault: FaultChoice;
  readonly isSeen: boolean;
  readonly onRun: (() => void) | undefined;
}

function FaultOption({ fault, isSeen, onRun }: FaultOptionProps): ReactNode {
  const { choice, change, actions, tour, isBusy } = useDesk();
  const tourState = useTour(tour);
  const isChosen = (tourState.kind === "running" ? tourState.fault.name : choice.fault) === fault.name;
  const sentenceId = `sentence-${fault.name}`;
  const run = (): void => {
    void actions.send({ ...choice, fault: fault.name, text: fault.prompt });
    onRun?.();
  };
  return (
    <div className="fault" data-chosen={isChosen ? "" : undefined}>
      <label>
        <input
          type="radio"
          name="fault"
          checked={isChosen}
          aria-describedby={sentenceId}
          onChange={() => change({ type: "fault", fault: fault.name })}
        />
        <span className="fault-label">{fault.label}</span>
        {isSeen ? (
          <span className="fault-seen">
            <Icon name="check" />
            <span className="spoken"> seen in this conversation</span>
          </span>
        ) : null}
      </label>
      <div className="fault-more" hidden={!isChosen}>
        <p id={sentenceId}>{fault.sentence}</p>
        <button type="button" className="button small" disabled={isBusy} onClick={run}>
          <Icon name="play" /> Run it
        </button>
      </div>
    </div>
  );
}
