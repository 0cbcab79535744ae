import type { JsonObject, StandingCall } from "../dialect.ts";
import { stringAt } from "../fields.ts";
import { unwrapArguments } from "../raw-arguments.ts";
import { assistantBlocks, contentOf, kindOf } from "./message-blocks.ts";

/** The calls of the client behind the last words of the person, in their order. Results of calls are no words. */
export function standingCalls(messages: readonly JsonObject[]): readonly StandingCall[] {
  const behind = messages.slice(messages.findLastIndex(isPersonSpeaking) + 1);
  return assistantBlocks(behind)
    .filter((block) => kindOf(block) === "call")
    .map((block) => ({ name: stringAt(block, "name") ?? "", args: unwrapArguments(block["input"]) }));
}

function isPersonSpeaking(message: JsonObject): boolean {
  return message["role"] === "user" && contentOf(message).some((block) => kindOf(block) !== "result");
}
