import { inertProse } from "../inert.ts";

/** Makes text that comes in pieces inert, up to a number of UTF-16 code units. */
export interface InertPieces {
  /** What may be shown of the next piece. Half a character is held back until the other half comes. */
  push(piece: string): string;
}

const MARK = "…";

/** What is longer than `maxChars` ends in `…`, and the rest is left out. */
export function createInertPieces(maxChars: number): InertPieces {
  let half = "";
  let room = maxChars;

  return {
    push(piece) {
      if (room < 0) return "";
      const text = half + piece;
      half = endsInHalf(text) ? text.slice(-1) : "";
      const whole = inertProse(half === "" ? text : text.slice(0, -1));
      const isCut = whole.length > room;
      const shown = isCut ? cutTo(whole, room) + MARK : whole;
      room = isCut ? -1 : room - whole.length;
      return shown;
    },
  };
}

function endsInHalf(text: string): boolean {
  return isHighSurrogate(text.charCodeAt(text.length - 1));
}

function cutTo(text: string, chars: number): string {
  return text.slice(0, isHighSurrogate(text.charCodeAt(chars - 1)) ? chars - 1 : chars);
}

/** `NaN`, the code unit of nothing, is none. */
function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
