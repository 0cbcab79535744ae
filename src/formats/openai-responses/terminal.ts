import type { Emit } from "../../protocol/call-event.ts";
import { fieldsAt, stringAt, type Fields } from "../fields.ts";
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

/** What a finished response says of itself: its status, or the reason it gives for being incomplete. */
const STOP_WORDS: StopWords = new Map([
  ["completed", clean],
  ["max_output_tokens", tokenLimit],
  ["context_window", contextWindow],
  ["context_length_exceeded", contextWindow],
  ["content_filter", contentFilter],
  ["steered", paused],
  ["failed", failed],
  ["cancelled", failed],
]);

/** Reads the stop out of a terminal response. Its own status counts for more than the name of the event. */
export function readTerminal(eventStatus: string, response: Fields, emit: Emit): void {
  const status = stringAt(response, "status") ?? eventStatus;
  if (status !== eventStatus) {
    emit({
      type: "fault",
      fault: { code: "status-mismatch", detail: `a ${status} response in a ${eventStatus} event` },
    });
  }
  const word = stopWord(worse(eventStatus, status), response);
  const error = fieldsAt(response, "error");
  const code = stringAt(error, "code") ?? word;
  emit({
    type: "message-stop",
    stop: word === "failed" ? { word, ...meaningOfFailure(code) } : readStop(STOP_WORDS, word),
    detail: `${code}: ${stringAt(error, "message") ?? ""}`,
  });
  emit({ type: "message-end" });
}

/** Of two statuses that disagree, the one that is not `completed`. */
function worse(eventStatus: string, status: string): string {
  return status === "completed" ? eventStatus : status;
}

function stopWord(status: string, response: Fields): string {
  if (status !== "incomplete") return status;
  return stringAt(fieldsAt(response, "incomplete_details"), "reason") ?? status;
}

/** A `failed` response may have been stopped by a policy of the provider (`bio_policy`…), which is no failure. */
function meaningOfFailure(code: string): StopMeaning {
  if (code === "content_filter" || code.startsWith("content_policy")) return contentFilter;
  return code.endsWith("_policy") || code.includes("_policy_") ? refused : failed;
}
