import type { ReactNode } from "react";

import { TourControl } from "../tour/tour-control.tsx";
import { FaultPicker } from "./fault-picker.tsx";

/** The picker beside the chat, where there is room for it. */
export function Rail(): ReactNode {
  return (
    <section className="panel rail" aria-labelledby="rail-title">
      <header className="panel-head">
        <h2 id="rail-title">What goes wrong</h2>
      </header>
      <TourControl />
      <div className="panel-scroll">
        <FaultPicker />
      </div>
    </section>
  );
}
