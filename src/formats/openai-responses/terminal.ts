import type { Emit, Stop } from "../../protocol/call-event.ts";
import { errorCode } from "../error-code.ts";
import { fieldsAt, identityAt, isFields, stringAt, type Fields } from "../fields.ts";
import {
  clean,
  contentFilter,
  contextWindow,
  failed,
  paused,
  readStop,
  refused,
  tokenLimit,
  type StopMeaning,
  type StopWords,
} from "../stop-words.ts";

/** What the status of a finished response means. */
const STATUSES: StopWords = new Map([
  ["completed", clean],
  ["failed", failed],
  ["cancelled", failed],
]);

/** Why a response is incomplete, in its own words. None of them can be clean, whatever they say. */
const REASONS: StopWords = new Map([
  ["max_output_tokens", tokenLimit],
  ["context_window", contextWindow],
  ["context_length_exceeded", contextWindow],
  ["content_filter", contentFilter],
  ["steered", paused],
]);

/** Reads the stop out of a terminal response. Where the event and the response disagree, the worse of them counts. */
export function readTerminal(eventStatus: string, response: Fields, emit: Emit): void {
  const status = statusOf(response, eventStatus);
  if (status !== eventStatus) {
    const detail = `a response that is ${status} in a ${eventStatus} event`;
    emit({ type: "fault", fault: { code: "status-mismatch", detail } });
  }
  const error = fieldsAt(response, "error");
  emit({
    type: "message-stop",
    stop: stopOf(status, response, stringAt(error, "code") ?? ""),
    code: errorCode(error),
    detail: stringAt(error, "message") ?? "",
  });
  emit({ type: "message-end" });
}

function statusOf(response: Fields, eventStatus: string): string {
  const stated = identityAt(response, "status") ?? eventStatus;
  const status = stated === "completed" ? eventStatus : stated;
  if (status !== "completed") return status;
  if (isFields(response["error"])) return "failed";
  return reasonOf(response) === null ? status : "incomplete";
}

function reasonOf(response: Fields): string | null {
  return identityAt(fieldsAt(response, "incomplete_details"), "reason");
}

function stopOf(status: string, response: Fields, code: string): Stop {
  if (status === "failed") return { word: status, ...meaningOfFailure(code) };
  if (status === "incomplete") return readStop(REASONS, reasonOf(response) ?? status);
  return readStop(STATUSES, status);
}

/** A `failed` response may have been stopped by a policy of the provider (`bio_policy`…), which is no failure. */
function meaningOfFailure(code: string): StopMeaning {
  if (code === "content_filter" || code.startsWith("content_policy")) return contentFilter;
  return code.endsWith("_policy") || code.includes("_policy_") ? refused : failed;
}
