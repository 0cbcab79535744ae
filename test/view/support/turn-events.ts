import type { Ending, Outcome } from "../../../src/protocol/outcome.ts";
import type { RollCount } from "../../../src/protocol/roll-event.ts";
import type { CallResult, RequestReason, TurnEnding, TurnEvent } from "../../../src/protocol/turn-event.ts";
import { complete, count } from "../made-outcomes.ts";

/** Events of one message of a turn, by hand. */
export interface MadeMessage {
  request(because?: RequestReason): TurnEvent;
  text(text: string): TurnEvent;
  reasoning(text: string): TurnEvent;
  announced(index: number, name: string, runBy?: "client" | "provider"): TurnEvent;
  fragment(index: number, text: string): TurnEvent;
  settled(outcome: Outcome): TurnEvent;
  ended(ending?: Ending, counted?: RollCount): TurnEvent;
  running(index: number): TurnEvent;
  answered(index: number, result: CallResult): TurnEvent;
  correcting(correction: number, indexes: readonly number[]): TurnEvent;
  withdrawn(ending: Ending): TurnEvent;
}

/** Makes the events of the message with this number. */
export function madeMessage(message: number): MadeMessage {
  return {
    request: (because = "asked") => ({ type: "request", message, because }),
    text: (text) => ({ type: "message", message, event: { type: "text", text } }),
    reasoning: (text) => ({ type: "message", message, event: { type: "reasoning", text } }),
    announced: (index, name, runBy = "client") => ({
      type: "message",
      message,
      event: { type: "announced", index, id: `call_${index}`, name, runBy, input: "json" },
    }),
    fragment: (index, text) => ({ type: "message", message, event: { type: "fragment", index, text } }),
    settled: (outcome) => ({ type: "message", message, event: { type: "settled", outcome } }),
    ended: (ending = complete("end_turn", "clean"), counted = count()) => ({
      type: "message",
      message,
      event: { type: "ended", ending, count: counted },
    }),
    running: (index) => ({ type: "running", message, index, intentKey: "key" }),
    answered: (index, result) => ({ type: "answered", message, index, result }),
    correcting: (correction, indexes) => ({ type: "correcting", message, correction, indexes }),
    withdrawn: (ending) => ({ type: "withdrawn", message, ending, waitMs: 500 }),
  };
}

type EndingKind = TurnEnding extends infer Each
  ? Each extends TurnEnding
    ? Omit<Each, "detail" | "advice">
    : never
  : never;

/** The end of a turn. */
export function turnEnded(ending: EndingKind): TurnEvent {
  return { type: "turn-ended", ending: { ...ending, detail: "", advice: null } };
}
