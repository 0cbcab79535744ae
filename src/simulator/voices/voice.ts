import type { Move, MoveKind } from "../script/move.ts";
import { ScriptError } from "../script/script-error.ts";
import type { Json, JsonObject } from "../script/script.ts";
import type { StopReason } from "../script/step.ts";

/** What a voice is not asked to say: time, and what is written as it is. */
export type WordlessKind = "comment" | "pace" | "hiccup" | "frame" | "bytes";

/** The moves that a voice says. */
export type SpokenKind = Exclude<MoveKind, WordlessKind>;

/**
 * Says moves in the words of one provider, one message long. It is held to recordings of that provider and knows
 * nothing of how they are read.
 */
export interface Voice {
  /** The records that a move amounts to, exactly as they are sent. Throws {@link ScriptError} on what it cannot say. */
  speak(move: Move<SpokenKind>): readonly string[];
  /** The provider's own keep-alive. */
  readonly keepAlive: string;
}

/** One way to say each kind of move. */
export type Speakers = { readonly [Kind in SpokenKind]: (move: Move<Kind>) => readonly string[] };

/** Says a move with the speaker for its kind. */
export function speakWith<Kind extends SpokenKind>(speakers: Speakers, move: Move<Kind>): readonly string[] {
  return speakers[move.kind](move);
}

/** A field of a record: with an `undefined` value it is left out. */
export type Fields = Readonly<Record<string, Json | undefined>>;

/** Leaves out the fields that have no value. */
export function present(fields: Fields): JsonObject {
  const kept: Record<string, Json> = {};
  for (const [key, value] of Object.entries(fields)) {
    if (value !== undefined) {
      kept[key] = value;
    }
  }
  return kept;
}

/** Writes a record with an event name. */
export function namedRecord(event: string, data: Fields): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Writes a record without an event name. */
export function bareRecord(data: Fields): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

/** Makes a speaker for what a format has no words for. */
export function unspeakable(format: string, instead: string): (move: Move) => never {
  return (move) => {
    throw new ScriptError(move.path, `${format} has no ${move.kind}: ${instead}`);
  };
}

/** Finds the provider's word for a stop. */
export function stopWord(
  format: string,
  move: Move<"stop">,
  words: Readonly<Record<StopReason, string | null>>,
): string {
  if (move.reason === undefined && move.word === undefined) {
    throw new ScriptError(move.path, "a stop needs a reason or a word");
  }
  const word = move.word ?? (move.reason === undefined ? null : words[move.reason]);
  if (word === null) {
    throw new ScriptError(move.path, `${format} has no stop word for "${move.reason}": give the word, or use an error`);
  }
  return word;
}
