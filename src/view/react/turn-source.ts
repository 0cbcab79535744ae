import type { TurnView } from "../blocks/block.ts";

/** As much of a store of blocks as a renderer needs: a block store and a mirror of one are turn sources. */
export interface TurnSource {
  /** The same object until something changes. */
  readonly view: TurnView;
  /** Calls the listener after every change, and gives the way to unsubscribe. */
  subscribe(listener: () => void): () => void;
}
