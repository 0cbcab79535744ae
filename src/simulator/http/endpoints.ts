import type { HistoryViolation } from "../rules/check-history.ts";
import type { End, HttpRefusal, JsonObject, ScriptFormat } from "../script/script.ts";

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

/** A refusal of a request that cannot be played. */
export interface Refusal {
  readonly status: 400 | 404 | 405;
  readonly message: string;
  /** Where in the body, and by which rule. */
  readonly violation?: HistoryViolation;
}

/** Writes a refusal as the provider of the format does; for an unknown path as OpenAI does. */
export function writeRefusal(format: ScriptFormat | undefined, refusal: Refusal): HttpRefusal {
  const { status, message, violation } = refusal;
  const type = status === 404 ? "not_found_error" : "invalid_request_error";
  const body: JsonObject =
    format === "anthropic-messages"
      ? { type: "error", error: { type, message }, request_id: "req_rollcall" }
      : { error: { message, type, param: violation?.path ?? null, code: null } };
  return violation === undefined ? { status, body } : { status, headers: { "x-rollcall-rule": violation.rule }, body };
}

/** The headers of an answer that is no stream. */
export function refusalHeaders(refusal: HttpRefusal, number: number): Readonly<Record<string, string>> {
  const id = `req_rollcall_${number}`;
  return {
    "content-type": "application/json",
    connection: "close",
    "request-id": id,
    "x-request-id": id,
    ...refusal.headers,
  };
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
