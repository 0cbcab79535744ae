import type { PreviewNode, TextExtent } from "./patch.ts";

/** A node that still grows. */
export type Box = TextBox | ContainerBox | Leaf;

/** @see Box */
export interface TextBox {
  readonly kind: "text";
  /** What came first; most texts are short, and come at once. */
  readonly first: string;
  /** What came behind it, joined when it is looked at: a text that grows by concatenation holds a node for every piece. */
  rest: string[] | undefined;
  extent: TextExtent;
}

/** @see Box */
export interface ContainerBox {
  readonly kind: "object" | "list";
  /** A map: keys that an object would take for its own, and `__proto__`, are keys like all others. */
  readonly members: Map<string | number, Box>;
  hasMore: boolean;
  isWhole: boolean;
}

type Leaf = Exclude<PreviewNode, { readonly kind: TextBox["kind"] | ContainerBox["kind"] }>;

/** A text that may grow. */
export function createTextBox(first: string, extent: TextExtent): TextBox {
  return { kind: "text", first, rest: undefined, extent };
}

/** An empty object or list. */
export function createContainerBox(kind: ContainerBox["kind"]): ContainerBox {
  return { kind, members: new Map(), hasMore: false, isWhole: false };
}

/** Lets a text grow. */
export function appendText(box: TextBox, text: string): void {
  if (box.rest === undefined) box.rest = [text];
  else box.rest.push(text);
}

function textOf(box: TextBox): string {
  if (box.rest === undefined) return box.first;
  const rest = box.rest.join("");
  box.rest = [rest];
  return box.first + rest;
}

/** A box that begins as `node` is. */
export function toBox(node: PreviewNode): Box {
  switch (node.kind) {
    case "text":
      return createTextBox(node.text, node.extent);
    case "object":
    case "list": {
      const { kind, entries, hasMore, isWhole } = node;
      return { kind, members: new Map(entries.map((entry) => [entry.key, toBox(entry.node)])), hasMore, isWhole };
    }
    case "number":
    case "literal":
    case "concealed":
      return node;
  }
}

/** What is in the box now. Never changes. */
export function toNode(box: Box): PreviewNode {
  switch (box.kind) {
    case "text":
      return Object.freeze({ kind: "text", text: textOf(box), extent: box.extent });
    case "object":
    case "list": {
      const { kind, members, hasMore, isWhole } = box;
      const entries = Array.from(members, ([key, member]) => Object.freeze({ key, node: toNode(member) }));
      return Object.freeze({ kind, entries: Object.freeze(entries), hasMore, isWhole });
    }
    case "number":
    case "literal":
    case "concealed":
      return box;
  }
}
