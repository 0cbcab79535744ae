/**
 * What no second attempt changes: the account, the key, the request, in the words of the codes of `@anthropic-ai/sdk` 1.14.0
 * (`ErrorType`), of `openai` 7.59.0 (`ResponseError`) and of the hosts of look-alikes (all 2026-12-01).
 */
const LASTING = new RegExp(
  [
    "quota|billing|budget|insufficient_balance|credit|payment|spend_limit|usage_limit",
    "auth|api_key|permission|forbidden|denied|data_residency",
    "invalid|unsupported|bad_request|not_found|too_large|context_length|context_window|context_size|tool_use_failed",
    "policy|moderation|content_filter|(?:^|_)image(?:_|$)",
  ].join("|"),
);

/** What passes by itself. */
const PASSING =
  /rate_limit|too_many_requests|overload|unavailable|time_?out|timed_out|internal|server_error|bad_gateway|network_error|connection_error|insufficient_system_resource/;
/** Anthropic's word for a failure of its own, and OpenRouter's `error_type` for an upstream that failed. */
const PASSING_WORDS: ReadonlySet<string> = new Set(["api_error", "server"]);

/** What the words of a code say of the error: `unknown` where they are none that are known. */
export function readErrorWords(code: string): "passing" | "lasting" | "unknown" {
  const word = normalize(code);
  if (LASTING.test(word)) return "lasting";
  return PASSING.test(word) || PASSING_WORDS.has(word) ? "passing" : "unknown";
}

/** `InternalServerError`, `internal-server-error` and `internal_server_error` are one word. */
function normalize(code: string): string {
  return code
    .trim()
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .replace(/[\s.-]+/g, "_")
    .toLowerCase();
}
