/**
 * What another try of a request would come to, judged by how its message ended. Effects are not looked at here.
 */
import type { Model } from "../formats/model.ts";
import type { TruncationCause } from "../protocol/call-event.ts";
import type { Ending, Outcome } from "../protocol/outcome.ts";
import type { RollResult } from "../protocol/roll-event.ts";
import { decisiveFailure } from "./decisive-failure.ts";

/** What is known of the model that was asked. */
export type AskedModel = Pick<Model, "dialect" | "maxOutputTokens" | "ceilingName">;

/** What another try would come to. */
export type Repetition =
  /** It may well succeed. */
  | { readonly kind: "yes" }
  /** As it is it would fail again; `advice` says in words what to change. */
  | {
      readonly kind: "yes-but";
      readonly change: "raise-ceiling" | "ask-for-less" | "wait";
      /** How long to wait, for `wait`. */
      readonly waitMs?: number;
      readonly advice: string;
    }
  /**
   * `refused`: the model will not. `request`: the provider does not take the request, its key or its quota. `pointless`:
   * nothing failed that another try could mend.
   */
  | { readonly kind: "no"; readonly cause: "refused" | "request" | "pointless"; readonly detail: string };

const yes: Repetition = { kind: "yes" };

/** Judges one message. */
export function judgeRepetition(roll: RollResult, model: AskedModel): Repetition {
  const { ending } = roll;
  if (ending.kind === "abandoned") return afterLoss(ending, model);
  if (ending.class === "filtered") return refused;
  const cut = decisiveFailure(roll);
  if (ending.class === "ceiling")
    return afterCeiling(cut?.cause === "context-window" ? cut.cause : "token-limit", model);
  return cut === undefined ? pointless("the message ended as it should") : afterCall(cut, model);
}

const refused: Repetition = { kind: "no", cause: "refused", detail: "the model refused, or a filter stopped it" };

function pointless(detail: string): Repetition {
  return { kind: "no", cause: "pointless", detail };
}

function afterLoss(ending: Extract<Ending, { kind: "abandoned" }>, { dialect }: AskedModel): Repetition {
  switch (ending.cause) {
    case "disconnected":
    case "ended-early":
    case "idle":
    case "stalled":
    case "crashed":
      return yes;
    case "cancelled":
      return pointless("it was cancelled: nobody waits for it any more");
    case "provider-error": {
      const { error } = ending;
      if (error === undefined || !dialect.isRetryable(error)) {
        return { kind: "no", cause: "request", detail: ending.detail };
      }
      return error.retryAfterMs === undefined ? yes : waitFor(error.retryAfterMs);
    }
  }
}

function waitFor(waitMs: number): Repetition {
  const seconds = Math.ceil(waitMs / 1000);
  return { kind: "yes-but", change: "wait", waitMs, advice: `wait ${seconds} s: the provider asks for it` };
}

/** The message is whole, and one of its calls is not. */
function afterCall(call: Extract<Outcome, { kind: "failed" }>, model: AskedModel): Repetition {
  switch (call.cause) {
    case "incomplete":
    case "not-json":
    case "ended-early":
      return yes;
    case "token-limit":
    case "context-window":
      return afterCeiling(call.cause, model);
    case "too-large":
    case "too-deep":
      return {
        kind: "yes-but",
        change: "ask-for-less",
        advice: "ask for less at a time: the arguments outgrow a limit",
      };
    case "refused":
    case "content-filter":
      return refused;
    case "paused":
    case "unknown-stop":
    case "disconnected":
    case "idle":
    case "stalled":
    case "provider-error":
    case "cancelled":
    case "crashed":
      return pointless(call.detail);
  }
}

function afterCeiling(cause: TruncationCause, { maxOutputTokens, ceilingName }: AskedModel): Repetition {
  if (cause === "context-window") {
    const advice = "shorten the conversation or ask for less: the context window is full";
    return { kind: "yes-but", change: "ask-for-less", advice };
  }
  const now = maxOutputTokens === null ? "" : ` above ${maxOutputTokens}`;
  return { kind: "yes-but", change: "raise-ceiling", advice: `raise ${ceilingName}${now}, or ask for less at a time` };
}
