import { fieldsAt, isFields, stringAt, type Fields } from "../fields.ts";
import { isErrorSaid } from "../record-error.ts";

/** What a host says of a failure inside a stream. */
export interface ProviderError {
  readonly code: string;
  readonly detail: string;
}

/**
 * Finds the error of a chunk. It comes as a record of its own, as a field of a chunk (OpenRouter), inside `x_groq` (Groq), as
 * the whole record (`"object":"error"`) or under the event name `error`; nested or as a bare string.
 */
export function findError(event: string | undefined, chunk: Fields): ProviderError | undefined {
  const nested = errorField(chunk) ?? errorField(fieldsAt(chunk, "x_groq"));
  if (nested !== undefined) return nested;
  const isWholeRecord = event === "error" || chunk["object"] === "error" || chunk["type"] === "error";
  return isWholeRecord ? readError(chunk) : undefined;
}

/** The error as one line for a developer. */
export function textOfError(error: ProviderError): string {
  return `${error.code}: ${error.detail}`;
}

/** The error in the field of that name: of a chunk, or of one choice (OpenRouter). */
export function errorField(fields: Fields): ProviderError | undefined {
  const error = fields["error"];
  return isErrorSaid(error) ? readError(error) : undefined;
}

function readError(error: unknown): ProviderError {
  if (!isFields(error)) return { code: "error", detail: typeof error === "string" ? error : "" };
  const code = error["code"] ?? error["type"];
  const isCode = typeof code === "string" || typeof code === "number";
  return { code: isCode ? String(code) : "error", detail: stringAt(error, "message") ?? "" };
}
