import type { JsonObject } from "../dialect.ts";
import { isFields, listAt, stringAt } from "../fields.ts";
import { isCallBlock } from "./blocks.ts";

/** What a content block is to the rules for a history. */
export type BlockKind =
  | "text"
  | "thinking"
  | "call"
  | "provider-call"
  | "provider-result"
  | "result"
  | "fallback"
  | "other";

/** Sorts a content block of a message. */
export function kindOf(block: JsonObject): BlockKind {
  const type = stringAt(block, "type") ?? "";
  switch (type) {
    case "text":
    case "fallback":
      return type;
    case "thinking":
    case "redacted_thinking":
      return "thinking";
    case "tool_use":
      return "call";
    case "tool_result":
      return "result";
    default:
      if (isCallBlock(block)) return "provider-call";
      return stringAt(block, "tool_use_id") === undefined ? "other" : "provider-result";
  }
}

/** The content of a message as blocks: a text is one block, and a blank text none. */
export function contentOf(message: JsonObject): readonly JsonObject[] {
  const text = stringAt(message, "content");
  if (text !== undefined) return text.trim() === "" ? [] : [{ type: "text", text }];
  return listAt(message, "content").filter(isFields);
}

/** Whether it is the model that speaks. */
export function isAssistant(message: JsonObject): boolean {
  return message["role"] === "assistant";
}

/** The blocks of all that the model said. */
export function assistantBlocks(messages: readonly JsonObject[]): readonly JsonObject[] {
  return messages.filter(isAssistant).flatMap(contentOf);
}

/** Whether a message belongs to the turn before it: the model speaks, or gets results and nothing else. */
export function continuesTurn(message: JsonObject): boolean {
  if (isAssistant(message)) return true;
  const content = contentOf(message);
  return message["role"] === "user" && content.length > 0 && content.every((block) => kindOf(block) === "result");
}
