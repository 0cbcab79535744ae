import { isList } from "../../json/is-list.ts";
import type { History, JsonObject, SettledMessage } from "../dialect.ts";
import { isFields } from "../fields.ts";
import { draftItems, type Draft } from "./drafts.ts";
import { createHistoryIds, type HistoryIds } from "./history-ids.ts";
import { noteItem, noteOfEnding } from "./notes.ts";
import type { TakenItem } from "./taken-items.ts";

/** How items go into a history. */
export interface WritingOptions {
  readonly items: readonly TakenItem[];
  /**
   * Whether they are told anew, to a server that has not kept them but may know of them: then without ids and without
   * reasoning.
   */
  readonly isRetold: boolean;
}

/** Appends the items that can be kept, in their order, and behind them one output for each call among them. */
export function writeItems(history: History, message: SettledMessage, options: WritingOptions): History {
  const ids = createHistoryIds(history.messages);
  const drafts = draftItems(options.items, { ...message, ids });
  const { items, outputs } = assemble(drafts.map((draft) => identify(draft, options.isRetold ? null : ids)));
  if (items.length === 0) return history;
  const closing = items.some(isLastWord) ? null : noteOfEnding(message.ending);
  const added = [...items, ...(closing === null ? [] : [noteItem(closing)]), ...outputs];
  return { ...history, messages: [...history.messages, ...added] };
}

/** A note, a text that ends in one, or a refusal: they say already why nothing follows. */
function isLastWord({ content }: JsonObject): boolean {
  if (typeof content === "string") return content.endsWith("]");
  return isList(content) && content.some((part) => isFields(part) && part["type"] === "refusal");
}

/** Leaves each item the id under which it can go back, if it has one. Without `ids` none has, and no reasoning stays. */
function identify(draft: Draft, ids: HistoryIds | null): Draft {
  switch (draft.kind) {
    case "note":
      return draft;
    case "reasoning":
      if (draft.item === null || ids === null) return { kind: "reasoning", item: null };
      return { kind: "reasoning", item: withId(draft.item, ids.takeItemId(draft.item)) };
    case "item": {
      const id = ids?.takeItemId(draft.item);
      return id === undefined ? withoutId(draft) : { ...draft, item: withId(draft.item, id) };
    }
  }
}

function withoutId(draft: Extract<Draft, { kind: "item" }>): Draft {
  const { item, otherwise } = draft;
  return otherwise === null ? { ...draft, item: withId(item, undefined) } : { kind: "note", words: otherwise };
}

function withId(item: JsonObject, id: string | undefined): JsonObject {
  const { type, id: _own, ...rest } = item;
  return id === undefined ? { type, ...rest } : { type, id, ...rest };
}

interface Assembled {
  readonly items: readonly JsonObject[];
  readonly outputs: readonly JsonObject[];
}

/**
 * Reasoning is refused without the item that it led to
 * (https://github.com/openai/openai-node/issues/1567), and an item that goes by its id without the reasoning that led to it
 * (https://github.com/cline/cline/issues/12242; both 2026-12-01). So reasoning goes where its item went, and where
 * reasoning is missing the items behind it go back without their ids.
 */
function assemble(drafts: readonly Draft[]): Assembled {
  const items: JsonObject[] = [];
  const outputs: JsonObject[] = [];
  let hasLostReasoning = false;
  drafts.forEach((draft, place) => {
    if (draft.kind === "reasoning") {
      hasLostReasoning = !leadsSomewhere(drafts, place);
      if (!hasLostReasoning && draft.item !== null) items.push(draft.item);
      return;
    }
    const kept = draft.kind === "item" && hasLostReasoning ? withoutId(draft) : draft;
    if (kept.kind === "note") items.push(noteItem(kept.words));
    if (kept.kind !== "item") return;
    items.push(kept.item);
    if (kept.output !== undefined) outputs.push(kept.output);
  });
  return { items, outputs };
}

/** Whether every piece of the reasoning here and the item behind it can stay. */
function leadsSomewhere(drafts: readonly Draft[], place: number): boolean {
  const first = drafts.slice(0, place).findLastIndex((draft) => draft.kind !== "reasoning") + 1;
  const behind = drafts.slice(first);
  const end = behind.findIndex((draft) => draft.kind !== "reasoning");
  const isWhole = behind.slice(0, end).every((draft) => draft.kind === "reasoning" && draft.item !== null);
  return end !== -1 && isWhole && behind[end]?.kind === "item";
}
