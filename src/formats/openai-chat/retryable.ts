import type { ProviderError } from "../../protocol/outcome.ts";

/** What no second attempt changes: the account, the key, the request. Outranks every status: a spent quota is a 429 too. */
const FINAL =
  /quota|billing|insufficient_balance|credit|payment|context_length|context_window|too_large|auth|api_key|permission|forbidden|denied|not_found|invalid|unsupported|bad_request|policy|moderation|content_filter|tool_use_failed/;

/** What passes by itself, in the words of OpenAI, OpenRouter, DeepSeek and the servers that people run themselves. */
const PASSING =
  /rate_limit|too_many_requests|overload|unavailable|time_?out|timed_out|internal|server_error|bad_gateway|network_error|connection_error|insufficient_system_resource/;
/** OpenRouter's `error_type` for an upstream that failed. */
const PASSING_WORDS: ReadonlySet<string> = new Set(["server"]);

const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([408, 409, 429]);

/**
 * Whether the same request may succeed a moment later: a timeout, a conflict, a limit on the rate, or a failure of the
 * server. A code of three digits is a status (OpenRouter); a word that nobody knows, without a status, is not retried.
 */
export function isRetryable({ code, status }: ProviderError): boolean {
  const word = normalize(code);
  if (FINAL.test(word)) return false;
  const known = status ?? statusIn(word);
  if (known !== undefined) return RETRYABLE_STATUSES.has(known) || (known >= 500 && known <= 599);
  return PASSING.test(word) || PASSING_WORDS.has(word);
}

/** `InternalServerError`, `internal-server-error` and `internal_server_error` are one word. */
function normalize(code: string): string {
  return code
    .trim()
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .replace(/[\s.-]+/g, "_")
    .toLowerCase();
}

function statusIn(word: string): number | undefined {
  return /^[1-5]\d\d$/.test(word) ? Number(word) : undefined;
}
