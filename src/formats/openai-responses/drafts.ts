import type { CallAnswer } from "../../protocol/answer.ts";
import type { Ending, Outcome } from "../../protocol/outcome.ts";
import type { JsonObject } from "../dialect.ts";
import { isFields, isSaid, listAt, stringAt, type Fields } from "../fields.ts";
import { leftOutNote, toolLabel } from "../left-out.ts";
import { sayCalledName } from "../openai-name.ts";
import { callItem, isDeclaredKind, outputItem, textOf, typeOfCall } from "./call-items.ts";
import type { HistoryIds } from "./history-ids.ts";
import type { TakenItem } from "./taken-items.ts";
import { noteOfEnding } from "./notes.ts";

/** What one item of the output becomes in the history, before it is known whether its neighbors stay. */
export type Draft =
  /** `null` where it cannot go back. It stays only with the item that it led to. */
  | { readonly kind: "reasoning"; readonly item: JsonObject | null }
  | {
      readonly kind: "item";
      readonly item: JsonObject;
      /** The output behind the items, if this is a call of the client. */
      readonly output?: JsonObject;
      /** What stands here where the item cannot, for want of an id that its kind needs; `null` where none is needed. */
      readonly otherwise: string | null;
    }
  | { readonly kind: "note"; readonly words: string };

/** What the drafts of one message are made with. */
export interface DraftScope {
  readonly ending: Ending;
  readonly outcomes: readonly Outcome[];
  readonly answers: ReadonlyMap<number, CallAnswer>;
  readonly ids: HistoryIds;
}

/** Drafts the items in their order, and behind them the calls of which only pieces came. */
export function draftItems(items: readonly TakenItem[], scope: DraftScope): readonly Draft[] {
  const seen = new Set(items.map((taken) => taken.callIndex));
  const rest = scope.outcomes.filter((outcome) => !seen.has(outcome.call.index));
  return [
    ...items.flatMap((taken) => draftTaken(taken, scope) ?? []),
    ...rest.map((outcome) => draftCall(outcome, NOTHING_TAKEN, scope)),
  ];
}

const NOTHING_TAKEN: TakenItem = { item: {}, isFinished: false, isCall: true, callIndex: null, text: "" };

function draftTaken(taken: TakenItem, scope: DraftScope): Draft | null {
  if (taken.callIndex !== null) {
    const outcome = scope.outcomes.find((candidate) => candidate.call.index === taken.callIndex);
    return outcome === undefined ? null : draftCall(outcome, taken, scope);
  }
  const { item, isFinished } = taken;
  // A call that was never announced stands at the end, as a note.
  if (taken.isCall) return null;
  switch (stringAt(item, "type") ?? "") {
    case "message":
      return isFinished ? draftMessage(item) : draftShownText(taken.text, scope.ending);
    case "reasoning":
      return { kind: "reasoning", item: isFinished ? repeatableReasoning(item) : null };
    case "mcp_approval_request": {
      const name = toolLabel(stringAt(item, "name") ?? "");
      const words = `[The call to ${name} was to be approved first. It was not approved, and did not run.]`;
      return { kind: "note", words };
    }
    default:
      return isFinished ? { kind: "item", item: withoutProvenance(item), otherwise: null } : null;
  }
}

function draftCall(outcome: Outcome, taken: TakenItem, scope: DraftScope): Draft {
  const { call } = outcome;
  if (call.runBy === "provider") return draftProviderCall(outcome, taken);
  const answer = scope.answers.get(call.index);
  if (answer === undefined) return { kind: "note", words: leftOutNote(outcome) };
  const type = typeOfCall(taken.item, call);
  const isDeclared = isDeclaredKind(type);
  const words = `[The call to ${toolLabel(call.name)} was answered: ${textOf(answer)}]`;
  if (!isDeclared && (!taken.isFinished || isUndeclared(outcome))) return { kind: "note", words };
  const callId = scope.ids.takeCallId(call.id);
  const said = isDeclared ? { ...answer, text: sayCalledName(answer.text, call.name) } : answer;
  const output = outputItem({ type, callId, item: taken.item }, said);
  if (output === undefined) return { kind: "note", words };
  const item = isDeclared
    ? callItem(taken.item, outcome, callId)
    : { ...withoutProvenance(taken.item), call_id: callId, status: "completed" };
  return { kind: "item", item, output, otherwise: NEEDS_ID.has(type) ? words : null };
}

/** Kinds of calls that the client runs only where the request declares them: nothing else can answer them. */
function isUndeclared(outcome: Outcome): boolean {
  return outcome.kind === "invalid" && outcome.cause === "unknown-tool";
}

/** Kinds whose input type has an `id` that is not optional (`openai` 7.59.0), and that say what they say without words. */
const NEEDS_ID: ReadonlySet<string> = new Set([
  "code_interpreter_call",
  "computer_call",
  "file_search_call",
  "image_generation_call",
  "local_shell_call",
  "mcp_call",
  "mcp_list_tools",
  "program",
  "program_output",
  "web_search_call",
]);

function draftProviderCall(outcome: Outcome, { item, isFinished }: TakenItem): Draft {
  const status = stringAt(item, "status") ?? "completed";
  if (!isFinished || (status !== "completed" && status !== "failed")) {
    return { kind: "note", words: leftOutNote({ kind: "observed", call: outcome.call }) };
  }
  const words = `[The provider itself ran ${toolLabel(outcome.call.name)}.]`;
  const isNeedy = NEEDS_ID.has(stringAt(item, "type") ?? "");
  return { kind: "item", item: withoutProvenance(item), otherwise: isNeedy ? words : null };
}

/** An answer without words says nothing, and some hosts refuse it. */
function draftMessage(item: Fields): Draft | null {
  const { content, phase } = item;
  const parts = typeof content === "string" ? content : listAt(item, "content").filter(isFields).map(repeatablePart);
  if (parts.length === 0 || (typeof parts !== "string" && parts.every(isEmptyPart))) return null;
  const status = (stringAt(item, "status") ?? "completed") === "completed" ? "completed" : "incomplete";
  const message = {
    type: "message",
    ...(isSaid(item["id"]) ? { id: item["id"] } : {}),
    role: "assistant",
    status,
    // Later models do worse without it (`openai` 7.59.0).
    ...(isSaid(phase) ? { phase } : {}),
    content: parts,
  };
  return { kind: "item", item: message, otherwise: null };
}

function repeatablePart(part: Fields): JsonObject {
  const { type, text, refusal } = part;
  if (type === "output_text") return { type, text, annotations: listAt(part, "annotations") };
  return type === "refusal" ? { type, refusal } : part;
}

function isEmptyPart(part: JsonObject): boolean {
  return part["text"] === "" || part["refusal"] === "";
}

function draftShownText(text: string, ending: Ending): Draft | null {
  if (text === "") return null;
  const note = noteOfEnding(ending);
  const content = note === null ? text : `${text}\n\n${note}`;
  return { kind: "item", item: { type: "message", role: "assistant", content }, otherwise: null };
}

/**
 * Reasoning is found by its id only where it is stored; else it must bring along what it holds: encrypted
 * (https://github.com/vercel/ai/issues/7543), or in words, as hosts of open models have it and ask for it
 * (https://github.com/rikkahub/rikkahub/issues/1690; both 2026-12-01).
 */
function repeatableReasoning(item: Fields): JsonObject | null {
  const { id, encrypted_content } = item;
  const content = listAt(item, "content");
  const isSealed = typeof encrypted_content === "string" && encrypted_content !== "";
  if (!isSealed && content.length === 0) return null;
  return {
    type: "reasoning",
    ...(isSaid(id) ? { id } : {}),
    summary: listAt(item, "summary"),
    ...(content.length > 0 ? { content } : {}),
    ...(isSealed ? { encrypted_content } : {}),
  };
}

/** What the API adds when it shows an item, and refuses or ignores when it is shown one (`openai` 7.59.0). */
function withoutProvenance(item: Fields): JsonObject {
  const { created_by: _createdBy, status, ...rest } = item;
  return isSaid(status) ? { ...rest, status } : rest;
}
