/** Work that goes on at a consumer's pace until somebody awaits its result. */
export interface Drainable<Value> {
  readonly result: Promise<Value>;
  /** Somebody awaits the result: goes on to the end, also when nobody takes the events. */
  drain(): void;
}

/** The promise of a result. Only awaiting it makes the work go on, so that a consumer keeps the pace until then. */
export class LazyPromise<Value> implements Promise<Value> {
  readonly [Symbol.toStringTag] = "Promise";
  readonly #work: Drainable<Value>;

  constructor(work: Drainable<Value>) {
    this.#work = work;
  }

  // oxlint-disable-next-line unicorn/no-thenable -- awaiting is what this class is for
  then<Fulfilled = Value, Rejected = never>(
    onFulfilled?: ((value: Value) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    this.#work.drain();
    return this.#work.result.then(onFulfilled, onRejected);
  }

  catch<Rejected = never>(
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Value | Rejected> {
    return this.then(null, onRejected);
  }

  finally(onFinally?: (() => void) | null): Promise<Value> {
    this.#work.drain();
    return this.#work.result.finally(onFinally);
  }
}
