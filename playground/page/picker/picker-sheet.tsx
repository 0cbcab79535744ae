import { type ReactNode, useRef } from "react";
import { createPortal } from "react-dom";

import { usePlaygroundState } from "../api/playground.tsx";
import { useDesk } from "../desk/desk.tsx";
import { Icon } from "../parts/icon.tsx";
import { TourControl } from "../tour/tour-control.tsx";
import { FaultPicker } from "./fault-picker.tsx";
import { WireAndService } from "./wire-and-service.tsx";

/** A button that says what goes wrong, and opens the picker over the page where there is no room beside it. */
export function PickerSheet(): ReactNode {
  const { faults, wires } = usePlaygroundState();
  const { choice } = useDesk();
  const sheet = useRef<HTMLDialogElement>(null);
  const label = faults.find(({ name }) => name === choice.fault)?.label ?? choice.fault;
  const wire = wires.find(({ name }) => name === choice.wire)?.label ?? choice.wire;
  const close = (): void => sheet.current?.close();

  return (
    <>
      <button type="button" className="select-like" aria-haspopup="dialog" onClick={() => sheet.current?.showModal()}>
        <Icon name={choice.fault === "none" ? "check" : "warn"} />
        <span className="select-words">
          <span className="spoken">What goes wrong: </span>
          {label} <span className="select-below">{wire}</span>
        </span>
        <Icon name="chevron" />
      </button>
      {/* Not in the form of the question: Enter on a choice would send it. */}
      {createPortal(
        <dialog ref={sheet} className="sheet" aria-labelledby="sheet-title">
          <div className="sheet-head">
            <h2 id="sheet-title">What goes wrong</h2>
            <button type="button" className="button quiet" onClick={close}>
              Done
            </button>
          </div>
          <div className="sheet-body">
            <div className="sheet-choices">
              <WireAndService />
            </div>
            <TourControl onStart={close} />
            <FaultPicker onRun={close} />
          </div>
        </dialog>,
        document.body,
      )}
    </>
  );
}
