/**
 * The messages of a turn, and what becomes of what they show.
 *
 * - M1 What a message shows is final once the message stands: a tool of it begins, calls of it are corrected, another
 *   request follows that does not take it back, or the turn ends. Until then no call of it has ended but by its result.
 * - M2 A message that was taken back stays to be seen until another one stands in its place.
 */
import type { Ending } from "../../protocol/outcome.ts";
import type { RollEvent } from "../../protocol/roll-event.ts";
import { endingSentence } from "../wording.ts";
import { endingVerdict, type Verdict } from "../words/statements.ts";
import type { CallCard } from "./call-card.ts";
import { createNotice, putNotice } from "./close-view.ts";
import { Leftovers } from "./leftovers.ts";
import { MessageBlocks, type MessageEnd, type MessageScope } from "./message-blocks.ts";

/** What messages are made with. */
export type MessagesOptions = Omit<MessageScope, "leftovers" | "nextKey">;

/** @see the head of this file */
export class Messages {
  readonly #scope: MessageScope;
  readonly #leftovers: Leftovers;
  readonly #undecided = new Map<number, MessageBlocks>();
  readonly #standing = new Map<number, MessageBlocks>();
  readonly #withdrawn = new Set<number>();
  /** Of a message that stands and did not end well; said when nothing else will. */
  #unsaid: { readonly message: number; readonly end: MessageEnd } | null = null;
  #keys = 0;

  constructor(options: MessagesOptions) {
    this.#leftovers = new Leftovers(options.board);
    this.#scope = { ...options, leftovers: this.#leftovers, nextKey: () => `b${this.#keys++}` };
  }

  /** Whether a message goes on, or nobody knows yet whether it stands. */
  get isOpen(): boolean {
    return this.#undecided.size > 0;
  }

  callAt(message: number, index: number): CallCard | undefined {
    return this.#standing.get(message)?.calls.get(index);
  }

  /** The model is asked again: whatever it said before stands. */
  request(message: number): void {
    for (const { number } of this.#undecided.values()) if (number < message) this.stand(number);
    if (this.#unsaid?.end.ending.class === "paused") this.#unsaid = null;
    this.putNotice();
    if (!this.#isKnown(message)) this.#begin(message);
  }

  hear(message: number, event: RollEvent): void {
    const known = this.#undecided.get(message) ?? this.#standing.get(message);
    if (known === undefined && this.#isKnown(message)) return;
    (known ?? this.#begin(message)).apply(event);
  }

  /** Makes final what the message shows; all but the calls at `corrected`. */
  stand(message: number, corrected: readonly number[] = []): void {
    const blocks = this.#undecided.get(message);
    if (blocks === undefined) return;
    this.#undecided.delete(message);
    this.#standing.set(message, blocks);
    const { end } = blocks;
    if (end === null) return;
    this.#settleLeftovers(end.ending);
    for (const [index, card] of blocks.calls) if (!corrected.includes(index)) this.#endAsTold(card, end.ending);
    if (!isWell(end.ending)) this.#unsaid = { message, end };
  }

  correct(message: number, indexes: readonly number[], correction: number): void {
    this.stand(message, indexes);
    for (const index of indexes) {
      const card = this.callAt(message, index);
      if (card === undefined || card.isEnded || card.verdict === null) continue;
      card.correct(correction);
      this.#leftovers.awaitCorrection(card);
      this.#standing.get(message)?.calls.delete(index);
    }
  }

  withdraw(message: number): void {
    const blocks = this.#undecided.get(message);
    if (blocks === undefined) return;
    this.#undecided.delete(message);
    this.#withdrawn.add(message);
    blocks.takeBack();
  }

  /** Ends a call by its outcome, which nothing takes back. */
  settle(message: number, index: number): void {
    const card = (this.#undecided.get(message) ?? this.#standing.get(message))?.calls.get(index);
    if (card?.verdict !== null && card?.verdict !== undefined) card.end(card.verdict);
  }

  /** The message is all there is: nothing follows that could say more of it. */
  conclude(message: number): void {
    this.stand(message);
    this.putNotice();
  }

  /** Nothing more comes. `leftover` says how a call ends that waits for a message which never comes. */
  endAll(leftover: (card: CallCard) => Verdict): void {
    for (const { number } of this.#undecided.values()) this.stand(number);
    for (const blocks of this.#standing.values()) {
      blocks.closeProse();
      for (const card of blocks.calls.values()) if (card.verdict !== null) card.end(card.verdict);
    }
    for (const card of this.#leftovers.release()) card.end(leftover(card));
  }

  /** Says of the last message that it did not end well, if nobody has. */
  putNotice(): void {
    if (this.#unsaid === null) return;
    const { message, end } = this.#unsaid;
    this.#unsaid = null;
    const { board, words, nowMs, nextKey } = this.#scope;
    const statement = endingSentence(end.ending, end.count, words);
    if (statement !== null) putNotice(board, createNotice({ key: nextKey(), message, statement }, nowMs()));
  }

  #isKnown(message: number): boolean {
    return this.#undecided.has(message) || this.#standing.has(message) || this.#withdrawn.has(message);
  }

  #begin(message: number): MessageBlocks {
    const blocks = new MessageBlocks(message, this.#scope);
    this.#undecided.set(message, blocks);
    return blocks;
  }

  /** What an earlier message left, and this one had the chance to take up. */
  #settleLeftovers(ending: Ending): void {
    const { words } = this.#scope;
    if (ending.class === "paused") return;
    if (isWell(ending)) {
      this.#leftovers.dropStale();
      for (const card of this.#leftovers.releaseCorrected()) card.end(card.lastWord ?? endingVerdict(ending, words));
      return;
    }
    for (const card of this.#leftovers.release()) card.end(endingVerdict(ending, words));
  }

  /** A call that can run, and one that does, goes on. */
  #endAsTold(card: CallCard, ending: Ending): void {
    if (card.verdict !== null) card.end(card.verdict);
    else if (card.status === "preparing") card.end(endingVerdict(ending, this.#scope.words));
  }
}

function isWell(ending: Ending): boolean {
  return ending.kind === "complete" && ending.class === "clean";
}
