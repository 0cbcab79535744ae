const brand = Symbol.for("rollcall.ledger-error");

/** What is wrong with a store. */
export type LedgerErrorCode =
  /** It cannot be reached, or was lost on the way. Whether a write was kept is unknown. */
  | "unavailable"
  /** Others held it for longer than was waited. */
  | "busy"
  /** It takes no writes. */
  | "read-only"
  /** The disk, or the size that the database was given, is full. */
  | "full"
  /** It is set not to keep what it confirms. */
  | "not-durable"
  /** A newer version of Rollcall has changed its tables. */
  | "newer-schema"
  /** Anything else; `cause` says what. */
  | "failed";

const retryable: readonly LedgerErrorCode[] = ["unavailable", "busy"];

/**
 * The store of a ledger failed. While an intent was being claimed, it means that its tool did not run. Recognize it with
 * {@link isLedgerError}.
 */
export class LedgerError extends Error {
  override readonly name = "LedgerError";
  readonly code: LedgerErrorCode;
  /** Whether the same thing may work later without anybody's help. */
  readonly isRetryable: boolean;

  constructor(code: LedgerErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.isRetryable = retryable.includes(code);
    Object.defineProperty(this, brand, { value: true });
  }
}

/** Says whether `value` is a {@link LedgerError}, also one of another copy of the package. */
export function isLedgerError(value: unknown): value is LedgerError {
  return typeof value === "object" && value !== null && brand in value;
}
