import { errorCode } from "../error-code.ts";
import { fieldsAt, isFields, stringAt, type Fields } from "../fields.ts";
import { isErrorSaid } from "../record-error.ts";

/** What a host says of a failure inside a stream. */
export interface StreamError {
  /** `""` where it gave none. */
  readonly code: string;
  readonly detail: string;
}

/**
 * Finds the error of a chunk. It comes as a record of its own, as a field of a chunk (OpenRouter), inside `x_groq` (Groq), as
 * the whole record (`"object":"error"`) or under the event name `error`; nested or as a bare string.
 */
export function findError(event: string | undefined, chunk: Fields): StreamError | undefined {
  const nested = errorField(chunk) ?? errorField(fieldsAt(chunk, "x_groq"));
  if (nested !== undefined) return nested;
  const isWholeRecord = event === "error" || chunk["object"] === "error" || chunk["type"] === "error";
  return isWholeRecord ? readError(chunk) : undefined;
}

/** The error in the field of that name: of a chunk, or of one choice (OpenRouter). */
export function errorField(fields: Fields): StreamError | undefined {
  const error = fields["error"];
  return isErrorSaid(error) ? readError(error) : undefined;
}

function readError(error: unknown): StreamError {
  if (!isFields(error)) return { code: "", detail: typeof error === "string" ? error : "" };
  return { code: errorCode(error), detail: stringAt(error, "message") ?? "" };
}
