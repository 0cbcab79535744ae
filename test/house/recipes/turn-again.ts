import { reissue, runTurn, type TurnOptions, type TurnResult } from "rollcall";
import type { Ledger } from "rollcall/ledger";

/** A turn that can be run again: it says which one it is, and what is remembered of it. */
export type RepeatableTurn = TurnOptions & {
  readonly ledger: Ledger;
  readonly conversation: string;
  readonly turn: string;
};

/** What became of a turn, and what to tell the person who asks for it again. */
export interface Answered {
  readonly result: TurnResult;
  /** `null` where the same request may be made again as it is. */
  readonly insteadOfRetry: string | null;
}

/** Runs a turn, and says whether a button "try again" belongs under it. It is for the whole turn: the same options again. */
export async function answer(options: RepeatableTurn): Promise<Answered> {
  const result = await runTurn(options).result;
  // An equal call would meet what was done. A model that says it in other words would do it once more.
  if (result.messages.some(({ mayHaveActed }) => mayHaveActed)) {
    return { result, insteadOfRetry: "something was done for it already" };
  }
  const again = await reissue(result, options);
  switch (again.kind) {
    case "yes":
      return { result, insteadOfRetry: null };
    case "yes-but":
      return { result, insteadOfRetry: again.advice };
    case "no":
      return { result, insteadOfRetry: again.detail };
  }
}
