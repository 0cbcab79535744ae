import type { HistoryRule } from "../history-rule.ts";
import { callRules } from "./calls.ts";
import { messageRules } from "./messages.ts";
import { pairingRules } from "./pairing.ts";
import { serverToolRules } from "./server-tools.ts";
import { thinkingRules } from "./thinking.ts";
import { toolRules } from "./tools.ts";

/** The rules of the Messages API, in the order in which a request is held to them. */
export const anthropicRules: readonly HistoryRule[] = [
  ...messageRules,
  ...callRules,
  ...thinkingRules,
  ...toolRules,
  ...pairingRules,
  ...serverToolRules,
];
