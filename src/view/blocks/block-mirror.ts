import { systemClock, type Clock } from "../../protocol/clock.ts";
import { english } from "../words/english.ts";
import type { Words } from "../words/words.ts";
import type { BlockView, EndCause } from "./block-view.ts";
import { BoardView } from "./board-view.ts";
import type { SentBlock, ViewChange, ViewChanges } from "./change.ts";
import { closeView } from "./close-view.ts";

/** The blocks of a turn that is run elsewhere, made of the changes of a store there. */
export interface BlockMirror extends BlockView {
  /** Times are moved to the clock on this side. After `end` nothing is applied. */
  apply(changes: ViewChanges): void;
}

/** @see createBlockMirror */
export interface BlockMirrorOptions {
  /** For what only this side says: how the blocks end when the other side is not heard of any more. Default English. */
  readonly words?: Words;
  /** Default the machine's. */
  readonly clock?: Pick<Clock, "now">;
}

/** Makes a mirror without blocks. */
export function createBlockMirror(options: BlockMirrorOptions = {}): BlockMirror {
  return new MirroredBlocks(options);
}

class MirroredBlocks extends BoardView implements BlockMirror {
  readonly #words: Words;
  readonly #clock: Pick<Clock, "now">;
  /** What is added to times of the other side. Kept from the first changes on, so that no time moves twice. */
  #shiftMs: number | undefined;
  #isOver = false;

  constructor({ words = english, clock = systemClock }: BlockMirrorOptions) {
    super(() => clock.now());
    this.#words = words;
    this.#clock = clock;
  }

  apply({ atMs, isWhole, changes }: ViewChanges): void {
    if (this.#isOver) return;
    this.#shiftMs ??= this.#clock.now() - atMs;
    if (isWhole) this.#dropAllBut(changes);
    for (const change of changes) this.board.change(shift(change, this.#shiftMs));
    this.board.tell();
  }

  end(cause: EndCause): void {
    if (this.#isOver) return;
    this.#isOver = true;
    // The other side said all there is to say.
    if (!this.board.isOpen) return;
    const statement = this.#words.losses[cause];
    closeView(this.board, { cause, statement, words: this.#words, nowMs: this.#clock.now() });
    this.board.tell();
  }

  #dropAllBut(changes: readonly ViewChange[]): void {
    const kept = new Set(changes.map((change) => (change.type === "put" ? change.block.key : null)));
    for (const { key } of this.board.blocks) if (!kept.has(key)) this.board.change({ type: "remove", key });
  }
}

function shift(change: ViewChange, byMs: number): ViewChange {
  switch (change.type) {
    case "put":
      return { ...change, block: shiftBlock(change.block, byMs) };
    case "progress":
      return { ...change, lastFragmentAtMs: shiftTime(change.lastFragmentAtMs, byMs) };
    case "close":
      return { ...change, endedAtMs: change.endedAtMs + byMs };
    case "turn":
      return { ...change, waitingSinceMs: shiftTime(change.waitingSinceMs, byMs) };
    case "append":
    case "remove":
      return change;
  }
}

function shiftBlock(block: SentBlock, byMs: number): SentBlock {
  const startedAtMs = block.startedAtMs + byMs;
  if (block.kind === "notice") return { ...block, startedAtMs, endedAtMs: block.endedAtMs + byMs };
  const endedAtMs = shiftTime(block.endedAtMs, byMs);
  if (block.kind !== "call") return { ...block, startedAtMs, endedAtMs };
  return { ...block, startedAtMs, endedAtMs, lastFragmentAtMs: shiftTime(block.lastFragmentAtMs, byMs) };
}

function shiftTime(timeMs: number | null, byMs: number): number | null {
  return timeMs === null ? null : timeMs + byMs;
}
