import type { PreviewEntry, PreviewNode } from "../../preview/patch.ts";
import { clustersOf } from "./clusters.ts";
import { displayWidth } from "./display-width.ts";
import type { Row } from "./row.ts";

/** How arguments are shown. */
export interface ArgumentLayout {
  /** Infinite where nothing wraps. */
  readonly columns: number;
  /** Makes text from outside fit to be shown. */
  readonly clean: (text: string) => string;
  /** Whether more may come. */
  readonly isLive: boolean;
}

const INDENT = "    ";
const GAP = "  ";
const MARK = "…";
const CONCEALED = "•••";
const MAX_ROWS = 8;
const MAX_KEY_COLUMNS = 20;
/** Where nothing wraps, a value is still a line and no page. */
const MAX_VALUE_COLUMNS = 200;
/** Of a list in a list in a list nothing is read at a glance. */
const MAX_DEPTH = 4;

/** What may be seen of the arguments of a call, one row for each at the top. What is hidden is not spoken of. */
export function argumentRows(root: PreviewNode | null, layout: ArgumentLayout): readonly Row[] {
  if (root === null) return [];
  if (root.kind !== "object") return hasWords(root) ? [valueRow("", root, layout)] : [];
  const entries = root.entries.filter(({ node }) => hasWords(node));
  const keys = entries.map(({ key }) =>
    cut(oneLine(String(key), layout), { columns: MAX_KEY_COLUMNS, side: "head", mark: layout.clean(MARK) }),
  );
  const widest = keys.reduce((columns, key) => Math.max(columns, displayWidth(key)), 0);
  const rows = entries.slice(0, MAX_ROWS).map(({ node }, place) => {
    const key = keys[place] ?? "";
    return valueRow(key + " ".repeat(widest - displayWidth(key)) + GAP, node, layout);
  });
  return entries.length > MAX_ROWS ? [...rows, [{ text: INDENT + layout.clean(MARK), tone: "quiet" }]] : rows;
}

function hasWords(node: PreviewNode): boolean {
  if (node.kind === "concealed") return node.display === "sensitive";
  return node.kind === "object" || node.kind === "list" ? node.entries.some((entry) => hasWords(entry.node)) : true;
}

function valueRow(head: string, node: PreviewNode, layout: ArgumentLayout): Row {
  const room = Math.min(MAX_VALUE_COLUMNS, layout.columns - INDENT.length - displayWidth(head));
  const isUnfinished = node.kind === "text" && node.extent === "growing";
  const text = oneLine(valueText(node, 0), layout) + (isUnfinished && !layout.isLive ? layout.clean(MARK) : "");
  // Of what grows the end is seen: there is where something happens.
  const side = isUnfinished && layout.isLive ? "tail" : "head";
  const value = cut(text, { columns: Math.max(1, room), side, mark: layout.clean(MARK) });
  return [
    { text: INDENT + head, tone: "quiet" },
    { text: value, tone: "plain" },
  ];
}

function valueText(node: PreviewNode, depth: number): string {
  switch (node.kind) {
    case "text":
    case "number":
      return node.text;
    case "literal":
      return String(node.value);
    case "concealed":
      return CONCEALED;
    case "object":
    case "list":
      return containerText(node, depth);
  }
}

function containerText(
  { kind, entries }: Extract<PreviewNode, { readonly entries: readonly PreviewEntry[] }>,
  depth: number,
): string {
  if (depth >= MAX_DEPTH) return MARK;
  const shown = entries.filter(({ node }) => hasWords(node)).slice(0, MAX_VALUE_COLUMNS);
  const parts = shown.map(({ key, node }) => (kind === "object" ? `${key}: ` : "") + valueText(node, depth + 1));
  return parts.join(", ");
}

/** A value of a megabyte is looked at where it is seen. */
function oneLine(text: string, { clean }: ArgumentLayout): string {
  const most = MAX_VALUE_COLUMNS * 4;
  const seen = text.length <= most ? text : `${text.slice(0, most / 2)}${MARK}${text.slice(-most / 2)}`;
  return clean(seen.replace(/\s+/gu, " ")).trim();
}

interface Cut {
  readonly columns: number;
  readonly side: "head" | "tail";
  readonly mark: string;
}

function cut(text: string, { columns, side, mark }: Cut): string {
  if (displayWidth(text) <= columns) return text;
  const clusters = Array.from(clustersOf(text));
  const inOrder = side === "tail" ? clusters.toReversed() : clusters;
  const kept: string[] = [];
  let used = displayWidth(mark);
  for (const cluster of inOrder) {
    used += cluster.width;
    if (used > columns) break;
    kept.push(cluster.text);
  }
  return side === "tail" ? mark + kept.toReversed().join("").trimStart() : kept.join("").trimEnd() + mark;
}
