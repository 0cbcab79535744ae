/** What no second attempt changes: the account, the key, the request. Outranks every status: a spent quota is a 429 too. */
const LASTING =
  /quota|billing|budget|insufficient_balance|credit|payment|context_length|context_window|context_size|too_large|auth|api_key|permission|forbidden|denied|not_found|invalid|unsupported|bad_request|policy|moderation|content_filter|tool_use_failed/;

/** What passes by itself, in the words of OpenAI, OpenRouter, DeepSeek and the servers that people run themselves. */
const PASSING =
  /rate_limit|too_many_requests|overload|unavailable|time_?out|timed_out|internal|server_error|bad_gateway|network_error|connection_error|insufficient_system_resource/;
/** OpenRouter's `error_type` for an upstream that failed. */
const PASSING_WORDS: ReadonlySet<string> = new Set(["server"]);

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
