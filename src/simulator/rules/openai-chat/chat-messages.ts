import type { JsonObject } from "../../script/script.ts";
import type { Finding, HistoryRule } from "../history-rule.ts";
import { entriesOf, isJsonObject, textOf } from "../request-body.ts";

/** One call of a message of the assistant. */
export interface ChatCall {
  /** Such as `messages[1].tool_calls[0]`. */
  readonly path: string;
  /** Empty where it has none. */
  readonly id: string;
  readonly type: string;
  /** What stands under `function` or `custom`. */
  readonly called: JsonObject;
}

/** One message. */
export interface ChatMessage {
  /** Such as `messages[1]`. */
  readonly path: string;
  readonly index: number;
  readonly role: string;
  readonly calls: readonly ChatCall[];
  /** The call that a message of a tool answers; empty where it names none. */
  readonly answers: string;
  readonly value: JsonObject;
}

/** A request as the rules read it. */
export interface Chat {
  readonly body: JsonObject;
  readonly messages: readonly ChatMessage[];
}

/** A rule of Chat Completions. */
export interface ChatRule extends Pick<HistoryRule, "name" | "title" | "source"> {
  readonly find: (chat: Chat) => readonly Finding[];
}

/** Makes a rule of Chat Completions. */
export function chatRule({ find, ...rule }: ChatRule): HistoryRule {
  return { ...rule, format: "openai-chat", readOn: "2026-12-01", check: (body) => find(readChat(body)) };
}

/** Every call of the conversation. */
export function callsOf({ messages }: Chat): readonly ChatCall[] {
  return messages.flatMap((message) => message.calls);
}

function readChat(body: JsonObject): Chat {
  const messages = entriesOf(body["messages"]).map(({ index, value }): ChatMessage => {
    const path = `messages[${index}]`;
    const role = textOf(value["role"]);
    return {
      path,
      index,
      role,
      calls: role === "assistant" ? readCalls(path, value) : [],
      answers: textOf(value["tool_call_id"]),
      value,
    };
  });
  return { body, messages };
}

function readCalls(path: string, message: JsonObject): readonly ChatCall[] {
  return entriesOf(message["tool_calls"]).map(({ index, value }) => {
    const type = textOf(value["type"]);
    const called = value[type === "custom" ? "custom" : "function"];
    return {
      path: `${path}.tool_calls[${index}]`,
      id: textOf(value["id"]),
      type,
      called: isJsonObject(called) ? called : {},
    };
  });
}
