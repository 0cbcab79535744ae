/**
 * The caller asked for something that cannot be done: an option, a file, a missing key. The message says what is wrong,
 * where, and what to do; it is printed behind `rollcall: ` and the exit code is 2.
 */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
