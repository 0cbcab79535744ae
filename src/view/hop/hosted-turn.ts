/**
 * One turn that pages watch: its events go into a store, at the pace of the turn, and each page follows the store.
 *
 * - T1 The turn never waits for a page.
 * - T2 Whatever ends the events, every block has its ending afterwards.
 * - T3 Without anybody who watches, the turn is left after a while, as a consumer leaves a loop.
 */
import type { Cancel, Clock } from "../../protocol/clock.ts";
import type { TurnEvent } from "../../protocol/turn-event.ts";
import type { BlockStore, EndCause } from "../blocks/block-view.ts";
import { hopHeaders } from "./hop-wire.ts";
import { createPageStream } from "./page-stream.ts";

/** @see HostedTurn */
export interface HostedTurnOptions {
  readonly events: AsyncIterable<TurnEvent>;
  readonly store: BlockStore;
  readonly clock: Clock;
  readonly heartbeatMs: number;
  /** How long the turn goes on where nobody watches. */
  readonly leaveMs: number | "off";
  /** Called once, when the turn is over. */
  readonly onOver: () => void;
}

/** @see the head of this file */
export class HostedTurn {
  readonly #options: HostedTurnOptions;
  readonly #events: AsyncIterator<TurnEvent>;
  #pages = 0;
  #isOver = false;
  #cancelLeaving: Cancel | null = null;

  /** @throws {TypeError} where the events were taken already, as the iterable says it. */
  constructor(options: HostedTurnOptions) {
    this.#options = options;
    this.#events = options.events[Symbol.asyncIterator]();
    void this.#take();
  }

  /** The view as one page gets it. */
  watch(signal: AbortSignal | undefined): Response {
    const { store, clock, heartbeatMs } = this.#options;
    this.#pages += 1;
    this.#cancelLeaving?.();
    this.#cancelLeaving = null;
    const body = createPageStream({ view: store, clock, heartbeatMs, signal, onClose: () => this.#lose() });
    return new Response(body, { headers: hopHeaders });
  }

  /** Leaves the turn after a while, if nobody watches it then. */
  expectPages(): void {
    const { leaveMs, clock } = this.#options;
    if (this.#isOver || this.#pages > 0 || leaveMs === "off") return;
    if (leaveMs === 0) this.#leave();
    else this.#cancelLeaving = clock.after(leaveMs, () => this.#leave());
  }

  #lose(): void {
    this.#pages -= 1;
    this.expectPages();
  }

  #leave(): void {
    this.#close("cancelled");
    // What the turn says of it is for whoever awaits its result.
    Promise.resolve(this.#events.return?.()).catch(() => {});
  }

  async #take(): Promise<void> {
    try {
      for (;;) {
        const taken = await this.#events.next();
        if (taken.done === true || this.#isOver) break;
        this.#options.store.apply(taken.value);
      }
      this.#close("ended-early");
    } catch {
      // A bug on this side. Whoever awaits the result of the turn hears of it; a page sees that the turn is over, and no more.
      this.#close("crashed");
    }
  }

  /** A turn that said its ending has nothing more to end. */
  #close(cause: EndCause): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#cancelLeaving?.();
    this.#options.store.end(cause);
    this.#options.onOver();
  }
}
