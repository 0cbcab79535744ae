import type { Fault } from "../protocol/call-event.ts";

/** The faults of one stream. */
export interface FaultList {
  add(code: string, detail: string): void;
  readonly all: readonly Fault[];
}

/** A stream can be wrong without end; what is kept of it is not. */
const MAX_FAULTS = 100;

/** Makes the list of one stream; `onFault` hears of every fault that is kept. */
export function createFaultList(onFault: (fault: Fault) => void): FaultList {
  return new BoundedFaultList(onFault);
}

class BoundedFaultList implements FaultList {
  readonly all: Fault[] = [];
  readonly #onFault: (fault: Fault) => void;

  constructor(onFault: (fault: Fault) => void) {
    this.#onFault = onFault;
  }

  add(code: string, detail: string): void {
    const kept = this.all.length;
    if (kept < MAX_FAULTS) this.#keep({ code, detail });
    else if (kept === MAX_FAULTS) this.#keep({ code: "more-faults", detail: `only the first ${MAX_FAULTS} are kept` });
  }

  #keep(fault: Fault): void {
    this.all.push(Object.freeze(fault));
    this.#onFault(fault);
  }
}
