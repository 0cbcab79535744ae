import type { Clock } from "../../protocol/clock.ts";
import type { HistoryViolation } from "../rules/check-history.ts";
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
  /** What the provider's published rules object to in the body; the first one was the answer. */
  readonly violations: readonly HistoryViolation[];
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
  note(facts: Partial<Pick<SimulatorRequest, "format" | "model" | "body" | "violations">>): void;
  addBytes(bytes: number): void;
  /** Closes the entry. Closing it again does nothing. */
  close(state: Exclude<RequestState, "open">): void;
}

/** A simulator that runs for days must not keep every conversation it ever had. */
const KEPT_REQUESTS = 1000;

/** Makes an empty log. */
export function createRequestLog(clock: Clock): RequestLog {
  const kept: { readonly current: SimulatorRequest }[] = [];
  let opened = 0;

  function open(): LogEntry {
    opened += 1;
    const snapshot: { current: SimulatorRequest } = { current: firstSnapshot(opened, clock.now()) };
    kept.push(snapshot);
    if (kept.length > KEPT_REQUESTS) {
      kept.shift();
    }
    const note = (facts: Partial<SimulatorRequest>): void => {
      snapshot.current = Object.freeze({ ...snapshot.current, ...facts });
    };
    return {
      number: opened,
      note,
      addBytes: (bytes) => note({ bytes: snapshot.current.bytes + bytes }),
      close: (state) => {
        if (snapshot.current.state === "open") {
          note({ state, closedAtMs: clock.now() });
        }
      },
    };
  }

  return {
    get requests() {
      return kept.map(({ current }) => current);
    },
    open,
  };
}

function firstSnapshot(number: number, openedAtMs: number): SimulatorRequest {
  const nothing = { format: null, model: null, body: null, violations: [], bytes: 0, closedAtMs: null };
  return Object.freeze({ number, ...nothing, state: "open", openedAtMs });
}
