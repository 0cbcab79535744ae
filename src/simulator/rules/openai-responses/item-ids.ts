import type { HistoryRule } from "../history-rule.ts";
import { missing, tooLong } from "../openai-schema.ts";
import { repeated, textOf } from "../request-body.ts";
import { answersOf, callIdOf, callsOf, type Item, type ItemRequest, itemRule } from "./input-items.ts";

const MAX_ID_CHARS = 64;

/** How the id of an item begins, by its type. A message of the person has no id. */
const PREFIXES: ReadonlyMap<string, string> = new Map([
  ["message", "msg"],
  ["reasoning", "rs"],
  ["function_call", "fc"],
  ["function_call_output", "fc"],
  ["custom_tool_call", "ctc"],
  ["custom_tool_call_output", "ctc"],
  ["web_search_call", "ws"],
  ["mcp_call", "mcp"],
]);

/** What the ids of items and calls look like, and what they may refer to. */
export const itemIdRules: readonly HistoryRule[] = [
  itemRule({
    name: "item-id-prefix",
    title: "The id of an item begins as its type asks for.",
    source: "https://github.com/nodetool-ai/nodetool/pull/4252",
    find: ({ items }) =>
      items.flatMap((item) => {
        const prefix = PREFIXES.get(item.type);
        const id = textOf(item.value["id"]);
        const message = `Invalid '${item.path}.id': '${id}'. Expected an ID that begins with '${prefix}'.`;
        return prefix === undefined || id === "" || id.startsWith(prefix) ? [] : [{ path: `${item.path}.id`, message }];
      }),
  }),
  itemRule({
    name: "item-id-length",
    title: "The id of an item has at most 64 characters.",
    source: "https://github.com/NousResearch/hermes-agent/pull/73538",
    find: ({ items }) =>
      items
        // There it is the id of a call, which has a rule of its own.
        .filter((item) => item.type !== "local_shell_call_output")
        .flatMap((item) => checkLength(`${item.path}.id`, textOf(item.value["id"]))),
  }),
  itemRule({
    name: "item-id-unique",
    title: "An item stands once in an input.",
    source: "https://github.com/earendil-works/pi/issues/5151",
    find: ({ items }) =>
      repeated(items.filter(hasId), (item) => textOf(item.value["id"])).map((item) => ({
        path: `${item.path}.id`,
        message:
          `Duplicate item found with id ${textOf(item.value["id"])}. Remove duplicate items from your input and try ` +
          "again.",
      })),
  }),
  itemRule({
    name: "call-id-required",
    title: "A call and its output have a call_id that is not empty.",
    source: "https://github.com/BigPizzaV3/CodexPlusPlus/issues/315",
    find: ({ items }) =>
      pairedItems(items)
        .filter((item) => callIdOf(item) === "")
        .map((item) => missing(callIdPath(item))),
  }),
  itemRule({
    name: "call-id-length",
    title: "A call_id has at most 64 characters.",
    source: "https://github.com/openclaw/openclaw/pull/137489",
    find: ({ items }) => pairedItems(items).flatMap((item) => checkLength(callIdPath(item), callIdOf(item))),
  }),
  itemRule({
    name: "item-not-stored",
    title: "Without store, an item comes whole: no reference, and reasoning with its encrypted content.",
    source: "https://github.com/vercel/ai/issues/7543",
    find: findUnstored,
  }),
];

function checkLength(path: string, id: string): ReturnType<typeof tooLong>[] {
  return id.length > MAX_ID_CHARS ? [tooLong(path, MAX_ID_CHARS, id)] : [];
}

function hasId({ type, value }: Item): boolean {
  return type !== "local_shell_call_output" && textOf(value["id"]) !== "";
}

function pairedItems(items: readonly Item[]): readonly Item[] {
  return [...callsOf(items).map((call) => call.item), ...answersOf(items)];
}

function callIdPath({ path, type }: Item): string {
  return `${path}.${type === "local_shell_call_output" ? "id" : "call_id"}`;
}

function findUnstored({ body, items }: ItemRequest): ReturnType<typeof missing>[] {
  if (body["store"] !== false) {
    return [];
  }
  return items
    .filter(({ type, value }) => type === "item_reference" || (type === "reasoning" && !isWhole(value)))
    .map(({ path, value }) => ({
      path,
      message:
        `Item with id '${textOf(value["id"])}' not found. Items are not persisted when \`store\` is set to false. Try ` +
        "again with `store` set to true, or remove this item from your input.",
    }));
}

/** What has no id was never meant to be looked up. */
function isWhole(reasoning: Item["value"]): boolean {
  return textOf(reasoning["encrypted_content"]) !== "" || textOf(reasoning["id"]) === "";
}
