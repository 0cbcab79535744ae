import { runTurn, type TurnOptions } from "rollcall";
import { hopResponse } from "rollcall/hop";
import { createBlockStore } from "rollcall/view";

/** Answers the one page that asked. When it goes, the turn is cancelled. */
export function answerOnePage(options: TurnOptions): Response {
  return hopResponse(runTurn(options), { store: createBlockStore({ display: options.tools }) });
}
