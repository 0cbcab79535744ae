import type { JsonObject } from "../dialect.ts";
import { identityAt, stringAt, type Fields } from "../fields.ts";
import { createIdRegister } from "../id-register.ts";

/**
 * The ids that stand in a history. A `call_id` has at most 64 characters, also where the API itself made a longer one
 * (https://github.com/V1ki/dsh-plugin-subscriptions/issues/29, 2026-12-01), and pairs one call with one output.
 */
export interface HistoryIds {
  /** The id under which a call and its output go back: `id` itself where it can, else one made from it. */
  takeCallId(id: string): string;
  /** The item's own id, or `undefined` where it cannot go back. */
  takeItemId(item: Fields): string | undefined;
}

/** Makes the register of what `messages` hold. Ids are made by counting, so that a replay makes the same ones. */
export function createHistoryIds(messages: readonly JsonObject[]): HistoryIds {
  const standing = messages.flatMap((message) => stringAt(message, "call_id") ?? []);
  const callIds = createIdRegister(standing, { maxChars: MAX_ID_CHARS, foreignChars: /[^\w-]/g });
  const itemIds = new Set(messages.map((message) => message["id"]));
  return {
    takeCallId: (id) => callIds.take(id),
    takeItemId(item) {
      const id = identityAt(item, "id");
      if (id === null || id.length > MAX_ID_CHARS || !hasItsPrefix(item, id) || itemIds.has(id)) return undefined;
      itemIds.add(id);
      return id;
    },
  };
}

/** Of an item and of a call alike. */
export const MAX_ID_CHARS = 64;

/** What the API asks for by name: "Expected an ID that begins with 'fc'". Other kinds are not known to be checked. */
const PREFIXES: ReadonlyMap<string, string> = new Map([
  ["function_call", "fc_"],
  ["custom_tool_call", "ctc_"],
  ["message", "msg_"],
  ["reasoning", "rs_"],
]);

function hasItsPrefix(item: Fields, id: string): boolean {
  return id.startsWith(PREFIXES.get(stringAt(item, "type") ?? "") ?? "");
}
