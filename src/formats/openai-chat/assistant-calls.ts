import type { JsonObject, StandingCall } from "../dialect.ts";
import { fieldsAt, isFields, listAt, stringAt, type Fields } from "../fields.ts";
import { readArguments } from "../raw-arguments.ts";

/** The calls in the assistant's messages behind the last message of the person. */
export function standingCalls(messages: readonly JsonObject[]): readonly StandingCall[] {
  return turnOf(messages).flatMap(callsOf);
}

/** The messages behind the last one of the person. */
export function turnOf(messages: readonly JsonObject[]): readonly JsonObject[] {
  return messages.slice(messages.findLastIndex((message) => message["role"] === "user") + 1);
}

/** Whether the model has called anything in this message. */
export function hasCalls(message: JsonObject): boolean {
  return callsOf(message).length > 0;
}

/** The ids that calls and answers have in these messages. */
export function idsIn(messages: readonly JsonObject[]): ReadonlySet<string> {
  const ids = messages.flatMap((message) => [
    ...listAt(message, "tool_calls").map((call) => (isFields(call) ? stringAt(call, "id") : undefined)),
    stringAt(message, "tool_call_id"),
  ]);
  return new Set(ids.filter((id) => id !== undefined));
}

function callsOf(message: JsonObject): readonly StandingCall[] {
  if (message["role"] !== "assistant") return [];
  const calls = listAt(message, "tool_calls").filter(isFields).map(readCall);
  const legacy = message["function_call"];
  return isFields(legacy) ? [...calls, readFunction(legacy)] : calls;
}

function readCall(call: Fields): StandingCall {
  const custom = call["custom"];
  if (!isFields(custom)) return readFunction(fieldsAt(call, "function"));
  return { name: stringAt(custom, "name") ?? "", args: custom["input"] ?? "" };
}

function readFunction(body: Fields): StandingCall {
  return { name: stringAt(body, "name") ?? "", args: readArguments(body["arguments"]) };
}
