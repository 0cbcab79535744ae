import type { PreviewEntry, PreviewNode, PreviewPatch, PreviewPath } from "../../preview/patch.ts";
import { inertLine, inertProse } from "../inert.ts";

/** Makes inert what a patch brings: keys and values are written by the model. */
export function inertPatch(patch: PreviewPatch): PreviewPatch {
  const path = inertPath(patch.path);
  switch (patch.type) {
    case "put":
      return { type: "put", path, node: inertNode(patch.node) };
    case "append":
      return { type: "append", path, text: inertProse(patch.text) };
    case "end":
    case "more":
      return { ...patch, path };
  }
}

function inertPath(path: PreviewPath): PreviewPath {
  return path.map(inertKey);
}

function inertKey(key: string | number): string | number {
  return typeof key === "string" ? inertLine(key) : key;
}

function inertNode(node: PreviewNode): PreviewNode {
  switch (node.kind) {
    case "text":
      return { ...node, text: inertProse(node.text) };
    case "object":
    case "list":
      return { ...node, entries: node.entries.map(inertEntry) };
    case "number":
    case "literal":
    case "concealed":
      return node;
  }
}

function inertEntry({ key, node }: PreviewEntry): PreviewEntry {
  return { key: inertKey(key), node: inertNode(node) };
}
