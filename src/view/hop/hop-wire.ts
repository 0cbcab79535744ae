/**
 * What goes from the server to the page, as server-sent events (WHATWG HTML, "Server-sent events").
 *
 * | event | data | when |
 * | --- | --- | --- |
 * | `hop` | `{ "version": 1, "heartbeatMs": n }` | first |
 * | `view` | `ViewChanges`; `id` counts from 1, and the first one is the whole view | whenever something changed |
 * | `heartbeat` | `{}` | when nothing else was sent for `heartbeatMs` |
 * | `end` | `{}` | last, behind the ending of the turn |
 */
import type { ViewChanges } from "../blocks/change.ts";

/** The names of the events. */
export const hopEvents = { opening: "hop", view: "view", heartbeat: "heartbeat", end: "end" } as const;

/** Goes up when a page of the version before could not read what is sent. */
export const HOP_VERSION = 1;

/** How often a server says that it is there, where nobody says otherwise. */
export const DEFAULT_HEARTBEAT_MS = 5000;

/** Nobody may keep the events, change them or wait for more of them: `x-accel-buffering` says so to nginx and its like. */
export const hopHeaders: Readonly<Record<string, string>> = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-cache, no-transform",
  "x-accel-buffering": "no",
};

/** The first record. */
export function openingRecord(heartbeatMs: number): string {
  return record(hopEvents.opening, { version: HOP_VERSION, heartbeatMs });
}

/** Changes of the view, the `id`-th of this stream. */
export function viewRecord(id: number, changes: ViewChanges): string {
  return `id: ${id}\n${record(hopEvents.view, changes)}`;
}

/** Says that the server is there. */
export const heartbeatRecord: string = record(hopEvents.heartbeat, {});

/** The last record. */
export const endRecord: string = record(hopEvents.end, {});

// JSON has no line end outside of an escape, so that one line of data holds it.
function record(event: string, data: object): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
