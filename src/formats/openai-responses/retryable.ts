import type { ProviderError } from "../../protocol/outcome.ts";
import { isPassingStatus, statusOf } from "../retry-status.ts";

/**
 * Whether the same request may succeed a moment later. From the codes of `ResponseError` in `openai` 7.59.0 (2026-12-01)
 * and the statuses after which that client asks again by itself. A code that says what has to change wins over the status:
 * a spent quota comes as 429.
 */
export function isRetryable(error: ProviderError): boolean {
  const { code } = error;
  if (LASTING.has(code) || isLasting(code)) return false;
  const status = statusOf(error);
  return PASSING.has(code) || (status !== undefined && isPassingStatus(status));
}

const PASSING: ReadonlySet<string> = new Set([
  "server_error",
  "rate_limit_exceeded",
  "vector_store_timeout",
  "overloaded",
  "overloaded_error",
  "server_is_overloaded",
]);

const LASTING: ReadonlySet<string> = new Set([
  "insufficient_quota",
  "usage_limit_reached",
  "billing_hard_limit_reached",
  "authentication_error",
  "permission_error",
  "content_filter",
  "context_length_exceeded",
  "data_residency_mismatch",
]);

/** `bio_policy`, `misalignment_policy_violation`, `invalid_prompt`, `invalid_image_url`, `image_too_large`… */
function isLasting(code: string): boolean {
  return /(^|_)policy(_|$)|^content_policy|(^|_)image(_|$)|^invalid_/.test(code);
}
