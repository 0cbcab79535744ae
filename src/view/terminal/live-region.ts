import type { Paint } from "./paint.ts";
import { rowWidth, type Row } from "./row.ts";
import type { TerminalOutput } from "./terminal-output.ts";

/** The bottom of a terminal, that is drawn again and again, below what stays. */
export interface LiveRegion {
  /** Prints what stays, and puts `live` in the place of what was live before. */
  draw(standing: readonly Row[], live: readonly Row[]): void;
  /** Shows the cursor, and never hides it again. */
  keepCursor(): void;
  /** Takes away what is live, and gives the terminal back as it was. */
  close(): void;
}

/** @see createLiveRegion */
export interface LiveRegionOptions {
  readonly output: TerminalOutput;
  readonly paint: Paint;
  /** A hidden cursor must be shown again, also when the process is interrupted. */
  readonly hidesCursor: boolean;
}

const ESCAPE = "\u{1B}[";
const CLEAR_ROW = `${ESCAPE}K`;
const CLEAR_BELOW = `${ESCAPE}J`;
const HIDE_CURSOR = `${ESCAPE}?25l`;
const SHOW_CURSOR = `${ESCAPE}?25h`;
/** A row that this terminal counts wider than we do must not become two: then what is above would be drawn over. */
const KEEP_ROWS = `${ESCAPE}?7l`;
const WRAP_ROWS = `${ESCAPE}?7h`;
/** A terminal that knows these shows a frame at once; others ignore them. */
const BEGIN_FRAME = `${ESCAPE}?2026h`;
const END_FRAME = `${ESCAPE}?2026l`;

/** Makes a region on a terminal whose cursor stands at the start of a row. Each frame is one write. */
export function createLiveRegion({ output, paint, hidesCursor }: LiveRegionOptions): LiveRegion {
  let drawn: readonly number[] = [];
  let drawnText = "";
  let cursor: "shown" | "hidden" | "kept" = hidesCursor ? "shown" : "kept";

  function paintRow(row: Row): string {
    return `${CLEAR_ROW}${row.map(({ tone, text }) => paint(tone, text)).join("")}\n`;
  }

  /** Terminals break rows that have become too long for a narrower window. */
  function rewind(): string {
    const columns = output.columns ?? Number.POSITIVE_INFINITY;
    const rows = drawn.reduce((sum, width) => sum + Math.max(1, Math.ceil(width / columns)), 0);
    return rows === 0 ? "" : `${ESCAPE}${rows}A\r`;
  }

  function keepCursor(): void {
    const isHidden = cursor === "hidden";
    cursor = "kept";
    if (isHidden) output.write(SHOW_CURSOR);
  }

  return {
    draw(standing, live) {
      const liveText = live.map(paintRow).join("");
      const columns = output.columns ?? Number.POSITIVE_INFINITY;
      const hasRoom = drawn.every((width) => width <= columns);
      if (standing.length === 0 && liveText === drawnText && hasRoom) return;
      const isHiding = cursor === "shown" && live.length > 0;
      if (isHiding) cursor = "hidden";
      const below = `${KEEP_ROWS}${liveText}${CLEAR_BELOW}${WRAP_ROWS}`;
      output.write(
        `${BEGIN_FRAME}${isHiding ? HIDE_CURSOR : ""}${rewind()}${standing.map(paintRow).join("")}${below}${END_FRAME}`,
      );
      drawn = live.map((row) => Math.min(rowWidth(row), columns));
      drawnText = liveText;
    },
    keepCursor,
    close() {
      if (drawn.length > 0) output.write(rewind() + CLEAR_BELOW);
      drawn = [];
      drawnText = "";
      keepCursor();
    },
  };
}

/** Prints what stays, and nothing else. */
export function createPlainRegion(output: TerminalOutput, paint: Paint): LiveRegion {
  return {
    draw(standing) {
      const text = standing.map((row) => `${row.map((span) => paint(span.tone, span.text)).join("")}\n`).join("");
      if (text !== "") output.write(text);
    },
    keepCursor() {},
    close() {},
  };
}
