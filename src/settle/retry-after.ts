/**
 * How long the head of an answer asks to be left alone, in milliseconds; `null` where it does not ask. `retry-after-ms` is
 * what both SDKs look at first (`openai` 7.59.0, `@anthropic-ai/sdk` 1.14.0, 2026-12-01); `retry-after` is RFC 9110, seconds
 * or a date.
 */
export function retryAfterMs(headers: unknown): number | null {
  const exactMs = amountOf(headerOf(headers, "retry-after-ms"));
  if (exactMs !== null) return exactMs;
  const after = headerOf(headers, "retry-after");
  const seconds = amountOf(after);
  return seconds === null ? untilDate(after, headerOf(headers, "date")) : seconds * 1000;
}

/** A date is counted from the date of the answer: both are the provider's clock, which need not be ours. */
function untilDate(after: string, answered: string): number | null {
  if (!HTTP_DATE.test(after) || !HTTP_DATE.test(answered)) return null;
  const waitMs = Date.parse(after) - Date.parse(answered);
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : null;
}

/** `Date.parse` makes a date of nearly anything. */
const HTTP_DATE = /^[A-Za-z]{3,9}, .+ GMT$/;

function amountOf(header: string): number | null {
  return /^\d{1,12}(\.\d+)?$/.test(header) ? Number(header) : null;
}

/** The headers of a `Response` and of the SDKs' errors are `Headers`; other clients have a record. */
function headerOf(headers: unknown, name: string): string {
  if (typeof headers !== "object" || headers === null) return "";
  const value: unknown = hasGet(headers)
    ? headers.get(name)
    : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof value === "string" ? value.trim() : "";
}

function hasGet(headers: object): headers is { get(name: string): unknown } {
  return "get" in headers && typeof headers.get === "function";
}
