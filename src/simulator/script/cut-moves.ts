import { countBytes, takeBytes } from "./chunk-text.ts";
import type { CallPart, Move } from "./move.ts";
import { ScriptError } from "./script-error.ts";

/** Keeps `maxBytes` of the argument text of one call, and nothing of what comes behind them. */
export function cutMoves(moves: readonly Move[], call: number, maxBytes: number): readonly Move[] {
  const last = moves.findLastIndex((move) => isPartOf(move, call));
  if (last === -1) {
    throw new ScriptError("cut.call", `no call ${call} was started`);
  }
  const kept: Move[] = [];
  let room = maxBytes;
  for (const move of moves.slice(0, last + 1)) {
    const bytes = isPartOf(move, call) ? countBytes(move.text ?? "") : 0;
    if (isPartOf(move, call) && bytes > 0 && bytes >= room) {
      return [...kept, ...shorten(move, room)];
    }
    room -= bytes;
    kept.push(move);
  }
  return kept;
}

function isPartOf(move: Move, call: number): move is CallPart {
  return (move.kind === "call-start" || move.kind === "call-text") && move.call === call;
}

function shorten(move: CallPart, maxBytes: number): readonly Move[] {
  const { finish: _finish, ...rest } = move;
  const text = takeBytes(move.text ?? "", maxBytes);
  // A fragment of which nothing got through was never sent; the announcement was.
  return text === "" && rest.kind === "call-text" ? [] : [{ ...rest, text }];
}
