const brand = Symbol.for("rollcall.error");

/** What went wrong on this side of the wire. The wire's own faults are outcomes, never errors. */
export type RollcallErrorCode =
  /** The invariant announced = dispatchable + invalid + failed + observed does not hold: a bug in Rollcall. */
  | "roll-incomplete"
  /** A call was asked to go where the lifecycle has no edge: a bug in Rollcall. */
  | "illegal-transition";

/** An error of Rollcall itself. Recognize it with {@link isRollcallError}: two copies of the package agree. */
export class RollcallError extends Error {
  override readonly name = "RollcallError";
  readonly code: RollcallErrorCode;

  constructor(code: RollcallErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    Object.defineProperty(this, brand, { value: true });
  }
}

/** Says whether `value` is a {@link RollcallError}, also one of another copy of the package. */
export function isRollcallError(value: unknown): value is RollcallError {
  return typeof value === "object" && value !== null && brand in value;
}
