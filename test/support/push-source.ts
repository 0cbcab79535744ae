/** A source that a test feeds by hand, and that remembers how it was treated. */
export interface PushSource<Piece> extends AsyncIterable<Piece> {
  /** Hands over one piece, now or with the next read. */
  push(piece: Piece): void;
  /** Ends the source. */
  end(): void;
  /** Makes the pending or the next read throw. */
  fail(reason: unknown): void;
  /** Reads that were asked for. */
  readonly reads: number;
  /** Whether a read waits for a piece. */
  readonly isWaiting: boolean;
  /** Times that `return()` was called. */
  readonly returns: number;
  /** Reads that were asked for after the source had ended: there must be none. */
  readonly readsAfterEnd: number;
}

type Step<Piece> =
  | { readonly kind: "piece"; readonly piece: Piece }
  | { readonly kind: "failure"; readonly reason: unknown }
  | { readonly kind: "end" };

interface Waiting<Piece> {
  readonly resolve: (result: IteratorResult<Piece, undefined>) => void;
  readonly reject: (reason: unknown) => void;
}

const over: IteratorReturnResult<undefined> = { done: true, value: undefined };

/** Creates a source with these pieces waiting in it. */
export function createPushSource<Piece>(...ready: readonly Piece[]): PushSource<Piece> {
  const steps: Step<Piece>[] = ready.map((piece) => ({ kind: "piece", piece }));
  let waiting: Waiting<Piece> | undefined;
  let isOver = false;
  const seen = { reads: 0, returns: 0, readsAfterEnd: 0 };

  function answer(step: Step<Piece>, reader: Waiting<Piece>): void {
    if (step.kind === "piece") {
      reader.resolve({ done: false, value: step.piece });
      return;
    }
    isOver = true;
    if (step.kind === "end") reader.resolve(over);
    else reader.reject(step.reason);
  }

  function take(step: Step<Piece>): void {
    const reader = waiting;
    waiting = undefined;
    if (reader === undefined) steps.push(step);
    else answer(step, reader);
  }

  const iterator: AsyncIterator<Piece, undefined> = {
    next() {
      seen.reads += 1;
      if (isOver) {
        seen.readsAfterEnd += 1;
        return Promise.resolve(over);
      }
      return new Promise((resolve, reject) => {
        const step = steps.shift();
        if (step === undefined) waiting = { resolve, reject };
        else answer(step, { resolve, reject });
      });
    },
    return() {
      seen.returns += 1;
      isOver = true;
      waiting?.resolve(over);
      waiting = undefined;
      return Promise.resolve(over);
    },
  };

  return {
    push: (piece) => take({ kind: "piece", piece }),
    end: () => take({ kind: "end" }),
    fail: (reason) => take({ kind: "failure", reason }),
    get reads() {
      return seen.reads;
    },
    get isWaiting() {
      return waiting !== undefined;
    },
    get returns() {
      return seen.returns;
    },
    get readsAfterEnd() {
      return seen.readsAfterEnd;
    },
    [Symbol.asyncIterator]: () => iterator,
  };
}

/** Creates a source that brings these pieces and ends. */
export function createEndedSource<Piece>(...pieces: readonly Piece[]): PushSource<Piece> {
  const source = createPushSource(...pieces);
  source.end();
  return source;
}
