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
  let state: "unopened" | "open" | "closed" = "unopened";
  let isFinished = false;
  let events: RollEvent[] = [];
  let head = 0;
  let last: RollEvent | undefined;
  const waiting: ((taken: Taken) => void)[] = [];

  function shift(): RollEvent | undefined {
    const event = events[head];
    if (event === undefined) return undefined;
    head += 1;
    if (head === events.length) {
      events = [];
      head = 0;
    }
    return event;
  }

  return {
    put(event) {
      if (event.type === "ended") last = event;
      if (state !== "open") return;
      const taker = waiting.shift();
      if (taker === undefined) events.push(event);
      else taker({ done: false, value: event });
    },
    finish() {
      isFinished = true;
      for (const taker of waiting.splice(0)) taker({ done: true, value: undefined });
    },
    open() {
      state = "open";
      // Whoever comes when everything is over is still told how it ended.
      if (isFinished && last !== undefined) events.push(last);
    },
    take() {
      const event = shift();
      if (event !== undefined) return Promise.resolve({ done: false, value: event });
      if (isFinished || state === "closed") return Promise.resolve({ done: true, value: undefined });
      return new Promise((resolve) => waiting.push(resolve));
    },
    close() {
      state = "closed";
      events = [];
      head = 0;
      for (const taker of waiting.splice(0)) taker({ done: true, value: undefined });
    },
    get isAwaited() {
      return waiting.length > 0;
    },
  };
}
