/** The endings that no message gives: the turn itself comes to them. */
import type { CancelledBy, RequestReason, TurnEnding } from "../protocol/turn-event.ts";

const cancelWords: Readonly<Record<CancelledBy, string>> = {
  person: "the signal was aborted",
  "client-left": "the consumer of the events left",
  shutdown: "the process is shutting down",
};

/** What the model would be asked for once more. A request that failed is not sent again where no message is left. */
const wishes: Readonly<Record<Exclude<RequestReason, "asked" | "reissue">, string>> = {
  results: "still calls tools",
  correction: "still makes calls that do not fit",
  continuation: "still pauses to be asked to go on",
};

/** The turn was called off. */
export function cancelledBy(by: CancelledBy): TurnEnding {
  return { kind: "cancelled", by, detail: cancelWords[by], advice: null };
}

/** No message is left, and the model would be asked again. */
export function endless(maxMessages: number, because: RequestReason): TurnEnding {
  const wish = because === "asked" || because === "reissue" ? "has not come to an end" : wishes[because];
  const times = maxMessages === 1 ? "once" : `${maxMessages} times`;
  const detail = `the model was asked ${times} and ${wish}`;
  return { kind: "endless", detail, advice: "raise maxMessages, or ask for less at a time" };
}

/** The model pauses, and there is nothing new that it could go on from. */
export const stuckInPause: TurnEnding = {
  kind: "truncated",
  cause: "paused",
  detail: "the model paused again without anything to go on from",
  advice: null,
};
