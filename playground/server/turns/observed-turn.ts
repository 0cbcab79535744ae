import type { Turn, TurnEvent, TurnResult } from "rollcall";

/** What is told of a turn while somebody else iterates it. */
export interface TurnObserver {
  onEvent(event: TurnEvent): void;
  /** Once: the turn is over, or nobody iterates it any more. `undefined`: it failed by a bug of its own. */
  onOver(result: TurnResult | undefined): void;
}

/**
 * The events of a turn, as they are, and told to an observer on the way. A generator would not do: it cannot be left
 * while it waits.
 */
export function observeTurn(turn: Turn, observer: TurnObserver): AsyncIterable<TurnEvent> {
  return {
    [Symbol.asyncIterator]() {
      const events = turn[Symbol.asyncIterator]();
      let isOver = false;
      const finish = (): void => {
        if (isOver) return;
        isOver = true;
        turn.result.then(
          (result) => observer.onOver(result),
          () => observer.onOver(undefined),
        );
      };
      return {
        async next() {
          try {
            const taken = await events.next();
            if (taken.done === true) finish();
            else observer.onEvent(taken.value);
            return taken;
          } catch (error) {
            finish();
            throw error;
          }
        },
        async return() {
          await events.return?.();
          finish();
          return { done: true, value: undefined };
        },
      };
    },
  };
}
