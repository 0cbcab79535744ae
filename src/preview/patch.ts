import type { Display } from "./display.ts";

/** Keys and indexes from the root of a document to a value. */
export type PreviewPath = readonly (string | number)[];

/** How much of a text is there: more may come, it is all there, or the rest is left out and `…` stands at its end. */
export type TextExtent = "growing" | "whole" | "cut";

/**
 * What a person may see of a value. Tagged, so that nobody takes it for the value: it says what is missing, keeps numbers
 * as they were written, and has no keys that reach a prototype.
 */
export type PreviewNode =
  | { readonly kind: "text"; readonly text: string; readonly extent: TextExtent }
  /** As the model wrote it; shown once it has ended. */
  | { readonly kind: "number"; readonly text: string }
  | { readonly kind: "literal"; readonly value: boolean | null }
  | {
      readonly kind: "object" | "list";
      /** What is shown of it, in its order. */
      readonly entries: readonly PreviewEntry[];
      /** Something is in it that is not shown. */
      readonly hasMore: boolean;
      readonly isWhole: boolean;
    }
  /** Something is there. Neither its kind nor its length nor its end is told. */
  | { readonly kind: "concealed"; readonly display: Exclude<Display, "show"> };

/** A member or an element. */
export interface PreviewEntry {
  /** The index of an element, the key of a member. */
  readonly key: string | number;
  readonly node: PreviewNode;
}

/** What changed in a preview. Applied in their order, patches make what a snapshot shows. */
export type PreviewPatch =
  /** A value appeared, or took the place of an earlier one of the same key. Objects and lists appear empty. */
  | { readonly type: "put"; readonly path: PreviewPath; readonly node: PreviewNode }
  /** A text grew. Never half a character. */
  | { readonly type: "append"; readonly path: PreviewPath; readonly text: string }
  /** A text, an object or a list ended; of a text `cut` says that only showing it did. */
  | { readonly type: "end"; readonly path: PreviewPath; readonly extent: "whole" | "cut" }
  /** Something is in this object or list that is not shown. */
  | { readonly type: "more"; readonly path: PreviewPath };

/** Not exported: nobody else can write the type down, let alone make a value of it. */
const forDisplay: unique symbol = Symbol("a preview");

/**
 * What a person may see of arguments that are still coming in. For display only (R4): it is no argument of any tool, and
 * nothing that decides or acts takes one.
 */
export interface Preview {
  readonly [forDisplay]: true;
  /** `null` while nothing is there. */
  readonly root: PreviewNode | null;
}

/** Makes a preview. Only the tree does. */
export function createSnapshot(root: PreviewNode | null): Preview {
  return Object.freeze({ [forDisplay]: true as const, root });
}
