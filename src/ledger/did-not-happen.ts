const brand = Symbol.for("rollcall.did-not-happen");

/** Says that a tool had no effect. Made by {@link didNotHappen}; a tool may return it or throw it. */
export class DidNotHappen extends Error {
  override readonly name = "DidNotHappen";

  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    Object.defineProperty(this, brand, { value: true });
  }
}

/**
 * For a tool that knows it had no effect: the card was refused, the connection was never made. Return it or throw it. The
 * intent may then be tried again, which after any other error it may not.
 */
export function didNotHappen(reason: string, options?: ErrorOptions): DidNotHappen {
  return new DidNotHappen(reason, options);
}

/** Says whether `value` is a {@link DidNotHappen}, also one of another copy of the package. */
export function isDidNotHappen(value: unknown): value is DidNotHappen {
  try {
    return value instanceof Error && brand in value;
  } catch {
    // To ask what a proxy is can throw.
    return false;
  }
}
