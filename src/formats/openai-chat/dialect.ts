import type { Dialect } from "../dialect.ts";
import { standingCalls } from "./assistant-calls.ts";
import { openaiChatWith, type OpenaiChatDialect } from "./openai-chat.ts";
import { isRetryable } from "../retryable.ts";
import { createChatScribe } from "./scribe.ts";

/** What Chat Completions takes and refuses: which history may follow a message, and which error may pass by itself. */
export const openaiChatDialect: Dialect = openaiChatDialectWith({});

/** The same for a host that differs. */
export function openaiChatDialectWith(host: OpenaiChatDialect): Dialect {
  return {
    format: openaiChatWith(host),
    createScribe: () => createChatScribe(host),
    standingCalls,
    isRetryable,
  };
}
