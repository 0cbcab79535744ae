import { askLedger, type LedgerPatience } from "../ledger/ask-ledger.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { describeThrown } from "../protocol/describe-thrown.ts";
import { judgeRepetition, type AskedModel, type Repetition } from "./repetition.ts";
import type { TurnResult } from "./turn-report.ts";

/** Whether the last request of a turn may be sent again. */
export type Reissue =
  | Repetition
  /** Something may have happened that another answer of the model could do once more. */
  | { readonly kind: "no"; readonly cause: "effect"; readonly detail: string };

/** What the answer depends on beside the turn. */
export interface ReissueOptions {
  /** The ledger of the turn. */
  readonly ledger: Ledger;
  /** The model of the turn: its provider's errors, and the ceiling of its requests. */
  readonly model: AskedModel;
}

/**
 * Says whether the last request of a turn may be sent again: yes; yes, but change something first; no. It looks at how the
 * message ended, at what its tools did, and at the ledger: while an effect of the turn is under way or in doubt, it may not.
 */
export async function reissue(turn: TurnResult, { ledger, model }: ReissueOptions): Promise<Reissue> {
  const last = turn.messages.at(-1);
  if (last === undefined) return { kind: "yes" };
  if (last.mayHaveActed) return effect("a tool that acts was started for this message");
  return (await openEffect(ledger, turn)) ?? judgeRepetition(last.roll, model);
}

/** Which turn is meant. */
export interface TurnPlace {
  readonly conversation: string;
  readonly turn: string;
}

/** What the ledger holds of a turn that may have happened and is not known; `undefined` where there is nothing. */
export async function openEffect(
  ledger: Ledger,
  { conversation, turn }: TurnPlace,
  patience?: LedgerPatience,
): Promise<Reissue | undefined> {
  try {
    const list = () => ledger.list({ conversation, states: ["claimed", "in-doubt"], limit: MAX_OPEN });
    const open = await (patience === undefined ? list() : askLedger(list, patience));
    const ours = open.find((record) => record.turn === turn);
    if (ours !== undefined)
      return effect(`${ours.tool} may have run, and nobody knows: ${ours.note ?? "it is under way"}`);
    // Nobody has looked at all of them.
    return open.length < MAX_OPEN ? undefined : effect("the conversation has too many effects in doubt");
  } catch (error) {
    return effect(`the ledger cannot say what happened: ${describeThrown(error)}`);
  }
}

const MAX_OPEN = 1000;

function effect(detail: string): Reissue {
  return { kind: "no", cause: "effect", detail };
}
