import type { TurnEvent } from "../protocol/turn-event.ts";

type Taken = IteratorResult<TurnEvent, undefined>;

interface Taker {
  readonly resolve: (taken: Taken) => void;
  readonly reject: (reason: Error) => void;
}

/** The events of a turn on their way to the consumer, who sets the pace until somebody awaits the result. */
export interface TurnOutbox {
  /** Somebody takes the events from now on. Without it they are not kept. */
  open(): void;
  readonly isOpen: boolean;
  put(event: TurnEvent): void;
  take(): Promise<Taken>;
  /** Resolves when the consumer asks for more; at once when it does not set the pace. */
  whenAwaited(): Promise<void>;
  /** The turn goes on whether or not somebody takes its events. */
  stopPacing(): void;
  /** No more events will come. */
  finish(): void;
  /** A bug on this side: whoever asks for the next event hears of it. */
  fail(error: Error): void;
  /** The consumer has left. */
  close(): void;
}

/** Makes the outbox of one turn. */
export function createTurnOutbox(): TurnOutbox {
  return new PacedOutbox();
}

class PacedOutbox implements TurnOutbox {
  #state: "unopened" | "open" | "closed" = "unopened";
  #isPaced = true;
  #isFinished = false;
  #failure: Error | undefined;
  readonly #events: TurnEvent[] = [];
  readonly #takers: Taker[] = [];
  #resume: (() => void)[] = [];

  get isOpen(): boolean {
    return this.#state === "open";
  }

  open(): void {
    this.#state = "open";
  }

  put(event: TurnEvent): void {
    if (this.#state !== "open") return;
    const taker = this.#takers.shift();
    if (taker === undefined) this.#events.push(event);
    else taker.resolve({ done: false, value: event });
  }

  take(): Promise<Taken> {
    const event = this.#events.shift();
    if (event !== undefined) return Promise.resolve({ done: false, value: event });
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    if (this.#isFinished || this.#state === "closed") return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve, reject) => {
      this.#takers.push({ resolve, reject });
      this.#goOn();
    });
  }

  whenAwaited(): Promise<void> {
    if (!this.#isPaced || this.#state !== "open" || this.#takers.length > 0) return Promise.resolve();
    return new Promise((resolve) => this.#resume.push(resolve));
  }

  stopPacing(): void {
    this.#isPaced = false;
    this.#goOn();
  }

  finish(): void {
    this.#isFinished = true;
    this.#dismiss();
  }

  fail(error: Error): void {
    this.#failure = error;
    for (const taker of this.#takers.splice(0)) taker.reject(error);
  }

  close(): void {
    this.#state = "closed";
    this.#events.length = 0;
    this.#dismiss();
    this.stopPacing();
  }

  #dismiss(): void {
    for (const taker of this.#takers.splice(0)) taker.resolve({ done: true, value: undefined });
  }

  #goOn(): void {
    const resuming = this.#resume;
    this.#resume = [];
    for (const resume of resuming) resume();
  }
}
