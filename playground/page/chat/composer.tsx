import { type KeyboardEvent, type ReactNode, type SubmitEvent, useRef } from "react";

import { usePlaygroundState } from "../api/playground.tsx";
import { useDesk, useTour } from "../desk/desk.tsx";
import { Icon } from "../parts/icon.tsx";
import { useRoom } from "../parts/use-media.ts";
import { PickerSheet } from "../picker/picker-sheet.tsx";
import { WireAndService } from "../picker/wire-and-service.tsx";
import { TourControl } from "../tour/tour-control.tsx";
import { StopButton } from "./stop-button.tsx";

/** Where the person writes, and what the next request goes through. */
export function Composer(): ReactNode {
  const { maxTextChars } = usePlaygroundState();
  const { choice, change, actions, isBusy } = useDesk();
  const room = useRoom();
  const field = useRef<HTMLTextAreaElement>(null);
  const canSend = !isBusy && choice.text.trim() !== "";

  const send = (event?: SubmitEvent): void => {
    event?.preventDefault();
    if (!canSend) return;
    void actions.send(choice);
    // The button is gone while the answer comes: the focus must not go with it.
    field.current?.focus();
  };
  const sendOnEnter = (event: KeyboardEvent): void => {
    // Enter also ends the choice of a character in some languages.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };

  return (
    <form className="composer" onSubmit={send}>
      {room === "wide" ? null : <TourStrip />}
      <Complaint />
      <div className="composer-box">
        <label htmlFor="words" className="spoken">
          Ask the assistant
        </label>
        <textarea
          id="words"
          ref={field}
          rows={2}
          value={choice.text}
          maxLength={maxTextChars}
          placeholder="Ask for a ticket or a payment"
          onChange={({ target }) => change({ type: "text", text: target.value })}
          onKeyDown={sendOnEnter}
        />
        <div className="composer-row">
          <div className="composer-choices">
            <Choices />
          </div>
          <SendOrStop canSend={canSend} />
        </div>
      </div>
    </form>
  );
}

/** What the next request goes through: beside the picker, or with the picker behind a button. */
function Choices(): ReactNode {
  const room = useRoom();
  if (room !== "wide") return <PickerSheet />;
  return (
    <>
      <FaultChip />
      <WireAndService />
    </>
  );
}

function SendOrStop({ canSend }: { readonly canSend: boolean }): ReactNode {
  const { turns } = usePlaygroundState();
  const latest = turns.at(-1);
  const run = latest?.runs.at(-1);
  if (latest !== undefined && run?.state === "running" && run.isWatchable) {
    return <StopButton key={`${latest.id} ${run.run}`} place={{ turn: latest.id, run: run.run }} />;
  }
  return (
    <button type="submit" className="button primary send" aria-disabled={!canSend}>
      <Icon name="arrow" /> Send
    </button>
  );
}

/** Says again what goes wrong, where the picker stands at the side. */
function FaultChip(): ReactNode {
  const { faults } = usePlaygroundState();
  const { choice } = useDesk();
  const label = faults.find(({ name }) => name === choice.fault)?.label ?? choice.fault;
  return (
    <span className="chip">
      <Icon name={choice.fault === "none" ? "check" : "warn"} />
      <span className="spoken">What goes wrong: </span>
      {label}
    </span>
  );
}

/** Where the picker is out of sight, a tour that goes on says here where it is. */
function TourStrip(): ReactNode {
  const { tour } = useDesk();
  return useTour(tour).kind === "running" ? <TourControl /> : null;
}

function Complaint(): ReactNode {
  const { actions } = useDesk();
  if (actions.complaint === null) return null;
  return (
    <div className="complaint" role="alert">
      <Icon name="warn" />
      <p>{actions.complaint}</p>
      <button type="button" className="button quiet small" onClick={actions.dismiss}>
        Dismiss
      </button>
    </div>
  );
}
