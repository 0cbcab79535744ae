import type { JsonObject, StandingCall } from "../dialect.ts";
import { stringAt } from "../fields.ts";
import { readArguments } from "../raw-arguments.ts";

/** The calls behind the person's last words in an `input`, and those that are known to stand behind an item of it. */
export function standingCalls(
  messages: readonly JsonObject[],
  callsBehind: (item: JsonObject) => readonly StandingCall[] = () => [],
): readonly StandingCall[] {
  const lastWords = messages.findLastIndex((message) => message["role"] === "user");
  return messages.slice(lastWords + 1).flatMap((item) => [...callsBehind(item), ...readCall(item)]);
}

function readCall(item: JsonObject): readonly StandingCall[] {
  const name = stringAt(item, "name") ?? "";
  switch (item["type"]) {
    case "function_call":
      return [{ name, args: readArguments(item["arguments"]) }];
    case "custom_tool_call":
      return [{ name, args: stringAt(item, "input") ?? "" }];
    default:
      return [];
  }
}
