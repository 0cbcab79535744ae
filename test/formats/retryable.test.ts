import { describe, expect, test } from "vitest";

import { anthropicMessages } from "../../src/anthropic.ts";
import { anthropicDialect } from "../../src/formats/anthropic-messages/dialect.ts";
import { openaiChatDialect } from "../../src/formats/openai-chat/dialect.ts";
import { openaiResponsesDialect, openaiResponsesStoredDialect } from "../../src/formats/openai-responses/dialect.ts";
import type { Format } from "../../src/formats/format.ts";
import { settle } from "../../src/index.ts";
import { openaiChat, openaiResponses } from "../../src/openai.ts";
import type { ProviderError } from "../../src/protocol/outcome.ts";
import { createManualClock } from "../support/manual-clock.ts";
import { bytesOf, deliver, sseRecord } from "../support/settle-stream.ts";

type Row = readonly [isRetryable: boolean, code: string, status?: number];

const yes = true;
const no = false;

const table: readonly Row[] = [
  // A status alone.
  [no, "", 200],
  [no, "", 400],
  [no, "", 401],
  [no, "", 403],
  [no, "", 404],
  [yes, "", 408],
  [yes, "", 409],
  [no, "", 413],
  [no, "", 422],
  [yes, "", 429],
  [yes, "", 500],
  [yes, "", 502],
  [yes, "", 503],
  [yes, "", 529],
  [no, "", 600],
  // A status as the code of an error within a stream.
  [no, "400"],
  [no, "402"],
  [yes, "408"],
  [yes, "429"],
  [yes, "500"],
  [yes, "502"],
  [no, "1302"],
  // Nothing, and words that nobody knows.
  [no, ""],
  [no, "error"],
  [no, "some_word"],
  [no, "all_routes_failed"],
  [yes, "some_word", 502],
  [yes, "conflict_error", 409],
  // Limits on the rate.
  [yes, "rate_limit_error"],
  [yes, "rate_limit_error", 429],
  [yes, "rate_limit_exceeded"],
  [yes, "rate_limit_exceeded", 429],
  [no, "rate_limit_exceeded", 413],
  [yes, "RateLimitError"],
  [yes, "too_many_requests"],
  // Too much to do.
  [yes, "overloaded_error"],
  [yes, "overloaded_error", 529],
  [yes, "overloaded"],
  [yes, "server_is_overloaded"],
  [yes, "engine_overloaded"],
  [yes, "provider_overloaded"],
  [yes, "provider_unavailable"],
  [yes, "service_unavailable"],
  [yes, "insufficient_system_resource"],
  // A server that failed.
  [yes, "api_error"],
  [yes, "server_error"],
  [yes, "server_error", 503],
  [yes, "server"],
  [yes, "internal_server_error"],
  [yes, "InternalServerError"],
  [yes, "network_error"],
  // Time that ran out.
  [yes, "timeout_error"],
  [yes, "timeout"],
  [yes, "gateway_timeout"],
  [yes, "vector_store_timeout"],
  // Money.
  [no, "insufficient_quota"],
  [no, "insufficient_quota", 429],
  [no, "billing_hard_limit_reached", 429],
  [no, "billing_error", 402],
  [no, "Insufficient Balance", 402],
  [no, "budget_exceeded", 400],
  [no, "contract_spend_limit_reached", 429],
  [no, "enforced_spend_limit_reached", 429],
  // The key, and what it may.
  [no, "authentication_error", 401],
  [no, "invalid_api_key", 401],
  [no, "invalid_api_key"],
  [no, "unauthorized"],
  [no, "permission_error", 403],
  [no, "permission_denied", 403],
  // The request.
  [no, "invalid_request_error", 400],
  [no, "invalid_request_error", 500],
  [no, "not_found_error", 404],
  [no, "model_not_found", 503],
  [no, "request_too_large", 413],
  [no, "context_length_exceeded"],
  [no, "context_length_exceeded", 400],
  [no, "exceed_context_size_error"],
  [no, "unsupported_value"],
  [no, "tool_use_failed", 400],
  [no, "invalid_prompt"],
  [no, "invalid_image_url", 500],
  [no, "image_parse_error"],
  [no, "data_residency_mismatch"],
  // A policy.
  [no, "content_policy_violation"],
  [no, "bio_policy"],
  [no, "misalignment_policy_violation"],
];

describe("whether the same request may succeed a moment later", () => {
  for (const [isRetryable, code, status] of table) {
    const error: ProviderError = status === undefined ? { code } : { code, status };

    test(`${JSON.stringify(error)}: ${isRetryable ? "yes" : "no"}`, () => {
      expect({
        anthropic: anthropicDialect.isRetryable(error),
        chat: openaiChatDialect.isRetryable(error),
        responses: openaiResponsesDialect.isRetryable(error),
        stored: openaiResponsesStoredDialect.isRetryable(error),
      }).toEqual({ anthropic: isRetryable, chat: isRetryable, responses: isRetryable, stored: isRetryable });
    });
  }
});

describe("the code of an error that has a type and a status", () => {
  const wires = [
    ["anthropic", anthropicMessages, anthropicDialect],
    ["chat", openaiChat, openaiChatDialect],
    ["responses", openaiResponses, openaiResponsesDialect],
  ] as const;

  async function errorOf(format: Format, error: object, form: "bytes" | "objects"): Promise<ProviderError | undefined> {
    const record = { type: "error", error };
    const pieces = form === "bytes" ? [bytesOf(sseRecord(record, "error"))] : [record];
    const roll = settle(deliver<Uint8Array | object>(pieces), { format, tools: [], clock: createManualClock() });
    const { ending } = await roll.result;
    return ending.kind === "abandoned" ? ending.error : undefined;
  }

  describe.each(wires)("%s", (_wire, format, dialect) => {
    test.each([
      [{ type: "upstream_error", code: 502 }, "502", yes],
      [{ type: "upstream_error", code: "502" }, "502", yes],
      [{ type: "upstream_error", code: 400 }, "400", no],
      [{ type: "throttling_error", code: "429" }, "429", yes],
      [{ code: 503 }, "503", yes],
      [{ type: "BadRequestError", code: 400 }, "BadRequestError", no],
      [{ type: "invalid_request_error", code: 500 }, "invalid_request_error", no],
      [{ type: "upstream_error" }, "upstream_error", no],
      [{ type: "upstream_error", code: 1302 }, "upstream_error", no],
      [{ type: "upstream_error", code: "rate_limited_by_us" }, "rate_limited_by_us", yes],
    ])("%j", async (said, code, isRetryable) => {
      const error = { ...said, message: "It failed." };

      expect(await errorOf(format, error, "bytes")).toEqual({ code });
      expect(await errorOf(format, error, "objects")).toEqual({ code });
      expect(dialect.isRetryable({ code })).toBe(isRetryable);
    });
  });
});
