import type { Dialect } from "../dialect.ts";
import { anthropicMessages } from "./anthropic-messages.ts";
import { isRetryable } from "../retryable.ts";
import { createAnthropicScribe } from "./scribe.ts";
import { standingCalls } from "./standing-calls.ts";

/** Anthropic Messages: what its API takes and refuses. Histories hold messages as `messages` of a request does. */
export const anthropicDialect: Dialect = {
  format: anthropicMessages,
  createScribe: createAnthropicScribe,
  standingCalls,
  isRetryable,
};
