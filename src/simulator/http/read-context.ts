import type { JsonObject, ScriptFormat } from "../script/script.ts";
import { isObject, objectsIn, textIn } from "./json-object.ts";

/** What stands behind the last words of the person. */
export interface Since {
  readonly answers: number;
  readonly corrections: number;
}

/** What a request says about its conversation. */
export interface ConversationContext extends Since {
  readonly maxOutputTokens?: number;
  readonly wantsUsage: boolean;
  readonly isContinued: boolean;
  /** Messages or items so far, the system prompt aside: where in the conversation the request stands. */
  readonly messages: number;
}

/** What the provider remembers of the conversation so far. */
export interface Remembered extends Since {
  readonly messages: number;
}

const NOTHING: Remembered = { answers: 0, corrections: 0, messages: 0 };

/**
 * Reads from the body of a request what a scenario answers to. What the provider remembers counts as if it stood before
 * the messages.
 */
export function readContext(format: ScriptFormat, body: JsonObject, before: Remembered = NOTHING): ConversationContext {
  const said = body[format === "openai-responses" ? "input" : "messages"];
  const messages = objectsIn(said);
  // A text for input is the person's.
  const earlier = typeof said === "string" ? NOTHING : before;
  return {
    ...readCeiling(body),
    ...readTurn(format, messages, earlier),
    wantsUsage: isObject(body["stream_options"]) && body["stream_options"]["include_usage"] === true,
    isContinued: messages.at(-1)?.["role"] === "assistant",
    messages: before.messages + messages.length,
  };
}

function readCeiling(body: JsonObject): { readonly maxOutputTokens?: number } {
  const asked = body["max_completion_tokens"] ?? body["max_output_tokens"] ?? body["max_tokens"];
  return typeof asked === "number" ? { maxOutputTokens: asked } : {};
}

function readTurn(format: ScriptFormat, messages: readonly JsonObject[], before: Since): Since {
  const since = { answers: 0, corrections: 0 };
  for (const message of messages.toReversed()) {
    const results = resultsOf(format, message);
    if (results.length === 0 && isFromPerson(message)) {
      return since;
    }
    since.answers += results.length;
    since.corrections += results.filter((result) => isCorrection(format, result)).length;
  }
  return { answers: since.answers + before.answers, corrections: since.corrections + before.corrections };
}

function resultsOf(format: ScriptFormat, message: JsonObject): readonly JsonObject[] {
  switch (format) {
    case "anthropic-messages":
      return objectsIn(message["content"]).filter((block) => block["type"] === "tool_result");
    case "openai-chat":
      return message["role"] === "tool" || message["role"] === "function" ? [message] : [];
    case "openai-responses":
      return textIn(message["type"])?.endsWith("_call_output") === true ? [message] : [];
  }
}

function isFromPerson(message: JsonObject): boolean {
  return message["role"] === "user";
}

/** Only Anthropic's wire has a flag for errors; at OpenAI the text says it. */
function isCorrection(format: ScriptFormat, result: JsonObject): boolean {
  return format === "anthropic-messages"
    ? result["is_error"] === true
    : /^\s*error\b/i.test(textOf(result["content"] ?? result["output"]));
}

/** The text of a result, which is a text or a list of parts. */
function textOf(value: unknown): string {
  return textIn(value) ?? textIn(objectsIn(value)[0]?.["text"]) ?? "";
}
