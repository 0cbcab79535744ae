import { inertProse } from "../../view/inert.ts";
import type { Output } from "../ports.ts";
import { displayWidth } from "../../view/terminal/display-width.ts";

/** Prints text that comes in pieces: indented, wrapped between words. */
export interface Prose {
  feed(text: string): void;
  /** Prints what is held back and ends the line, if one was begun. */
  end(): void;
}

/** Makes a writer of prose. A word is held back until it is known to be over, so that it never breaks. */
export function createProse(output: Output, indent: string): Prose {
  let column = 0;
  let blanks = "";
  let word = "";

  function putWord(): void {
    if (word === "") return;
    const needed = displayWidth(blanks) + displayWidth(word);
    if (column === 0) {
      output.write(indent + word);
      column = indent.length + displayWidth(word);
    } else if (column + needed > output.width()) {
      output.write(`\n${indent}${word}`);
      column = indent.length + displayWidth(word);
    } else {
      output.write(blanks + word);
      column += needed;
    }
    blanks = "";
    word = "";
  }

  function endLine(): void {
    putWord();
    output.write("\n");
    column = 0;
    blanks = "";
  }

  return {
    feed(text) {
      for (const character of inertProse(text)) {
        if (character === "\n") {
          endLine();
        } else if (character === " " || character === "\t") {
          putWord();
          blanks += " ";
        } else {
          word += character;
        }
      }
    },
    end() {
      putWord();
      if (column > 0) endLine();
      blanks = "";
    },
  };
}
