import { fieldsAt, identityAt, isFields, type Fields } from "./fields.ts";
import { readErrorWords } from "./error-words.ts";
import { isErrorSaid } from "./record-error.ts";
import { statusIn } from "./status-code.ts";

/**
 * The code that an error has, as its provider wrote it; `""` where it gave none. Where there are both, a `code` is what
 * happened and a `type` the class of it. A code that is an HTTP status says less than a type whose words are known, and
 * more than any other: `{ "type": "upstream_error", "code": 502 }` may pass.
 */
export function errorCode(error: Fields): string {
  const type = typeOf(error);
  if (statusIn(error["code"]) !== undefined && (type === null || readErrorWords(type) === "unknown")) {
    return String(error["code"]).trim();
  }
  return spendLimitOf(error) ?? namedCode(error) ?? type ?? numberOf(error) ?? "";
}

/** The code of the error that a record or a body reports: nested under `error`, flat, or only in words. */
export function reportedCode(report: unknown): string {
  if (!isFields(report)) return "";
  const { error } = report;
  if (isFields(error)) return errorCode(error);
  return isErrorSaid(error) ? "" : errorCode(report);
}

/**
 * Of Anthropic's `details.error_code` (`@anthropic-ai/sdk` 1.14.0, 2026-12-01) only a limit on spending says another thing
 * than the type: that one is `rate_limit_error`, as if waiting helped.
 */
function spendLimitOf(error: Fields): string | null {
  const detailed = identityAt(fieldsAt(error, "details"), "error_code");
  return detailed?.endsWith("spend_limit_reached") === true ? detailed : null;
}

function namedCode(error: Fields): string | null {
  return statusIn(error["code"]) === undefined ? identityAt(error, "code") : null;
}

/** A flat error has the type of its record, which says only that it is one. */
function typeOf(error: Fields): string | null {
  const type = identityAt(error, "type");
  return type === "error" ? null : type;
}

function numberOf(error: Fields): string | null {
  return typeof error["code"] === "number" ? String(error["code"]) : null;
}
