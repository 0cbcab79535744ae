import type { Display, DisplayMap } from "../../../src/preview/display.ts";
import { createDisplay } from "../../../src/preview/display.ts";
import type { PreviewLimits } from "../../../src/preview/limits.ts";
import type { PreviewNode, PreviewPatch } from "../../../src/preview/patch.ts";
import { createPreview, type PreviewReader } from "../../../src/preview/preview.ts";

/** Limits that no small document reaches. */
export const wide: Partial<PreviewLimits> = {
  maxTextChars: 2 ** 21,
  maxKeyChars: 2 ** 21,
  maxEntries: 2 ** 21,
  maxValues: 2 ** 21,
  maxDepth: 100,
  maxSpans: 2 ** 21,
};

export const everything: DisplayMap = { "": "show" };

/** A reader that has been given the pieces, and all that it said of them. */
export interface Read {
  readonly reader: PreviewReader;
  readonly patches: readonly PreviewPatch[];
  readonly root: PreviewNode | null;
}

/** Reads pieces to their end. */
export function readPieces(
  pieces: Iterable<string>,
  display: Readonly<Record<string, Display>> = everything,
  limits: Partial<PreviewLimits> = wide,
): Read {
  const reader = createPreview({ display: createDisplay(display), limits });
  const patches = Array.from(pieces, (piece) => reader.push(piece)).flat();
  patches.push(...reader.end());
  return { reader, patches, root: reader.snapshot().root };
}

/** The value that a node with nothing left out stands for, made the way that `JSON.parse` makes it. */
export function valueOf(node: PreviewNode): unknown {
  switch (node.kind) {
    case "text":
      return node.text;
    case "number":
      return Number(node.text);
    case "literal":
      return node.value;
    case "list":
      return node.entries.map((entry) => valueOf(entry.node));
    case "object": {
      const object: Record<string, unknown> = {};
      for (const entry of node.entries) {
        const property = { value: valueOf(entry.node), enumerable: true, writable: true, configurable: true };
        Object.defineProperty(object, entry.key, property);
      }
      return object;
    }
    case "concealed":
      return "concealed";
  }
}

/** A text in UTF-16 code units, one each, halves of pairs included. */
export function units(text: string): readonly string[] {
  return Array.from({ length: text.length }, (_, at) => text.charAt(at));
}
