/**
 * The stream of one page that watches a view: everything there is, then what changes.
 *
 * Owns: what this page was sent, and the heartbeats. Does not own: the view.
 *
 * - H1 The page sets the pace: what changes meanwhile becomes one change, so that a slow page costs no more than the view.
 * - H2 The ending of the turn is sent before the stream ends, however slow the page is.
 * - H3 Once the stream is over, however it ended, nothing listens and no timer is set.
 */
import type { Cancel, Clock } from "../../protocol/clock.ts";
import type { BlockView } from "../blocks/block-view.ts";
import type { ViewFollower } from "../blocks/change.ts";
import { endRecord, heartbeatRecord, openingRecord, viewRecord } from "./hop-wire.ts";

/** @see createPageStream */
export interface PageStreamOptions {
  readonly view: BlockView;
  readonly clock: Clock;
  readonly heartbeatMs: number;
  /** The page has gone: aborts what it gets. */
  readonly signal: AbortSignal | undefined;
  /** Called once, when the stream is over. */
  readonly onClose: () => void;
}

/** Makes the body of a response. */
export function createPageStream(options: PageStreamOptions): ReadableStream<Uint8Array> {
  // Nothing is read ahead: what waits to be sent can still grow in its place.
  return new ReadableStream(new PageSource(options), { highWaterMark: 0 });
}

class PageSource implements UnderlyingDefaultSource<Uint8Array> {
  readonly #options: PageStreamOptions;
  readonly #follower: ViewFollower;
  readonly #encoder = new TextEncoder();
  readonly #unsubscribe: () => void;
  #state: "unopened" | "open" | "told" | "closed" = "unopened";
  #lastId = 0;
  #wake: () => void = () => {};
  #cancelHeartbeat: Cancel = () => {};
  #leave: () => void = () => {};

  constructor(options: PageStreamOptions) {
    this.#options = options;
    this.#follower = options.view.follow();
    this.#unsubscribe = options.view.subscribe(() => this.#wake());
  }

  start(controller: ReadableStreamDefaultController<Uint8Array>): void {
    const { signal } = this.#options;
    this.#leave = () => {
      this.cancel();
      controller.close();
    };
    if (signal?.aborted === true) this.#leave();
    else signal?.addEventListener("abort", this.#leave, { once: true });
  }

  async pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    const record = await this.#next();
    if (record === null) return;
    controller.enqueue(this.#encoder.encode(record));
    if (record !== endRecord) return;
    this.cancel();
    controller.close();
  }

  cancel(): void {
    if (this.#state === "closed") return;
    this.#state = "closed";
    this.#options.signal?.removeEventListener("abort", this.#leave);
    this.#unsubscribe();
    this.#follower.close();
    this.#wake();
    this.#options.onClose();
  }

  /** `null` when the stream is over meanwhile. */
  async #next(): Promise<string | null> {
    if (this.#state === "unopened") {
      this.#state = "open";
      return openingRecord(this.#options.heartbeatMs);
    }
    for (;;) {
      if (this.#state === "closed") return null;
      if (this.#state === "told") return endRecord;
      const changes = this.#take();
      if (changes !== null) return changes;
      if (await this.#isQuiet()) return heartbeatRecord;
    }
  }

  #take(): string | null {
    const taken = this.#follower.take();
    if (taken.changes.length === 0) return null;
    if (taken.changes.some((change) => change.type === "turn" && !change.isOpen)) this.#state = "told";
    this.#lastId += 1;
    return viewRecord(this.#lastId, taken);
  }

  /** Waits for a change, as long as a heartbeat is not due. */
  #isQuiet(): Promise<boolean> {
    const { clock, heartbeatMs } = this.#options;
    return new Promise((resolve) => {
      this.#wake = () => {
        this.#cancelHeartbeat();
        resolve(false);
      };
      this.#cancelHeartbeat = clock.after(heartbeatMs, () => resolve(this.#state !== "closed"));
    });
  }
}
