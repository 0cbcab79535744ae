import { expect, test } from "vitest";

import { openaiChatDialect } from "../../src/formats/openai-chat/dialect.ts";
import type { ProviderError } from "../../src/protocol/outcome.ts";

const { isRetryable } = openaiChatDialect;

test.each<ProviderError>([
  { code: "", status: 408 },
  { code: "", status: 409 },
  { code: "", status: 429 },
  { code: "rate_limit_exceeded", status: 429 },
  { code: "", status: 500 },
  { code: "some_word", status: 502 },
  { code: "", status: 503 },
  { code: "", status: 529 },
  { code: "429" },
  { code: "500" },
  { code: "502" },
  { code: "rate_limit_exceeded" },
  { code: "rate_limit_error" },
  { code: "RateLimitError" },
  { code: "too_many_requests" },
  { code: "overloaded_error" },
  { code: "engine_overloaded" },
  { code: "provider_overloaded" },
  { code: "provider_unavailable" },
  { code: "service_unavailable" },
  { code: "server" },
  { code: "server_error" },
  { code: "internal_server_error" },
  { code: "InternalServerError" },
  { code: "timeout" },
  { code: "gateway_timeout" },
  { code: "network_error" },
  { code: "insufficient_system_resource" },
])("an error that passes by itself may be tried again: $code $status", (error) => {
  expect(isRetryable(error)).toBe(true);
});

test.each<ProviderError>([
  { code: "insufficient_quota", status: 429 },
  { code: "insufficient_quota" },
  { code: "billing_hard_limit_reached", status: 429 },
  { code: "Insufficient Balance", status: 402 },
  { code: "402" },
  { code: "context_length_exceeded", status: 400 },
  { code: "context_length_exceeded" },
  { code: "authentication_error", status: 401 },
  { code: "invalid_api_key" },
  { code: "unauthorized" },
  { code: "permission_denied", status: 403 },
  { code: "permission_error" },
  { code: "not_found_error", status: 404 },
  { code: "model_not_found", status: 503 },
  { code: "invalid_request_error", status: 400 },
  { code: "invalid_request_error", status: 500 },
  { code: "unsupported_value" },
  { code: "content_policy_violation" },
  { code: "tool_use_failed", status: 400 },
  { code: "tool_use_failed" },
  { code: "", status: 400 },
  { code: "400" },
  { code: "", status: 422 },
  { code: "rate_limit_exceeded", status: 413 },
  { code: "", status: 200 },
  { code: "all_routes_failed" },
  { code: "error" },
  { code: "some_word" },
  { code: "" },
])("an error that a second attempt does not change is not tried again: $code $status", (error) => {
  expect(isRetryable(error)).toBe(false);
});
