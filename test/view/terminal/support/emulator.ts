import xterm from "@xterm/headless";

import type { TerminalOutput } from "../../../../src/terminal.ts";

/** A terminal that nobody sees: what is written to its output is what its cells show. */
export interface Emulator {
  readonly output: TerminalOutput;
  /** What its rows show, scrolled ones included, from the top to the last that is not empty. */
  rows(): Promise<readonly string[]>;
  /** Color of the cell: a number of the palette, `null` for the usual one. */
  colorAt(row: number, column: number): Promise<number | null>;
  isCursorShown(): Promise<boolean>;
  /** Where the cursor stands, from the top of everything. */
  cursorRow(): Promise<number>;
  resize(columns: number, rows: number): Promise<void>;
}

/** Makes a terminal of this size. */
export function createEmulator(columns = 80, rows = 24): Emulator {
  const terminal = new xterm.Terminal({ cols: columns, rows, convertEol: true, allowProposedApi: true });
  let isCursorShown = true;
  terminal.parser.registerCsiHandler({ prefix: "?", final: "l" }, (params) => noteCursor(params, false));
  terminal.parser.registerCsiHandler({ prefix: "?", final: "h" }, (params) => noteCursor(params, true));

  function noteCursor(params: readonly (number | number[])[], isShown: boolean): boolean {
    if (params[0] === 25) isCursorShown = isShown;
    return false;
  }

  function drawn(): Promise<void> {
    return new Promise((resolve) => {
      terminal.write("", resolve);
    });
  }

  return {
    output: {
      isTTY: true,
      get columns() {
        return terminal.cols;
      },
      get rows() {
        return terminal.rows;
      },
      write: (text) => terminal.write(text),
    },
    async rows() {
      await drawn();
      const { active } = terminal.buffer;
      const shown = Array.from(
        { length: active.length },
        (_, row) => active.getLine(row)?.translateToString(true) ?? "",
      );
      return shown.slice(0, shown.findLastIndex((row) => row !== "") + 1);
    },
    async colorAt(row, column) {
      await drawn();
      const cell = terminal.buffer.active.getLine(row)?.getCell(column);
      return cell?.isFgPalette() === true ? cell.getFgColor() : null;
    },
    async isCursorShown() {
      await drawn();
      return isCursorShown;
    },
    async cursorRow() {
      await drawn();
      return terminal.buffer.active.baseY + terminal.buffer.active.cursorY;
    },
    async resize(newColumns, newRows) {
      await drawn();
      terminal.resize(newColumns, newRows);
    },
  };
}
