import type { DisplayRule } from "../../preview/display.ts";
import type { RollEvent } from "../../protocol/roll-event.ts";
import { lineOf, type Verdict } from "../words/statements.ts";
import type { Words } from "../words/words.ts";
import type { CallBlock } from "./block.ts";
import type { Board } from "./board.ts";

/** What cards are made with. */
export interface CardScope {
  readonly board: Board;
  readonly words: Words;
  readonly nowMs: () => number;
  readonly displayOf: (tool: string) => DisplayRule;
}

/** One attempt of the model at a call. */
export interface Attempt extends Pick<Extract<RollEvent, { readonly type: "announced" }>, "name" | "runBy" | "input"> {
  readonly message: number;
  readonly index: number;
}

/** A call as it is sent. */
export type SentCall = Omit<CallBlock, "preview">;

/** The end of a call on the board. */
export function endedCall(call: SentCall, { status, statement }: Verdict, endedAtMs: number): SentCall {
  return { ...call, status, statement, line: lineOf(status, call.tool, statement), endedAtMs };
}
