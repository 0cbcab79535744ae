/** A source that a test feeds by hand: reads wait until something is pushed, or for ever. */
export interface Feed extends AsyncIterable<Uint8Array> {
  push(text: string): void;
  /** Ends the source; reads after it are done. */
  end(): void;
  /** Makes the next read throw. */
  fail(error: Error): void;
  /** Whether the reader gave the source back before its end. */
  wasReturned(): boolean;
}

type Delivery =
  | { readonly kind: "piece"; readonly bytes: Uint8Array }
  | { readonly kind: "end" }
  | { readonly kind: "error"; readonly error: Error };

interface Waiting {
  readonly resolve: (result: IteratorResult<Uint8Array, undefined>) => void;
  readonly reject: (error: Error) => void;
}

/** Creates a source that holds the connection open until it is told otherwise. */
export function createFeed(...pieces: readonly string[]): Feed {
  const queue: Delivery[] = [];
  let waiting: Waiting | undefined;
  let returned = false;

  function deliver(delivery: Delivery, { resolve, reject }: Waiting): void {
    if (delivery.kind === "piece") resolve({ done: false, value: delivery.bytes });
    else if (delivery.kind === "error") reject(delivery.error);
    else resolve({ done: true, value: undefined });
  }
  function add(delivery: Delivery): void {
    const reader = waiting;
    waiting = undefined;
    if (reader === undefined) queue.push(delivery);
    else deliver(delivery, reader);
  }
  for (const piece of pieces) add({ kind: "piece", bytes: new TextEncoder().encode(piece) });

  return {
    push: (text) => add({ kind: "piece", bytes: new TextEncoder().encode(text) }),
    end: () => add({ kind: "end" }),
    fail: (error) => add({ kind: "error", error }),
    wasReturned: () => returned,
    [Symbol.asyncIterator]: () => ({
      next: () =>
        new Promise<IteratorResult<Uint8Array, undefined>>((resolve, reject) => {
          const delivery = queue.shift();
          if (delivery === undefined) waiting = { resolve, reject };
          else deliver(delivery, { resolve, reject });
        }),
      return: () => {
        returned = true;
        add({ kind: "end" });
        return Promise.resolve<IteratorResult<Uint8Array, undefined>>({ done: true, value: undefined });
      },
    }),
  };
}
