import type { ProviderError } from "../../protocol/outcome.ts";
import { readErrorWords } from "../error-words.ts";
import { isPassingStatus, statusOf } from "../retry-status.ts";

/**
 * Whether the same request may succeed a moment later. What has to change is said in words, which outrank the status; a
 * word that nobody knows, without a status, is not retried.
 */
export function isRetryable(error: ProviderError): boolean {
  const said = readErrorWords(error.code);
  if (said === "lasting") return false;
  const status = statusOf(error);
  return status === undefined ? said === "passing" : isPassingStatus(status);
}
