import type { JsonObject } from "../../script/script.ts";
import type { Finding, HistoryRule } from "../history-rule.ts";
import { entriesOf, textOf } from "../request-body.ts";

/** One content block. */
export interface Block {
  /** Such as `messages.2.content.0`. */
  readonly path: string;
  readonly type: string;
  readonly value: JsonObject;
}

/** One message. */
export interface Message {
  /** Such as `messages.2`. */
  readonly path: string;
  /** Empty where it has none. */
  readonly role: string;
  /** A string is one text block, an empty string none. */
  readonly blocks: readonly Block[];
  readonly value: JsonObject;
}

/** A request as the rules read it. */
export interface Conversation {
  readonly body: JsonObject;
  readonly messages: readonly Message[];
}

/** A rule of the Messages API. */
export interface AnthropicRule extends Pick<HistoryRule, "name" | "title" | "source"> {
  readonly find: (conversation: Conversation) => readonly Finding[];
}

/** Makes a rule of the Messages API. */
export function anthropicRule({ find, ...rule }: AnthropicRule): HistoryRule {
  return {
    ...rule,
    format: "anthropic-messages",
    readOn: "2026-12-01",
    check: (body) => find(readConversation(body)),
  };
}

/** A finding whose message begins with its place, as this API writes most of them. */
export function found(path: string, what: string): Finding {
  return { path, message: `${path}: ${what}` };
}

/** Every block of the messages of one role. */
export function blocksOf({ messages }: Conversation, role: string): readonly Block[] {
  return messages.filter((message) => message.role === role).flatMap((message) => message.blocks);
}

/** The blocks of one type. */
export function ofType(blocks: readonly Block[], type: string): readonly Block[] {
  return blocks.filter((block) => block.type === type);
}

function readConversation(body: JsonObject): Conversation {
  const messages = entriesOf(body["messages"]).map(({ index, value }): Message => {
    const path = `messages.${index}`;
    return { path, role: textOf(value["role"]), blocks: readBlocks(path, value), value };
  });
  return { body, messages };
}

function readBlocks(path: string, message: JsonObject): readonly Block[] {
  const content = message["content"];
  if (typeof content === "string") {
    return content === "" ? [] : [{ path: `${path}.content`, type: "text", value: { type: "text", text: content } }];
  }
  return entriesOf(content).map(({ index, value }) => ({
    path: `${path}.content.${index}`,
    type: textOf(value["type"]),
    value,
  }));
}
