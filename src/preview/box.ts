import { createTextPieces, type TextPieces } from "../wire/text-pieces.ts";
import type { PreviewNode, TextExtent } from "./patch.ts";

/** A node that still grows. */
export type Box = TextBox | ContainerBox | Leaf;

/** @see Box */
export interface TextBox {
  readonly kind: "text";
  /** What came first; most texts are short, and come at once. */
  readonly first: string;
  /** What came behind it. */
  rest: TextPieces | undefined;
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
  box.rest ??= createTextPieces();
  box.rest.append(text);
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
      return Object.freeze({ kind: "text", text: box.first + (box.rest?.text ?? ""), extent: box.extent });
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
