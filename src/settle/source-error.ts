import { reportedCode } from "../formats/error-code.ts";
import type { ProviderError } from "../protocol/outcome.ts";
import type { Exit } from "./message-state.ts";
import { toProviderError } from "./provider-error.ts";

/**
 * What an error thrown by the stream says about it. SDKs throw where the wire had an error event, where a record was
 * unreadable, where the request was aborted and where the connection broke; only the last is a lost connection.
 */
export function exitOfError(error: unknown, isSdk: boolean): Exit {
  if (isUnreadable(error))
    return { kind: "broken", cause: "provider-error", detail: "the SDK could not read a record" };
  const detail = describe(error);
  if (isAbort(error)) return { kind: "broken", cause: "cancelled", detail };
  const said = providerErrorOf(error);
  if (said !== null) return { kind: "broken", cause: "provider-error", detail, error: said };
  if (isSdk && isComplaint(error)) return { kind: "lost", cause: "ended-early", detail };
  return { kind: "lost", cause: "disconnected", detail };
}

/**
 * The SDKs' helpers throw where a stream ends before they have what they need. Told by what it lacks: an error of the network
 * is a `TypeError`, or has a code or a cause; class names do not survive a minifier.
 */
function isComplaint(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof TypeError) return false;
  return error.cause === undefined && !("code" in error && error.code !== undefined);
}

/** `AbortError` of the platform; the SDKs' own class is known by its message, which a minifier leaves alone. */
function isAbort(error: unknown): boolean {
  return error instanceof Error && (error.name === "AbortError" || error.message === "Request was aborted.");
}

/** The SDKs parse for themselves and let the parser's error through, whose message quotes what it could not read. */
function isUnreadable(error: unknown): boolean {
  return error instanceof SyntaxError || (error instanceof Error && error.cause instanceof SyntaxError);
}

/** `APIError` of both SDKs: what the provider said is in `error`; a failed connection has none. */
function providerErrorOf(error: unknown): ProviderError | null {
  if (!(error instanceof Error)) return null;
  const said = "error" in error ? error.error : undefined;
  const status = "status" in error ? error.status : undefined;
  if ((said === undefined || said === null) && typeof status !== "number") return null;
  // Anthropic's SDK hands over the whole body, that of OpenAI the error in it.
  return toProviderError(reportedCode(said), { status, headers: "headers" in error ? error.headers : undefined });
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return "the stream threw something that is no Error";
  const code = codeOf(error) ?? codeOf(error.cause);
  return code === undefined || error.message.includes(code) ? error.message : `${error.message} (${code})`;
}

/** fetch says `terminated`, and only its cause says what happened. */
function codeOf(error: unknown): string | undefined {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}
