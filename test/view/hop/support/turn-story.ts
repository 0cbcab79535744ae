import type { TurnEvent } from "../../../../src/index.ts";
import type { ShownTool } from "../../../../src/view.ts";

/** The model is asked. */
export const asked: TurnEvent = { type: "request", message: 0, because: "asked" };

/** The model says something. */
export function says(text: string): TurnEvent {
  return { type: "message", message: 0, event: { type: "text", text } };
}

/** The model begins a call. */
export const announced: TurnEvent = {
  type: "message",
  message: 0,
  event: { type: "announced", index: 0, id: "call_1", name: "create_ticket", runBy: "client", input: "json" },
};

/** A piece of the arguments of that call. */
export function fragment(text: string): TurnEvent {
  return { type: "message", message: 0, event: { type: "fragment", index: 0, text } };
}

/** The person called the turn off. */
export const calledOff: TurnEvent = {
  type: "turn-ended",
  ending: { kind: "cancelled", by: "person", detail: "the signal was aborted", advice: null },
};

/** The turn came to its end. */
export const done: TurnEvent = { type: "turn-ended", ending: { kind: "done", detail: "", advice: null } };

/** What may be seen of the call. */
export const ticketDisplay: readonly ShownTool[] = [
  { name: "create_ticket", display: { title: "show", token: "sensitive" } },
];
