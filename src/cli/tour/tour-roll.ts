import type { RollCount } from "../../protocol/roll-event.ts";
import { addCounts, countLine } from "../screen/roll-count.ts";
import type { Paint } from "../screen/style.ts";
import { layOutTable, type Cell, type Column } from "../screen/table.ts";
import { wrap } from "../screen/wrap.ts";

/** What one scene came to. */
export interface PlayedScene {
  readonly title: string;
  readonly count: RollCount;
}

const columns: readonly Column[] = [
  { title: "scene", side: "left", minColumns: 14 },
  { title: "announced", side: "right" },
  { title: "dispatchable", side: "right" },
  { title: "invalid", side: "right" },
  { title: "failed", side: "right" },
  { title: "observed", side: "right" },
];

/** Lays out the roll of the whole tour, and says that it adds up, or that it does not. */
export function tourRoll(played: readonly PlayedScene[], width: number, paint: Paint): string {
  const total = addCounts(played.map(({ count }) => count));
  const rows = [...played, { title: "all", count: total }].map(cells);
  const table = layOutTable({ columns, rows, width, paint }) ?? played.flatMap((scene) => stackedScene(scene, width));
  return [
    paint("heading", "The roll"),
    "",
    ...table,
    "",
    ...wrap(countLine(total), width, { first: 0, rest: 2 }),
    ...wrap(verdict(total), width, { first: 0, rest: 2 }),
    "",
  ].join("\n");
}

function cells({ title, count }: PlayedScene): readonly Cell[] {
  const { announced, dispatchable, invalid, failed, observed } = count;
  return [
    { text: title, tone: title === "all" ? "heading" : "plain" },
    { text: String(announced), tone: "plain" },
    { text: String(dispatchable), tone: dispatchable > 0 ? "good" : "quiet" },
    { text: String(invalid), tone: invalid > 0 ? "warning" : "quiet" },
    { text: String(failed), tone: failed > 0 ? "warning" : "quiet" },
    { text: String(observed), tone: observed > 0 ? "plain" : "quiet" },
  ];
}

/** For a screen that is too narrow for a table. */
function stackedScene({ title, count }: PlayedScene, width: number): readonly string[] {
  return [...wrap(title, width, { first: 0, rest: 2 }), ...wrap(countLine(count), width, { first: 2, rest: 4 })];
}

function verdict({ announced, dispatchable, invalid, failed, observed }: RollCount): string {
  const missing = announced - dispatchable - invalid - failed - observed;
  return missing === 0
    ? "Every announced call ended in exactly one stated outcome."
    : `The sum is off by ${missing}: this is a bug in rollcall.`;
}
