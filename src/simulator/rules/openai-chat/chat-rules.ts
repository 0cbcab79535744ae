import type { HistoryRule } from "../history-rule.ts";
import { chatContentRules } from "./chat-content.ts";
import { chatPairingRules } from "./chat-pairing.ts";

/** The rules of Chat Completions, in the order in which a request is held to them. */
export const chatRules: readonly HistoryRule[] = [...chatContentRules, ...chatPairingRules];
