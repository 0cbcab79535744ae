import type { TurnView } from "./block.ts";
import { Board } from "./board.ts";
import type { ViewFollower } from "./change.ts";

/** A board as whoever shows it sees it. */
export abstract class BoardView {
  protected readonly board: Board;

  constructor(nowMs: () => number) {
    this.board = new Board({ nowMs });
  }

  get view(): TurnView {
    return this.board.view;
  }

  subscribe(listener: () => void): () => void {
    return this.board.subscribe(listener);
  }

  follow(): ViewFollower {
    return this.board.follow();
  }
}
