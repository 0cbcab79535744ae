import type { UnparseableCause } from "../protocol/outcome.ts";
import { buildValue } from "./build-value.ts";
import { scanJson, type Blemish, type RootKind } from "./scan.ts";

/** What a strict reading of a text came to. */
export type StrictReading =
  | {
      readonly kind: "document";
      readonly root: RootKind;
      readonly value: unknown;
      /** What about the document cannot be trusted as a value, in the order of the text. */
      readonly blemishes: readonly Blemish[];
    }
  | {
      readonly kind: "unparseable";
      readonly cause: Exclude<UnparseableCause, "too-large">;
      /** Where the text stopped being a document, in UTF-16 code units. */
      readonly offset: number;
      readonly detail: string;
    };

/** Reads `text` as exactly one JSON document (RFC 8259) that nests at most `maxDepth` levels. */
export function readStrict(text: string, maxDepth: number): StrictReading {
  const scan = scanJson(text, maxDepth);
  if (scan.kind === "document") {
    // `JSON.parse` is the faster one, but does not read every escaped key right: see `buildValue`.
    const value: unknown = scan.hasEscapedKey ? buildValue(text) : JSON.parse(text);
    return { kind: "document", root: scan.root, value, blemishes: scan.blemishes };
  }
  const detail = `expected ${scan.expected} at offset ${scan.offset} of ${text.length}`;
  return { kind: "unparseable", cause: scan.kind, offset: scan.offset, detail };
}
