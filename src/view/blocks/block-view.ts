import type { AbandonedCause } from "../../protocol/outcome.ts";
import type { RollEvent } from "../../protocol/roll-event.ts";
import type { TurnEvent } from "../../protocol/turn-event.ts";
import type { TurnView } from "./block.ts";
import type { ViewFollower } from "./change.ts";

/**
 * Why a view ends without its turn. With `lost-sight` the turn may go on where nobody hears of it, so that a call without
 * an ending may have run; with every other cause nothing goes on, and only a tool that was running may have.
 */
export type EndCause = AbandonedCause | "lost-sight";

/** Blocks that change, as whoever shows them sees them. */
export interface BlockView {
  /** What is to be seen now: the same object until something changes. Costs as much as the blocks that changed hold: read it once a frame. */
  readonly view: TurnView;
  /** Calls the listener after every change. The listener must not throw. Gives the way to unsubscribe. */
  subscribe(listener: () => void): () => void;
  /** What changed, for whoever sends or prints it. Each follower has a place of its own. */
  follow(): ViewFollower;
  /** Ends every block that has no ending, and the turn. Nothing changes afterwards. */
  end(cause: EndCause): void;
}

/** The blocks of one turn. */
export interface BlockStore extends BlockView {
  apply(event: TurnEvent): void;
  /**
   * For who has a `settle` roll and no turn. `message` numbers the rolls, from 0. What can run rests in `ready` until
   * `apply` is told that it is running and answered.
   */
  applyRoll(event: RollEvent, message?: number): void;
}
