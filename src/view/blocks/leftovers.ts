import type { CallCard } from "./call-card.ts";
import type { Attempt } from "./card-scope.ts";
import type { Board } from "./board.ts";

/** A text of a message that was taken back. */
export interface StaleProse {
  readonly key: string;
  readonly kind: "text" | "reasoning";
  /** UTF-16 code units. */
  readonly length: number;
}

/**
 * What waits for the next message to take it up: calls that the model is to correct, in their places; and behind
 * everything else what a message showed that was taken back, until another message stands in its place.
 */
export class Leftovers {
  readonly #board: Board;
  #corrected: CallCard[] = [];
  #staleCalls: CallCard[] = [];
  #staleProse: StaleProse[] = [];

  constructor(board: Board) {
    this.#board = board;
  }

  /** Behind this block comes what is new; `null` for in front. */
  get tail(): string | null {
    const stale = new Set([...this.#staleCalls, ...this.#staleProse].map(({ key }) => key));
    return this.#board.blocks.findLast(({ key }) => !stale.has(key))?.key ?? null;
  }

  awaitCorrection(card: CallCard): void {
    this.#corrected.push(card);
  }

  /** A call that was being corrected goes on waiting for that; everything else waits to be replaced. */
  takeBack(cards: readonly CallCard[], prose: readonly StaleProse[]): void {
    for (const card of cards) {
      card.show("preparing");
      (card.isCorrected ? this.#corrected : this.#staleCalls).push(card);
    }
    this.#staleProse.push(...prose);
  }

  /** A call of the same tool takes the place of one that waits. */
  takeCall(attempt: Attempt): CallCard | undefined {
    const corrected = this.#corrected.find((card) => card.isLike(attempt));
    if (corrected !== undefined) {
      this.#corrected = this.#corrected.filter((card) => card !== corrected);
      return corrected;
    }
    const stale = this.#staleCalls.find((card) => card.isLike(attempt));
    if (stale === undefined) return undefined;
    this.#staleCalls = this.#staleCalls.filter((card) => card !== stale);
    this.#dropProseBefore(stale.key);
    stale.placeBehind(this.tail);
    return stale;
  }

  /** The first text of this kind that is to be replaced. It stays until {@link dropProse}. */
  findProse(kind: StaleProse["kind"]): StaleProse | undefined {
    return this.#staleProse.find((prose) => prose.kind === kind);
  }

  dropProse({ key }: StaleProse): void {
    this.#staleProse = this.#staleProse.filter((prose) => prose.key !== key);
    this.#board.change({ type: "remove", key });
  }

  /** The new message came to the call without these words: the call keeps its place. */
  #dropProseBefore(key: string): void {
    const keys = this.#board.blocks.map((block) => block.key);
    const place = keys.indexOf(key);
    for (const prose of this.#staleProse) if (keys.indexOf(prose.key) < place) this.dropProse(prose);
  }

  /** The message that replaces it ended well: what it did not take up is gone. */
  dropStale(): void {
    for (const { key } of [...this.#staleCalls, ...this.#staleProse]) this.#board.change({ type: "remove", key });
    this.#staleCalls = [];
    this.#staleProse = [];
  }

  /** Nothing replaces it: gives the calls that must end, and lets the texts stand. */
  release(): readonly CallCard[] {
    const cards = [...this.#corrected, ...this.#staleCalls];
    this.#corrected = [];
    this.#staleCalls = [];
    this.#staleProse = [];
    return cards;
  }

  /** The model went on without these. */
  releaseCorrected(): readonly CallCard[] {
    const cards = this.#corrected;
    this.#corrected = [];
    return cards;
  }
}
