import { displayWidth } from "../../view/terminal/display-width.ts";

/** However narrow the screen says it is, this much is used: a word a line helps nobody. */
const MIN_COLUMNS = 16;

/** How far the lines of a wrapped text stand in. */
export interface Indent {
  readonly first: number;
  readonly rest: number;
}

/** Breaks a text at blanks so that no line is wider than `width`; a word that is wider still is broken inside. */
export function wrap(text: string, width: number, indent: Indent = { first: 0, rest: 0 }): readonly string[] {
  const columns = Math.max(MIN_COLUMNS, width - Math.max(indent.first, indent.rest));
  if (displayWidth(text) <= columns) return [" ".repeat(indent.first) + text];
  const lines: string[] = [];
  let current = "";
  for (const word of text.split(/ +/).flatMap((part) => breakWord(part, columns))) {
    const longer = current === "" ? word : `${current} ${word}`;
    if (current !== "" && displayWidth(longer) > columns) {
      lines.push(current);
      current = word;
    } else {
      current = longer;
    }
  }
  lines.push(current);
  return lines.map((line, place) => " ".repeat(place === 0 ? indent.first : indent.rest) + line);
}

function breakWord(word: string, columns: number): readonly string[] {
  if (displayWidth(word) <= columns) return [word];
  const pieces: string[] = [];
  let piece = "";
  for (const character of word) {
    if (piece !== "" && displayWidth(piece + character) > columns) {
      pieces.push(piece);
      piece = "";
    }
    piece += character;
  }
  return [...pieces, piece];
}
