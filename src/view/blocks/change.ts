import type { PreviewPatch } from "../../preview/patch.ts";
import type { Block, CallBlock } from "./block.ts";

/** A block as it is sent: plain JSON. The preview of a call goes as patches. */
export type SentBlock = Exclude<Block, CallBlock> | Omit<CallBlock, "preview">;

/** What changed in a view. Applied in their order, changes make the view that they were taken from. Plain JSON. */
export type ViewChange =
  /** A block appeared, moved or is another now. It stands behind the block `after`; `null`: in front. A preview stays. */
  | { readonly type: "put"; readonly block: SentBlock; readonly after: string | null }
  /** A text grew. */
  | { readonly type: "append"; readonly key: string; readonly text: string }
  /** A text ended. */
  | { readonly type: "close"; readonly key: string; readonly endedAtMs: number }
  /** More of the arguments of a call came. */
  | {
      readonly type: "progress";
      readonly key: string;
      readonly bytes: number;
      readonly fragments: number;
      readonly lastFragmentAtMs: number | null;
      readonly patches: readonly PreviewPatch[];
    }
  | { readonly type: "remove"; readonly key: string }
  | { readonly type: "turn"; readonly isOpen: boolean; readonly waitingSinceMs: number | null };

/** Changes, and when they were taken by the clock of the store that they come from. */
export interface ViewChanges {
  readonly atMs: number;
  /** These make the view from nothing: what is not among them is gone. */
  readonly isWhole: boolean;
  readonly changes: readonly ViewChange[];
}

/** Follows a store: says what changed since it was last asked, in as few changes as that takes. */
export interface ViewFollower {
  /** The first time everything, later what is new. Empty where nothing is. */
  take(): ViewChanges;
  /** Nothing is kept for it any more. */
  close(): void;
}
