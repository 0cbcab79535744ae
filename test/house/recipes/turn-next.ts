import { runTurn, type History, type Model, type Tool, type TurnResult } from "rollcall";
import type { Ledger } from "rollcall/ledger";

/** A conversation as it is kept between two requests of the person. */
export interface Conversation {
  readonly id: string;
  readonly history: History;
  readonly turns: number;
}

/** What every turn of a conversation is run with. */
export interface Desk {
  readonly model: Model;
  readonly tools: readonly Tool[];
  readonly ledger: Ledger;
}

/** Answers the person's next words. Keep what comes out, and it is what the words after that begin with. */
export async function say(
  words: string,
  { id, history, turns }: Conversation,
  desk: Desk,
): Promise<{ readonly result: TurnResult; readonly conversation: Conversation }> {
  const { result: over } = runTurn({
    ...desk,
    ...history,
    messages: [...history.messages, { role: "user", content: words }],
    conversation: id,
    turn: `t-${turns}`,
  });
  const result = await over;
  return { result, conversation: { id, history: result.history, turns: turns + 1 } };
}
