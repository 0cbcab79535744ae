import type { JsonObject, ScriptFormat } from "../script/script.ts";
import { anthropicRules } from "./anthropic/anthropic-rules.ts";
import type { FindStored, HistoryRule, HistoryViolation } from "./history-rule.ts";
import { chatRules } from "./openai-chat/chat-rules.ts";
import { itemRules } from "./openai-responses/item-rules.ts";

export type { HistoryRule, HistoryViolation, StoredCall, StoredResponse } from "./history-rule.ts";

/** Every rule, format by format. */
export const historyRules: readonly HistoryRule[] = [...anthropicRules, ...chatRules, ...itemRules];

/**
 * Holds the body of a request to the rules that its API publishes. Without `stored` nothing is known of earlier
 * responses, and `previous_response_id` is not followed.
 */
export function checkHistory(format: ScriptFormat, body: JsonObject, stored?: FindStored): readonly HistoryViolation[] {
  return historyRules
    .filter((rule) => rule.format === format)
    .flatMap((rule) =>
      rule.check(body, stored).map((finding) => ({ rule: rule.name, ...finding, source: rule.source })),
    );
}
