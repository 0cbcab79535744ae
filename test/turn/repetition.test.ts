import { describe, expect, test } from "vitest";

import { anthropicModel } from "../../src/anthropic.ts";
import type { AbandonedCause } from "../../src/protocol/outcome.ts";
import { judgeRepetition } from "../../src/turn/repetition.ts";
import { completeRoll, failed, invalid, lostRoll } from "../support/made-rolls.ts";

const model = anthropicModel(async () => new Response(), { model: "claude", max_tokens: 1024 });
const without = { ...model, maxOutputTokens: null };

const raise = {
  kind: "yes-but",
  change: "raise-ceiling",
  advice: "raise max_tokens above 1024, or ask for less at a time",
};
const shorten = {
  kind: "yes-but",
  change: "ask-for-less",
  advice: "shorten the conversation or ask for less: the context window is full",
};
const outgrown = {
  kind: "yes-but",
  change: "ask-for-less",
  advice: "ask for less at a time: the arguments outgrow a limit",
};
const refused = { kind: "no", cause: "refused", detail: "the model refused, or a filter stopped it" };

function pointless(detail: string): object {
  return { kind: "no", cause: "pointless", detail };
}

describe("what another try of a request would come to", () => {
  test.each<readonly [AbandonedCause, object]>([
    ["disconnected", { kind: "yes" }],
    ["ended-early", { kind: "yes" }],
    ["idle", { kind: "yes" }],
    ["stalled", { kind: "yes" }],
    ["crashed", { kind: "yes" }],
    ["cancelled", pointless("it was cancelled: nobody waits for it any more")],
    ["provider-error", { kind: "no", cause: "request", detail: "what was seen" }],
  ])("behind a message that was lost, by its cause: %s", (cause, expected) => {
    expect(judgeRepetition(lostRoll({ cause, detail: "what was seen" }), model)).toEqual(expected);
  });

  test.each([
    ["an error that passes", { code: "overloaded_error" }, { kind: "yes" }],
    ["an error of the server", { code: "", status: 500 }, { kind: "yes" }],
    ["a wrong key", { code: "authentication_error", status: 401 }, { kind: "no", cause: "request", detail: "seen" }],
    ["a code that nobody knows", { code: "solar_flare" }, { kind: "no", cause: "request", detail: "seen" }],
    [
      "a limit on the rate with a time",
      { code: "rate_limit_error", status: 429, retryAfterMs: 2500 },
      { kind: "yes-but", change: "wait", waitMs: 2500, advice: "wait 3 s: the provider asks for it" },
    ],
  ])("behind the provider's error: %s", (_what, error, expected) => {
    expect(judgeRepetition(lostRoll({ cause: "provider-error", detail: "seen", error }), model)).toEqual(expected);
  });

  test.each([
    ["a good end", completeRoll("clean"), pointless("the message ended as it should")],
    [
      "a call that does not fit",
      completeRoll("clean", [invalid("schema")]),
      pointless("the message ended as it should"),
    ],
    ["a pause", completeRoll("paused"), pointless("the message ended as it should")],
    ["a ceiling", completeRoll("ceiling"), raise],
    [
      "a call that the ceiling cut",
      completeRoll("ceiling", [failed({ reason: "truncated", cause: "token-limit" })]),
      raise,
    ],
    ["a full context", completeRoll("ceiling", [failed({ reason: "truncated", cause: "context-window" })]), shorten],
    ["a refusal", completeRoll("filtered"), refused],
    [
      "a call that breaks off",
      completeRoll("clean", [failed({ reason: "unparseable", cause: "incomplete" })]),
      { kind: "yes" },
    ],
    [
      "a call that is no JSON",
      completeRoll("clean", [failed({ reason: "unparseable", cause: "not-json" })]),
      { kind: "yes" },
    ],
    [
      "a call that its wire never closed",
      completeRoll("clean", [failed({ reason: "abandoned", cause: "ended-early" })]),
      { kind: "yes" },
    ],
    [
      "a call that is too large",
      completeRoll("clean", [failed({ reason: "unparseable", cause: "too-large" })]),
      outgrown,
    ],
    [
      "a call that is too deep",
      completeRoll("clean", [failed({ reason: "unparseable", cause: "too-deep" })]),
      outgrown,
    ],
    ["a hidden ceiling", completeRoll("clean", [failed({ reason: "truncated", cause: "token-limit" })]), raise],
    [
      "a stop that nobody knows",
      completeRoll("unknown", [failed({ reason: "truncated", cause: "unknown-stop" })]),
      pointless("what was seen"),
    ],
    [
      "an error of the provider about one call",
      completeRoll("clean", [failed({ reason: "abandoned", cause: "provider-error" })]),
      pointless("what was seen"),
    ],
  ])("behind a message with a stop: %s", (_what, roll, expected) => {
    expect(judgeRepetition(roll, model)).toEqual(expected);
  });

  test("a call of a model that refused, and that another one replaced, decides nothing", () => {
    const before = failed({ reason: "truncated", cause: "refused" });
    const behind = failed({ reason: "unparseable", cause: "incomplete" });

    expect(judgeRepetition(completeRoll("clean", [before, behind]), model)).toEqual({ kind: "yes" });
    expect(judgeRepetition(completeRoll("clean", [before]), model)).toEqual(
      pointless("the message ended as it should"),
    );
  });

  test("the advice names no ceiling where the requests have none", () => {
    expect(judgeRepetition(completeRoll("ceiling"), without)).toMatchObject({
      advice: "raise max_tokens, or ask for less at a time",
    });
  });
});
