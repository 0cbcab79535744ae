import type { Ending } from "../../protocol/outcome.ts";
import type { RollCount, RollEvent } from "../../protocol/roll-event.ts";
import { CallCard } from "./call-card.ts";
import type { Attempt, CardScope } from "./card-scope.ts";
import { createInertPieces, type InertPieces } from "./inert-pieces.ts";
import type { Leftovers, StaleProse } from "./leftovers.ts";

/** What the blocks of a message are made with. */
export interface MessageScope extends CardScope {
  readonly leftovers: Leftovers;
  readonly nextKey: () => string;
  readonly maxTextChars: number;
}

/** How a message ended, and what was counted. */
export interface MessageEnd {
  readonly ending: Ending;
  readonly count: RollCount;
}

interface OpenProse {
  readonly key: string;
  readonly kind: StaleProse["kind"];
  readonly pieces: InertPieces;
  length: number;
  /** What it replaces is shown until it is as long: nobody sees a text shrink that is said again. */
  behind: { readonly stale: StaleProse; text: string } | null;
}

/** What one message of the model shows. */
export class MessageBlocks {
  readonly number: number;
  readonly calls: Map<number, CallCard> = new Map();
  readonly #scope: MessageScope;
  readonly #prose: StaleProse[] = [];
  #open: OpenProse | null = null;
  #end: MessageEnd | null = null;

  constructor(number: number, scope: MessageScope) {
    this.number = number;
    this.#scope = scope;
  }

  /** `null` while it goes on. */
  get end(): MessageEnd | null {
    return this.#end;
  }

  apply(event: RollEvent): void {
    if (this.#end !== null) return;
    switch (event.type) {
      case "text":
      case "reasoning":
        return this.#say(event.type, event.text);
      case "announced":
        return this.#announce(event.index, event);
      case "fragment":
        return this.calls.get(event.index)?.fragment(event.text);
      case "settled": {
        const { call } = event.outcome;
        this.#announce(call.index, call);
        return this.calls.get(call.index)?.settle(event.outcome);
      }
      case "ended":
        this.closeProse();
        this.#end = { ending: event.ending, count: event.count };
        return;
      case "closed":
      case "fault":
    }
  }

  /** Gives up what it showed. */
  takeBack(): void {
    this.closeProse();
    this.#scope.leftovers.takeBack(
      Array.from(this.calls.values()).filter((card) => !card.isEnded),
      this.#prose,
    );
    this.calls.clear();
  }

  /** No more of the text comes that came last. */
  closeProse(): void {
    const open = this.#open;
    if (open === null) return;
    this.#open = null;
    this.#catchUp(open);
    this.#prose.push({ key: open.key, kind: open.kind, length: open.length });
    this.#scope.board.change({ type: "close", key: open.key, endedAtMs: this.#scope.nowMs() });
  }

  #say(kind: StaleProse["kind"], text: string): void {
    if (text === "") return;
    if (this.#open?.kind !== kind) this.closeProse();
    const open = (this.#open ??= this.#begin(kind));
    const shown = open.pieces.push(text);
    open.length += shown.length;
    if (open.behind === null) this.#append(open.key, shown);
    else {
      open.behind.text += shown;
      if (open.length >= open.behind.stale.length) this.#catchUp(open);
    }
  }

  #begin(kind: StaleProse["kind"]): OpenProse {
    const { leftovers, nextKey, maxTextChars } = this.#scope;
    const stale = leftovers.findProse(kind);
    const behind = stale === undefined ? null : { stale, text: "" };
    const open = { key: nextKey(), kind, pieces: createInertPieces(maxTextChars), length: 0, behind };
    if (behind === null) this.#place(open, "");
    return open;
  }

  /** Takes the place of what it replaces. */
  #catchUp(open: OpenProse): void {
    if (open.behind === null) return;
    const { stale, text } = open.behind;
    open.behind = null;
    this.#scope.leftovers.dropProse(stale);
    this.#place(open, text);
  }

  #place({ key, kind }: OpenProse, text: string): void {
    const { board, leftovers, nowMs } = this.#scope;
    const block = { kind, key, message: this.number, text, startedAtMs: nowMs(), endedAtMs: null };
    board.change({ type: "put", block, after: leftovers.tail });
  }

  #append(key: string, text: string): void {
    if (text !== "") this.#scope.board.change({ type: "append", key, text });
  }

  #announce(index: number, { name, runBy, input }: Omit<Attempt, "message" | "index">): void {
    if (this.calls.has(index)) return;
    this.closeProse();
    const { leftovers, nextKey } = this.#scope;
    const attempt = { message: this.number, index, name, runBy, input };
    const waiting = leftovers.takeCall(attempt);
    waiting?.retry(attempt);
    const card = waiting ?? new CallCard(nextKey(), attempt, this.#scope);
    if (waiting === undefined) card.placeBehind(leftovers.tail);
    this.calls.set(index, card);
  }
}
