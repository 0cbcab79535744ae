import type { End, Json, JsonObject, ScriptFormat } from "../script/script.ts";

const FORMATS: Readonly<Record<string, ScriptFormat>> = {
  "/v1/messages": "anthropic-messages",
  "/v1/chat/completions": "openai-chat",
  "/v1/responses": "openai-responses",
};

/** The paths that are served. */
export const paths: readonly string[] = Object.keys(FORMATS);

/** The format of a path, without regard to its query (the Anthropic SDK's beta calls add one). */
export function formatOf(url: string | undefined): ScriptFormat | undefined {
  return FORMATS[(url ?? "").split("?")[0] ?? ""];
}

/** A refusal before the stream has begun. */
export interface Refusal {
  readonly status: 400 | 404 | 405;
  readonly message: string;
}

/** Writes a refusal as the provider of the format does; for an unknown path as OpenAI does. */
export function writeRefusal(format: ScriptFormat | undefined, refusal: Refusal): Json {
  const type = refusal.status === 404 ? "not_found_error" : "invalid_request_error";
  const { message } = refusal;
  return format === "anthropic-messages"
    ? { type: "error", error: { type, message }, request_id: "req_rollcall" }
    : { error: { message, type, param: null, code: null } };
}

/**
 * The headers of a stream. A connection that ends well is not kept for another request, so that its end can be seen.
 * One that is to break must look as if it would be kept: where a close is announced, clients take a reset for a close.
 */
export function streamHeaders(format: ScriptFormat, number: number, end: End): Readonly<Record<string, string>> {
  const idName = format === "anthropic-messages" ? "request-id" : "x-request-id";
  return {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-cache",
    connection: end.kind === "eof" ? "close" : "keep-alive",
    [idName]: `req_rollcall_${number}`,
  };
}

/** Says whether a value is an object with fields. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
