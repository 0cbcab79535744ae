import type { Clock } from "../../protocol/clock.ts";
import type { JsonObject, ScriptFormat } from "../script/script.ts";

/**
 * How a request stands: `open`; `refused` with an HTTP error; `played` to the end of its script; `client-left` before
 * that; `shut-down` because the simulator was closed.
 */
export type RequestState = "open" | "refused" | "played" | "client-left" | "shut-down";

/** One request that the simulator has had. A snapshot: read the list again for a newer one. */
export interface SimulatorRequest {
  /** Counted from 1. */
  readonly number: number;
  /** `null` for a path that no provider has. */
  readonly format: ScriptFormat | null;
  /** The model as it was asked for; `null` if none was. */
  readonly model: string | null;
  /** The body as it was parsed; `null` if it was no JSON object. */
  readonly body: JsonObject | null;
  readonly state: RequestState;
  /** Bytes of the stream that were handed to the socket. */
  readonly bytes: number;
  /** On the simulator's clock. */
  readonly openedAtMs: number;
  readonly closedAtMs: number | null;
}

/** Keeps the snapshots. */
export interface RequestLog {
  readonly requests: readonly SimulatorRequest[];
  open(): LogEntry;
}

/** Writes the snapshot of one request. */
export interface LogEntry {
  readonly number: number;
  note(facts: Partial<Pick<SimulatorRequest, "format" | "model" | "body">>): void;
  addBytes(bytes: number): void;
  /** Closes the entry. Closing it again does nothing. */
  close(state: Exclude<RequestState, "open">): void;
}

/** Makes an empty log. */
export function createRequestLog(clock: Clock): RequestLog {
  const requests: SimulatorRequest[] = [];

  function open(): LogEntry {
    const place = requests.length;
    let current: SimulatorRequest = {
      number: place + 1,
      format: null,
      model: null,
      body: null,
      state: "open",
      bytes: 0,
      openedAtMs: clock.now(),
      closedAtMs: null,
    };
    const update = (facts: Partial<SimulatorRequest>): void => {
      current = Object.freeze({ ...current, ...facts });
      requests[place] = current;
    };
    update({});
    return {
      number: place + 1,
      note: update,
      addBytes: (bytes) => update({ bytes: current.bytes + bytes }),
      close: (state) => {
        if (current.state === "open") {
          update({ state, closedAtMs: clock.now() });
        }
      },
    };
  }

  return {
    get requests() {
      return [...requests];
    },
    open,
  };
}
