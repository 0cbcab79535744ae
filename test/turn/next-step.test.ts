import { describe, expect, test } from "vitest";

import type { Step as ScriptStep } from "../../src/simulator.ts";
import { createCorrections } from "../../src/turn/corrections.ts";
import { nextStep, type Step, type StepScope } from "../../src/turn/next-step.ts";
import { completeRoll, failed, lostRoll, settledRoll } from "../support/made-rolls.ts";

const fits: ScriptStep = { kind: "call", name: "pay", arguments: '{"amount":5}' };
const misfit: ScriptStep = { kind: "call", name: "pay", arguments: '{"amount":"five"}' };
const unknown: ScriptStep = { kind: "call", name: "no_such_tool", arguments: "{}" };
const unreadable: ScriptStep = { kind: "call", name: "pay", arguments: '{"amount":5]' };
const incomplete: ScriptStep = { kind: "call", name: "pay", arguments: '{"amount":5' };
const unchecked: ScriptStep = { kind: "call", name: "broken", arguments: "{}" };
const search: ScriptStep = { kind: "call", name: "web_search", type: "server_tool_use", arguments: "{}" };
const handOver: ScriptStep = { kind: "fallback", from: "one", to: "other" };

function scope(rest: Partial<StepScope> = {}): StepScope {
  const corrections = createCorrections({ turn: 2, ofTool: () => undefined });
  return { corrections, mayHandBack: false, mayReissue: false, advice: null, ...rest };
}

/** One line for a step. */
function say(step: Step): string {
  switch (step.kind) {
    case "reissue":
      return "reissue";
    case "go-on":
      return [step.because, ...step.correct.map(({ call }) => call.index)].join(" ");
    case "end":
      return ["end", step.ending.kind, ...("cause" in step.ending ? [step.ending.cause] : [])].join(" ");
  }
}

async function decide(calls: readonly ScriptStep[], rest: Partial<StepScope> = {}): Promise<string> {
  const roll = await settledRoll([...calls, { kind: "stop", reason: "calls" }, { kind: "done" }]);
  return say(nextStep(roll, scope(rest)));
}

const may = { mayReissue: true };
const hands = { mayHandBack: true };
const both = { mayReissue: true, mayHandBack: true };

describe("what a message that ended well means for its turn", () => {
  test.each<readonly [string, readonly ScriptStep[], Partial<StepScope>, string]>([
    ["no call", [], {}, "end done"],
    ["calls that fit", [fits, fits], {}, "results"],
    ["the provider's own calls alone", [search], {}, "end done"],
    ["a call that fits beside the provider's own", [search, fits], {}, "results"],
    ["a call that does not fit", [misfit], {}, "correction 0"],
    ["an unknown tool", [unknown], {}, "correction 0"],
    ["a call that fits beside one that does not", [fits, misfit], {}, "correction 1"],
    ["two calls that do not fit, in one correction", [misfit, fits, unknown], {}, "correction 0 2"],
    ["a call from before another model took over, and nothing else", [fits, handOver], {}, "end done"],
    ["one from before and one from behind it", [fits, handOver, fits], {}, "results"],
    ["one from before, and one behind that does not fit", [fits, handOver, misfit], {}, "correction 1"],
    [
      "one from before, and one behind that cannot be read",
      [fits, handOver, unreadable],
      {},
      "end unparseable not-json",
    ],
    ["an unreadable call", [unreadable], {}, "end unparseable not-json"],
    ["a call that breaks off", [incomplete], {}, "end unparseable incomplete"],
    ["an unreadable call beside one that fits", [fits, unreadable], {}, "end unparseable not-json"],
    ["an unreadable call beside one that does not fit", [misfit, unreadable], {}, "end unparseable not-json"],
    ["an unreadable call, where the request may be sent again", [fits, unreadable], may, "reissue"],
    ["an unreadable call, where it may go back", [fits, unreadable], hands, "correction 1"],
    ["unreadable and unfit calls, where they may go back", [misfit, incomplete], hands, "correction 0 1"],
    ["an unreadable call, where both are allowed", [unreadable], both, "correction 0"],
    ["a call whose validator broke", [unchecked], {}, "end not-checked"],
    ["a call whose validator broke beside one that fits", [fits, unchecked], {}, "end not-checked"],
    ["a call whose validator broke beside one that does not fit", [misfit, unchecked], {}, "end not-checked"],
  ])("%s", async (_what, calls, rest, expected) => {
    expect(await decide(calls, rest)).toBe(expected);
  });

  test("an unreadable call that may not be corrected any more is tried again, and else ends the turn", async () => {
    const corrections = createCorrections({ turn: 0, ofTool: () => undefined });

    expect(await decide([unreadable], { ...both, corrections })).toBe("reissue");
    expect(await decide([unreadable], { ...hands, corrections })).toBe("end unparseable not-json");
    expect(await decide([misfit], { corrections })).toBe("end not-corrected bound");
  });

  test("a failure that repeats itself ends the turn, also beside a new one", async () => {
    const corrections = createCorrections({ turn: 5, ofTool: () => undefined });
    corrections.begin(0, [{ tool: "no_such_tool", signature: "another" }]);
    const roll = await settledRoll([misfit, { kind: "stop", reason: "calls" }, { kind: "done" }]);
    const first = nextStep(roll, scope({ corrections }));
    expect(say(first)).toBe("correction 0");
    corrections.begin(1, [{ tool: "pay", signature: signatureOfMisfit }]);

    expect(await decide([misfit], { corrections })).toBe("end not-corrected repeated");
    expect(await decide([unknown, misfit], { corrections })).toBe("end not-corrected repeated");
  });
});

/** The tool, the cause, and what is wrong where: whole, as JSON. */
const signatureOfMisfit = '["pay","schema",["[\\"/amount\\",\\"type\\",\\"\\\\\\"five\\\\\\"\\"]"]]';

describe("what a message that did not end well means for its turn", () => {
  const cutCall = failed({ reason: "truncated", cause: "token-limit" });
  const refusedCall = failed({ reason: "truncated", cause: "refused" });

  test.each([
    ["a ceiling", completeRoll("ceiling", [cutCall]), "end truncated token-limit"],
    ["a ceiling without a call", completeRoll("ceiling"), "end truncated token-limit"],
    [
      "a ceiling behind a model that refused",
      completeRoll("ceiling", [refusedCall, cutCall]),
      "end truncated token-limit",
    ],
    ["a refusal", completeRoll("filtered", [refusedCall]), "end truncated refused"],
    ["a refusal without a call", completeRoll("filtered"), "end truncated refused"],
    [
      "a content filter",
      completeRoll("filtered", [failed({ reason: "truncated", cause: "content-filter" })]),
      "end truncated content-filter",
    ],
    ["a stop that nobody knows", completeRoll("unknown"), "end truncated unknown-stop"],
    ["a pause", completeRoll("paused", [failed({ reason: "truncated", cause: "paused" })]), "continuation"],
    ["a lost connection", lostRoll({ cause: "disconnected", detail: "reset" }), "end abandoned disconnected"],
    ["a cancel", lostRoll({ cause: "cancelled", detail: "aborted" }), "end abandoned cancelled"],
  ])("%s", (_what, roll, expected) => {
    expect(say(nextStep(roll, scope()))).toBe(expected);
  });

  test("a lost connection is tried again where it may be", () => {
    expect(say(nextStep(lostRoll({ cause: "idle", detail: "" }), scope(may)))).toBe("reissue");
  });

  test("the end says what was seen, and what to change", () => {
    const step = nextStep(completeRoll("ceiling", [cutCall]), scope({ advice: "raise max_tokens" }));

    expect(step).toEqual({
      kind: "end",
      ending: { kind: "truncated", cause: "token-limit", detail: "what was seen", advice: "raise max_tokens" },
    });
  });
});
