import type { ServerResponse } from "node:http";

import type { Clock } from "../../protocol/clock.ts";
import { perform } from "../perform.ts";
import type { Timeline } from "../timeline.ts";
import { wait } from "../wait.ts";

/** What sending needs besides the timeline. */
export interface Sending {
  readonly response: ServerResponse;
  readonly clock: Clock;
  /** Fires when the client has gone or the simulator closes. */
  readonly signal: AbortSignal;
  readonly onBytes: (bytes: number) => void;
  /** The connection is about to be broken, as the timeline says. */
  readonly onBreak: () => void;
}

/** Enough for a client on the same machine to take what was sent before it learns of the break. */
const BREAK_AFTER_MS = 50;

/** Sends a timeline and ends the connection as it says. Returns at once when the signal fires. */
export async function sendTimeline(timeline: Timeline, sending: Sending): Promise<void> {
  const { response, clock, signal, onBytes } = sending;
  response.flushHeaders();
  for await (const bytes of perform(timeline, { clock, signal })) {
    onBytes(bytes.length);
    await writeThrough(response, bytes);
  }
  const { end } = timeline;
  if (signal.aborted) {
    return;
  }
  if (end.kind === "eof") {
    response.end();
    return;
  }
  if (end.kind === "fin" || end.kind === "reset") {
    await wait(end.afterMs ?? BREAK_AFTER_MS, clock, signal);
    if (!signal.aborted) {
      sending.onBreak();
      breakOff(response, end.kind);
    }
  }
}

/** Waits until the socket has the bytes, so that two writes are two writes; a closed socket is found by its event. */
function writeThrough(response: ServerResponse, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    response.write(bytes, () => resolve());
  });
}

function breakOff(response: ServerResponse, kind: "fin" | "reset"): void {
  if (kind === "reset") {
    response.socket?.resetAndDestroy();
  } else {
    response.socket?.end();
  }
}
