import type { Output } from "../ports.ts";

/** A few lines at the bottom of a terminal that are drawn again and again. */
export interface LiveRegion {
  /** Puts these lines in the place of the ones before. None may be wider than the screen. */
  draw(lines: readonly string[]): void;
  /** Takes the lines away; what is printed next stands in their place. */
  clear(): void;
}

const ESCAPE = "\u{1B}[";
const CLEAR_BELOW = `${ESCAPE}0J`;

/** Makes a region on a terminal whose cursor stands at the start of a line. */
export function createLiveRegion(output: Output): LiveRegion {
  let drawn = 0;

  function rewind(): string {
    const up = drawn === 0 ? "" : `${ESCAPE}${drawn}A\r${CLEAR_BELOW}`;
    drawn = 0;
    return up;
  }

  return {
    draw(lines) {
      output.write(`${rewind()}${lines.map((line) => `${line}\n`).join("")}`);
      drawn = lines.length;
    },
    clear() {
      if (drawn > 0) output.write(rewind());
    },
  };
}
