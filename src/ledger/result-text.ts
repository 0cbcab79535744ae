/** A result as it can be kept. */
export interface ResultText {
  /** JSON text; `null` where there is no result, or none that JSON can write. */
  readonly result: string | null;
  readonly note?: string;
}

/** Writes a result as JSON. One that JSON cannot write is left out with a note: its effect has happened all the same. */
export function toResultText(value: unknown): ResultText {
  try {
    return { result: textOf(value) ?? null };
  } catch (error) {
    return { result: null, note: `the result was not kept: it cannot be written as JSON (${describeError(error)})` };
  }
}

/** One line about something that was thrown. */
export function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

// Its type does not say that it gives nothing for nothing, for a function and for a symbol.
function textOf(value: unknown): string | undefined {
  return JSON.stringify(value);
}
