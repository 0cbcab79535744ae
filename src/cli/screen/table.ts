import { cutTo, displayWidth, padTo } from "../../view/terminal/display-width.ts";
import type { Paint, Tone } from "./style.ts";

/** A column of a table. */
export interface Column {
  readonly title: string;
  readonly side: "left" | "right";
  /** The narrowest that it may be cut to; without it, the column is never cut. */
  readonly minColumns?: number;
}

/** One cell: inert text and how it is dressed. */
export interface Cell {
  readonly text: string;
  readonly tone: Tone;
}

/** What a table shows, and where. */
export interface TableOptions {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
  readonly width: number;
  readonly paint: Paint;
}

const GAP = "  ";

/** Lays out a table in `width` columns, cutting those that may be cut; `null` when even that does not fit. */
export function layOutTable({ columns, rows, width, paint }: TableOptions): readonly string[] | null {
  const widths = fitWidths(columns, rows, width);
  if (widths === null) return null;
  const heading = columns.map(({ title }): Cell => ({ text: title, tone: "heading" }));
  return [heading, ...rows].map((cells) =>
    cells
      .map(({ text, tone }, place) => {
        const columnWidth = widths[place] ?? 0;
        const side = columns[place]?.side ?? "left";
        const isLast = place === cells.length - 1;
        const cut = cutTo(text, columnWidth);
        return paintInside(isLast && side === "left" ? cut : padTo(cut, columnWidth, side), tone, paint);
      })
      .join(GAP)
      .trimEnd(),
  );
}

// The padding stays undressed, so that trailing blanks can go.
function paintInside(padded: string, tone: Tone, paint: Paint): string {
  const text = padded.trim();
  const start = padded.indexOf(text);
  return padded.slice(0, start) + paint(tone, text) + padded.slice(start + text.length);
}

function fitWidths(columns: readonly Column[], rows: TableOptions["rows"], width: number): readonly number[] | null {
  const widths = columns.map(({ title }, place) =>
    rows.reduce((widest, cells) => Math.max(widest, displayWidth(cells[place]?.text ?? "")), displayWidth(title)),
  );
  const available = width - GAP.length * (columns.length - 1);
  for (;;) {
    const excess = widths.reduce((sum, columnWidth) => sum + columnWidth, 0) - available;
    if (excess <= 0) return widths;
    const widest = widestToCut(columns, widths);
    if (widest === null) return null;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
}

function widestToCut(columns: readonly Column[], widths: readonly number[]): number | null {
  let widest: number | null = null;
  for (const [place, { minColumns }] of columns.entries()) {
    const columnWidth = widths[place] ?? 0;
    if (minColumns === undefined || columnWidth <= minColumns) continue;
    if (widest === null || columnWidth > (widths[widest] ?? 0)) widest = place;
  }
  return widest;
}
