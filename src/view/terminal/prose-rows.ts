import { breakRows } from "./row-breaks.ts";

/** A text that grows, as rows. What it costs to let it grow is what is new of it. */
export interface ProseRows {
  /** Takes the whole text: what it had before, and more. */
  update(text: string): void;
  /** The rows there are, without empty ones at the beginning and the end. */
  rows(): readonly string[];
}

/** How text becomes rows. */
export interface ProseLayout {
  /** Infinite where nothing wraps. */
  readonly columns: number;
  /** Makes text from outside fit to be shown. */
  readonly clean: (text: string) => string;
}

const MIN_COLUMNS = 4;
const TAB = "    ";

/** Makes the rows of an empty text. */
export function createProseRows({ columns, clean }: ProseLayout): ProseRows {
  const width = Math.max(MIN_COLUMNS, columns);
  /** These stay. */
  const rows: string[] = [];
  let open = "";
  let taken = 0;

  return {
    update(text) {
      open += clean(text.slice(taken)).replaceAll("\t", TAB);
      taken = text.length;
      const ranges = breakRows(open, { first: width, rest: width });
      for (const { start, end } of ranges.slice(0, -1)) {
        const row = open.slice(start, end).trimEnd();
        if (row !== "" || rows.length > 0) rows.push(row);
      }
      open = open.slice(ranges.at(-1)?.start ?? 0);
    },
    rows() {
      const last = open.trimEnd();
      if (last !== "") return [...rows, last];
      return rows.slice(0, rows.findLastIndex((row) => row !== "") + 1);
    },
  };
}
