import { displayWidth } from "./display-width.ts";
import type { Tone } from "./paint.ts";
import { breakRows } from "./row-breaks.ts";

/** Text in one tone. Inert, without line feeds. */
export interface Span {
  readonly text: string;
  readonly tone: Tone;
}

/** One row of a screen. */
export type Row = readonly Span[];

/** How rows are laid out. */
export interface Flow {
  /** Infinite where nothing wraps. */
  readonly columns: number;
  /** How far the second row and those behind it stand in. */
  readonly restIndent: number;
}

/** However narrow the screen is, a row has this much text. */
const MIN_COLUMNS = 4;

/** Breaks spans into rows that are not wider than the screen. */
export function flow(spans: readonly Span[], { columns, restIndent }: Flow): readonly Row[] {
  const text = spans.map((span) => span.text).join("");
  if (displayWidth(text) <= columns) return [spans];
  const indent = columns - restIndent < MIN_COLUMNS ? 0 : restIndent;
  const ranges = breakRows(text, {
    first: Math.max(MIN_COLUMNS, columns),
    rest: Math.max(MIN_COLUMNS, columns - indent),
  });
  const blanks: Span = { text: " ".repeat(indent), tone: "plain" };
  return ranges.map(({ start, end }, place) => {
    const row = cutSpans(spans, start, end);
    return place === 0 || indent === 0 ? row : [blanks, ...row];
  });
}

/** Columns that a row takes. */
export function rowWidth(row: Row): number {
  return displayWidth(row.map(({ text }) => text).join(""));
}

function cutSpans(spans: readonly Span[], start: number, end: number): Row {
  const kept: Span[] = [];
  let at = 0;
  for (const { text, tone } of spans) {
    const piece = text.slice(Math.max(0, start - at), Math.max(0, end - at));
    if (piece !== "") kept.push({ text: piece, tone });
    at += text.length;
  }
  return kept;
}
