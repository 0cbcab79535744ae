/**
 * The events on their way to the consumer. What nobody takes is not kept: without an open iteration an event is gone, and
 * with one it waits until the consumer asks.
 */
import type { RollEvent } from "../protocol/roll-event.ts";

type Taken = IteratorResult<RollEvent, undefined>;

interface Taker {
  readonly resolve: (taken: Taken) => void;
  readonly reject: (reason: Error) => void;
}

/** Behind so many waiting events, text joins the text before it: a consumer that stands still must not cost an object a delta. */
const MAX_SINGLE_EVENTS = 1024;

export interface Outbox {
  put(event: RollEvent): void;
  /** No more events will come. */
  finish(): void;
  /** A bug on this side: whoever asks for the next event hears of it. */
  fail(error: Error): void;
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
  #failure: Error | undefined;
  readonly #waiting: Taker[] = [];

  get isAwaited(): boolean {
    return this.#waiting.length > 0;
  }

  put(event: RollEvent): void {
    if (event.type === "ended") this.#last = event;
    if (this.#state !== "open") return;
    const taker = this.#waiting.shift();
    if (taker === undefined) this.#keep(event);
    else taker.resolve({ done: false, value: event });
  }

  finish(): void {
    this.#isFinished = true;
    this.#dismiss();
  }

  fail(error: Error): void {
    this.#failure = error;
    this.#isFinished = true;
    for (const taker of this.#waiting.splice(0)) taker.reject(error);
  }

  open(): void {
    this.#state = "open";
    // Whoever comes when everything is over is still told how it ended.
    if (this.#isFinished && this.#last !== undefined) this.#events.push(this.#last);
  }

  take(): Promise<Taken> {
    const event = this.#shift();
    if (event !== undefined) return Promise.resolve({ done: false, value: event });
    if (this.#failure !== undefined && this.#state === "open") return this.#failOnce(this.#failure);
    if (this.#isFinished || this.#state === "closed") return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  close(): void {
    this.#state = "closed";
    this.#events = [];
    this.#head = 0;
    this.#dismiss();
  }

  #dismiss(): void {
    for (const taker of this.#waiting.splice(0)) taker.resolve({ done: true, value: undefined });
  }

  #failOnce(error: Error): Promise<Taken> {
    this.#failure = undefined;
    return Promise.reject(error);
  }

  #keep(event: RollEvent): void {
    const last = this.#events.at(-1);
    const isFull = this.#events.length - this.#head >= MAX_SINGLE_EVENTS;
    const joined = isFull && last !== undefined ? joinTexts(last, event) : undefined;
    if (joined === undefined) this.#events.push(event);
    else this.#events[this.#events.length - 1] = joined;
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

/** Two pieces of the same text as one event; `undefined` if they are not. */
function joinTexts(first: RollEvent, second: RollEvent): RollEvent | undefined {
  if (first.type === "fragment" && second.type === "fragment" && first.index === second.index) {
    return { ...second, text: first.text + second.text };
  }
  const isText = first.type === "text" && second.type === "text";
  const isReasoning = first.type === "reasoning" && second.type === "reasoning";
  return isText || isReasoning ? { ...second, text: first.text + second.text } : undefined;
}
