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
  const all: Fault[] = [];

  function keep(fault: Fault): void {
    all.push(Object.freeze(fault));
    onFault(fault);
  }

  return {
    all,
    add(code, detail) {
      if (all.length < MAX_FAULTS) keep({ code, detail });
      else if (all.length === MAX_FAULTS)
        keep({ code: "more-faults", detail: `only the first ${MAX_FAULTS} are kept` });
    },
  };
}
