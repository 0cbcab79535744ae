/**
 * The events on their way to the consumer. What nobody takes is not kept: without an open iteration an event is gone, and
 * with one it waits until the consumer asks.
 */
import type { RollEvent } from "../protocol/roll-event.ts";

type Taken = IteratorResult<RollEvent, undefined>;

export interface Outbox {
  put(event: RollEvent): void;
  /** No more events will come. */
  finish(): void;
  /** From now on somebody takes the events. */
  open(): void;
  take(): Promise<Taken>;
  /** Nobody takes the events any more. */
  close(): void;
  /** A consumer is waiting for an event. */
  readonly isAwaited: boolean;
}

/** Makes the outbox of one stream. */
export function createOutbox(): Outbox {
  return new EventOutbox();
}

class EventOutbox implements Outbox {
  #state: "unopened" | "open" | "closed" = "unopened";
  #isFinished = false;
  #events: RollEvent[] = [];
  #head = 0;
  #last: RollEvent | undefined;
  readonly #waiting: ((taken: Taken) => void)[] = [];

  get isAwaited(): boolean {
    return this.#waiting.length > 0;
  }

  put(event: RollEvent): void {
    if (event.type === "ended") this.#last = event;
    if (this.#state !== "open") return;
    const taker = this.#waiting.shift();
    if (taker === undefined) this.#events.push(event);
    else taker({ done: false, value: event });
  }

  finish(): void {
    this.#isFinished = true;
    this.#dismiss();
  }

  open(): void {
    this.#state = "open";
    // Whoever comes when everything is over is still told how it ended.
    if (this.#isFinished && this.#last !== undefined) this.#events.push(this.#last);
  }

  take(): Promise<Taken> {
    const event = this.#shift();
    if (event !== undefined) return Promise.resolve({ done: false, value: event });
    if (this.#isFinished || this.#state === "closed") return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  close(): void {
    this.#state = "closed";
    this.#events = [];
    this.#head = 0;
    this.#dismiss();
  }

  #dismiss(): void {
    for (const taker of this.#waiting.splice(0)) taker({ done: true, value: undefined });
  }

  #shift(): RollEvent | undefined {
    const event = this.#events[this.#head];
    if (event === undefined) return undefined;
    this.#head += 1;
    if (this.#head === this.#events.length) {
      this.#events = [];
      this.#head = 0;
    }
    return event;
  }
}
