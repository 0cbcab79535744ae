import type { JsonObject } from "../dialect.ts";
import { identityAt, stringAt, type Fields } from "../fields.ts";

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
  const callIds = new Set<unknown>();
  const itemIds = new Set<unknown>();
  for (const message of messages) {
    callIds.add(message["call_id"]);
    itemIds.add(message["id"]);
  }
  return {
    takeCallId(id) {
      const taken = isFitting(id) && !callIds.has(id) ? id : madeOf(id, callIds);
      callIds.add(taken);
      return taken;
    },
    takeItemId(item) {
      const id = identityAt(item, "id");
      if (id === null || id.length > MAX_ID_CHARS || !hasItsPrefix(item, id) || itemIds.has(id)) return undefined;
      itemIds.add(id);
      return id;
    },
  };
}

const MAX_ID_CHARS = 64;

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

function isFitting(id: string): boolean {
  return /^[\w-]{1,64}$/.test(id);
}

/** Leaves room for the count. */
const STEM_CHARS = 56;

function madeOf(id: string, taken: ReadonlySet<unknown>): string {
  const stem = id.replaceAll(/[^\w-]/g, "_").slice(0, STEM_CHARS) || "call";
  let made = stem;
  for (let count = 2; taken.has(made); count += 1) made = `${stem}-${count}`;
  return made;
}
