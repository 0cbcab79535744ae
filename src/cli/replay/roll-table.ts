import type { Issue, Outcome } from "../../protocol/outcome.ts";
import { callLine, endingLine } from "../../view.ts";
import { inertLine } from "../../view/inert.ts";
import { toolName } from "../../view/wording.ts";
import { countLine } from "../screen/roll-count.ts";
import type { Paint, Tone } from "../screen/style.ts";
import { layOutTable, type Cell, type Column } from "../screen/table.ts";
import { outcomeTones } from "../screen/tones.ts";
import { wrap } from "../screen/wrap.ts";
import type { ReplayedRoll } from "./json-document.ts";

/** A replay and the screen it is shown on. */
export interface RollTableOptions extends ReplayedRoll {
  /** What was replayed, as the person named it. */
  readonly title: string;
  /** Remarks about the replay itself, such as that no schema was checked. */
  readonly notes: readonly string[];
  readonly width: number;
  readonly paint: Paint;
}

const MAX_TEXT_CODE_POINTS = 240;
const MAX_DETAIL_CODE_POINTS = 400;
const DETAIL_INDENT = 2;
const LABEL_COLUMNS = 8;

const columns: readonly Column[] = [
  { title: "#", side: "right" },
  { title: "tool", side: "left", minColumns: 12 },
  { title: "outcome", side: "left" },
  { title: "cause", side: "left" },
  { title: "bytes", side: "right" },
  { title: "fragments", side: "right" },
];

/** Lays out a replayed roll for a person: the calls, what is said of each, the ending, and the count that adds up. */
export function rollTable(options: RollTableOptions): string {
  const { result, text, title, formatName, width, paint } = options;
  const excerpt = inertLine(text.replaceAll(/\s+/g, " ").trim(), MAX_TEXT_CODE_POINTS);
  const sections: readonly (readonly string[])[] = [
    dress(`${inertLine(title)} · ${formatName}`, { tone: "heading", width, paint }),
    excerpt === "" ? [] : dress(`“${excerpt}”`, { tone: "quiet", width, paint }),
    result.outcomes.length === 0 ? ["No call was announced."] : callRows(options),
    statedLines(options),
    facts(options),
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}

interface Dressing {
  readonly tone: Tone;
  readonly width: number;
  readonly paint: Paint;
  readonly indent?: number;
}

// Where a line goes on, it stands two columns further in than it began.
function dress(line: string, { tone, width, paint, indent = 0 }: Dressing): readonly string[] {
  return wrap(line, width, { first: indent, rest: indent + DETAIL_INDENT }).map((piece) => paint(tone, piece));
}

function callRows({ result, width, paint }: RollTableOptions): readonly string[] {
  const rows = result.outcomes.map(callCells);
  return (
    layOutTable({ columns, rows, width, paint }) ??
    result.outcomes.flatMap((outcome) => stackedCall(outcome, { width, paint }))
  );
}

function callCells(outcome: Outcome): readonly Cell[] {
  const { index, name, bytes, fragments } = outcome.call;
  return [
    { text: String(index), tone: "quiet" },
    { text: toolName(name), tone: "plain" },
    { text: outcome.kind, tone: outcomeTones[outcome.kind] },
    { text: causeText(outcome), tone: "plain" },
    { text: String(bytes), tone: "plain" },
    { text: String(fragments), tone: "plain" },
  ];
}

/** For a screen that is too narrow for a table. */
function stackedCall(outcome: Outcome, screen: Pick<Dressing, "width" | "paint">): readonly string[] {
  const { index, name, bytes, fragments } = outcome.call;
  const cause = causeText(outcome);
  return [
    ...dress(`${index}  ${toolName(name)}`, { tone: "plain", ...screen }),
    ...dress(cause === "" ? outcome.kind : `${outcome.kind}, ${cause}`, {
      tone: outcomeTones[outcome.kind],
      indent: 3,
      ...screen,
    }),
    ...dress(`bytes ${bytes}, fragments ${fragments}`, { tone: "quiet", indent: 3, ...screen }),
  ];
}

function causeText(outcome: Outcome): string {
  switch (outcome.kind) {
    case "failed":
      return `${outcome.reason}: ${outcome.cause}`;
    case "invalid":
      return outcome.cause;
    case "dispatchable":
    case "observed":
      return "";
  }
}

function statedLines(options: RollTableOptions): readonly string[] {
  const { result, width, paint } = options;
  const ending = endingLine(result.ending, result.count);
  return [
    ...result.outcomes.flatMap((outcome) => [
      ...dress(callLine(outcome), { tone: outcomeTones[outcome.kind], width, paint }),
      ...particulars(outcome, result.ending.detail).flatMap((line) =>
        dress(inertLine(line, MAX_DETAIL_CODE_POINTS), { tone: "quiet", width, paint, indent: DETAIL_INDENT }),
      ),
    ]),
    ...(ending === null ? [] : dress(ending, { tone: "warning", width, paint })),
  ];
}

function particulars(outcome: Outcome, endingDetail: string): readonly string[] {
  switch (outcome.kind) {
    case "invalid":
      return outcome.issues.map(issueLine);
    case "failed":
      return outcome.detail === "" || outcome.detail === endingDetail ? [] : [outcome.detail];
    case "dispatchable":
    case "observed":
      return [];
  }
}

function issueLine({ path, expected, allowed, received }: Issue): string {
  const where = path === "" ? "the whole document" : path;
  const values = allowed?.map((value) => JSON.stringify(value)) ?? [];
  // Many validators list the values in what they expected; said once is enough.
  const isListed = values.every((value) => expected.includes(value));
  return `${where}: expected ${expected}${isListed ? "" : ` (${values.join(", ")})`}; received ${received}`;
}

function facts(options: RollTableOptions): readonly string[] {
  const { result, notes } = options;
  const faults = result.faults.map(({ code, detail }) => `${code}: ${detail}`);
  return [
    ...fact("ending", endingText(options), options),
    ...(faults.length === 0 ? ["none"] : faults).flatMap((line, place) =>
      fact(place === 0 ? "faults" : "", line, options),
    ),
    ...fact("calls", countLine(result.count), options),
    ...notes.flatMap((note) => fact("note", note, options)),
  ];
}

function endingText({ result: { ending } }: RollTableOptions): string {
  const stop = ending.stop === null ? "no stop stated" : `stop "${ending.stop}" (${ending.class ?? "unclassified"})`;
  const detail = ending.detail === "" ? "" : `; ${ending.detail}`;
  return `${ending.kind}${ending.cause === null ? "" : `: ${ending.cause}`}, ${stop}${detail}`;
}

function fact(label: string, text: string, { width, paint }: RollTableOptions): readonly string[] {
  const indent = { first: 0, rest: LABEL_COLUMNS };
  const [first = "", ...rest] = wrap(inertLine(text, MAX_DETAIL_CODE_POINTS), width, indent);
  return [paint("quiet", label.padEnd(LABEL_COLUMNS)) + first, ...rest];
}
