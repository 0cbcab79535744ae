import type { TurnView } from "./block.ts";
import { Board } from "./board.ts";
import type { ViewFollower } from "./change.ts";

/** A board as whoever shows it sees it. */
export abstract class BoardView {
  protected readonly board: Board;
  /** Bound, since it is handed around as a function. */
  readonly subscribe = (listener: () => void): (() => void) => this.board.subscribe(listener);

  constructor(nowMs: () => number) {
    this.board = new Board({ nowMs });
  }

  get view(): TurnView {
    return this.board.view;
  }

  follow(): ViewFollower {
    return this.board.follow();
  }
}
