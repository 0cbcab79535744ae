/** A promise whose work goes on once somebody awaits it, so that until then a consumer can keep the pace. */
export class LazyPromise<Value> implements Promise<Value> {
  readonly [Symbol.toStringTag] = "Promise";
  readonly #settled: Promise<Value>;
  readonly #onAwaited: () => void;

  /** `onAwaited` is called each time that somebody begins to wait. */
  constructor(settled: Promise<Value>, onAwaited: () => void) {
    this.#settled = settled;
    this.#onAwaited = onAwaited;
  }

  // oxlint-disable-next-line unicorn/no-thenable -- awaiting is what this class is for
  then<Fulfilled = Value, Rejected = never>(
    onFulfilled?: ((value: Value) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    this.#onAwaited();
    return this.#settled.then(onFulfilled, onRejected);
  }

  catch<Rejected = never>(
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Value | Rejected> {
    return this.then(null, onRejected);
  }

  finally(onFinally?: (() => void) | null): Promise<Value> {
    this.#onAwaited();
    return this.#settled.finally(onFinally);
  }
}
