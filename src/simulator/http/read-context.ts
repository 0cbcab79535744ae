import type { ScenarioContext } from "../scenarios/registry.ts";
import type { JsonObject, ScriptFormat } from "../script/script.ts";
import { isObject } from "./endpoints.ts";

/** What stands behind the last words of the person. */
interface Since {
  answers: number;
  corrections: number;
}

/** Reads from the body of a request what a scenario answers to. */
export function readContext(format: ScriptFormat, body: JsonObject): ScenarioContext {
  const messages = listOf(body[format === "openai-responses" ? "input" : "messages"]);
  return {
    ...readCeiling(body),
    ...readTurn(format, messages),
    wantsUsage: isObject(body["stream_options"]) && body["stream_options"]["include_usage"] === true,
    isContinued: messages.at(-1)?.["role"] === "assistant",
  };
}

/** Counts the messages of the conversation, its system prompt aside: where in it a request stands. */
export function countMessages(format: ScriptFormat, body: JsonObject): number {
  return listOf(body[format === "openai-responses" ? "input" : "messages"]).length;
}

function readCeiling(body: JsonObject): { readonly maxOutputTokens?: number } {
  const asked = body["max_completion_tokens"] ?? body["max_output_tokens"] ?? body["max_tokens"];
  return typeof asked === "number" ? { maxOutputTokens: asked } : {};
}

function readTurn(format: ScriptFormat, messages: readonly JsonObject[]): Since {
  const since: Since = { answers: 0, corrections: 0 };
  for (const message of messages.toReversed()) {
    const results = resultsOf(format, message);
    if (results.length === 0 && isFromPerson(message)) {
      return since;
    }
    since.answers += results.length;
    since.corrections += results.filter((result) => isCorrection(format, result)).length;
  }
  return since;
}

function resultsOf(format: ScriptFormat, message: JsonObject): readonly JsonObject[] {
  switch (format) {
    case "anthropic-messages":
      return listOf(message["content"]).filter((block) => block["type"] === "tool_result");
    case "openai-chat":
      return message["role"] === "tool" || message["role"] === "function" ? [message] : [];
    case "openai-responses":
      return message["type"] === "function_call_output" || message["type"] === "custom_tool_call_output"
        ? [message]
        : [];
  }
}

function isFromPerson(message: JsonObject): boolean {
  return message["role"] === "user";
}

/** Only Anthropic's wire says whether a result is an error. */
function isCorrection(format: ScriptFormat, result: JsonObject): boolean {
  return format !== "anthropic-messages" || result["is_error"] === true;
}

function listOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
