/** One edge of a drawing: from a state, by a trigger, to a state. */
export interface Edge {
  readonly from: string;
  readonly trigger: string;
  readonly to: string;
}

const fence = /^```mermaid\n\s*stateDiagram-v2\n([\s\S]*?)^```/gm;
const edgeLine = /^(\S+)\s*-->\s*(\S+?)\s*:\s*(\S.*)$/;
const silentLine = /^(?:%%.*|direction \w+|\[\*\]\s*-->\s*\S+|\S+\s*-->\s*\[\*\])?$/;

/** Reads the edges of the one state diagram in a Markdown text. A line that is no edge and no decoration is refused. */
export function edgesOfDrawing(markdown: string): readonly Edge[] {
  const blocks = [...markdown.matchAll(fence)];
  const [, body] = blocks[0] ?? [];
  if (body === undefined || blocks.length > 1) {
    throw new Error(`one state diagram is expected, ${blocks.length} were found`);
  }
  return body
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => !silentLine.test(line))
    .map(parseEdge);
}

function parseEdge(line: string): Edge {
  const [, from, to, trigger] = edgeLine.exec(line) ?? [];
  if (from === undefined || to === undefined || trigger === undefined) {
    throw new Error(`"${line}" is not an edge: write "from --> to : trigger"`);
  }
  return { from, trigger, to };
}

/** The edges of a table of states, triggers and next states. */
export function edgesOfTable(table: Readonly<Record<string, Readonly<Record<string, string>>>>): readonly Edge[] {
  return Object.entries(table).flatMap(([from, row]) =>
    Object.entries(row).map(([trigger, to]) => ({ from, trigger, to })),
  );
}

/** One line per edge, sorted, so that two sets of edges can be compared. */
export function edgeLines(edges: readonly Edge[]): readonly string[] {
  return edges.map(({ from, trigger, to }) => `${from} --> ${to} : ${trigger}`).toSorted();
}
