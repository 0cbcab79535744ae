import type { HistoryRule } from "../history-rule.ts";
import { itemContentRules } from "./item-content.ts";
import { itemIdRules } from "./item-ids.ts";
import { itemPairingRules } from "./item-pairing.ts";

/** The rules of the Responses API, in the order in which a request is held to them. */
export const itemRules: readonly HistoryRule[] = [...itemContentRules, ...itemIdRules, ...itemPairingRules];
