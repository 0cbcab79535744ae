import { describe, expect, test } from "vitest";

import { createCorrections, type Correctable } from "../../src/turn/corrections.ts";
import { callFacts, completeRoll, failed, invalid, lostRoll, settledRoll } from "../support/made-rolls.ts";

const pay = (signature: string): Correctable => ({ tool: "pay", signature });
const look = (signature: string): Correctable => ({ tool: "look", signature });

function corrections(turn: number, ofTool: Readonly<Record<string, number>> = {}) {
  return createCorrections({ turn, ofTool: (name) => ofTool[name] });
}

describe("how often a turn is corrected", () => {
  test("R8 as often as its bound says, with a new failure each time", () => {
    const counted = corrections(2);

    expect(counted.judge([pay("a")])).toBe("allowed");
    expect(counted.begin(0, [pay("a")])).toBe(1);
    expect(counted.judge([pay("b")])).toBe("allowed");
    expect(counted.begin(1, [pay("b")])).toBe(2);
    expect(counted.judge([pay("c")])).toBe("bound");
  });

  test("R8 not at all with a bound of 0", () => {
    expect(corrections(0).judge([pay("a")])).toBe("bound");
  });

  test("R8 not again for a failure that repeats itself, also not beside a new one or much later", () => {
    const counted = corrections(9);
    counted.begin(0, [pay("a"), look("b")]);
    counted.begin(1, [pay("c")]);

    expect(counted.judge([look("b")])).toBe("repeated");
    expect(counted.judge([pay("d"), pay("a")])).toBe("repeated");
    expect(counted.judge([pay("d")])).toBe("allowed");
  });

  test("a repeated failure is said before the bound", () => {
    const counted = corrections(1);
    counted.begin(0, [pay("a")]);

    expect(counted.judge([pay("a")])).toBe("repeated");
  });

  test("a message with several calls is one correction", () => {
    const counted = corrections(1);

    expect(counted.begin(0, [pay("a"), pay("b"), look("c")])).toBe(1);
    expect(counted.attempts.map(({ tool, attempt }) => [tool, attempt])).toEqual([
      ["pay", 1],
      ["look", 1],
    ]);
  });

  test("a tool's own bound lowers the turn's, and does not raise it", () => {
    const counted = corrections(2, { pay: 1, look: 9 });
    counted.begin(0, [pay("a")]);

    expect(counted.judge([pay("b")])).toBe("bound");
    expect(counted.judge([look("c")])).toBe("allowed");
    expect(counted.judge([look("c"), pay("b")])).toBe("bound");
    counted.begin(1, [look("c")]);
    expect(counted.judge([look("d")])).toBe("bound");
  });

  test("a tool with a bound of 0 is never corrected", () => {
    expect(corrections(2, { pay: 0 }).judge([pay("a")])).toBe("bound");
  });
});

describe("what became of a correction", () => {
  const lost = lostRoll({ cause: "idle", detail: "" });

  test.each([
    ["the call came again and did not fit", completeRoll("clean", [invalid("schema")]), "invalid-again"],
    ["another tool was called", completeRoll("clean", [invalid("schema", { name: "look" })]), "not-repeated"],
    ["nothing was called", completeRoll("clean"), "not-repeated"],
    [
      "the call was cut",
      completeRoll("ceiling", [failed({ reason: "truncated", cause: "token-limit" })]),
      "unanswered",
    ],
    ["the answer was lost", lost, "unanswered"],
  ])("is said by the next answer that stands: %s", (_what, roll, result) => {
    const counted = corrections(2);
    counted.begin(3, [pay("a")]);

    counted.answer(roll);

    expect(counted.attempts).toEqual([{ tool: "pay", attempt: 1, message: 3, result }]);
  });

  test("is that it recovered where the call came again and fitted", async () => {
    const counted = corrections(2);
    counted.begin(0, [pay("a")]);

    counted.answer(
      await settledRoll([
        { kind: "call", name: "pay", arguments: '{"amount":5}' },
        { kind: "stop", reason: "calls" },
        { kind: "done" },
      ]),
    );

    expect(counted.attempts.map(({ result }) => result)).toEqual(["recovered"]);
  });

  test("is unknown before there is an answer, and each answer speaks of the last correction alone", () => {
    const counted = corrections(3);
    counted.begin(0, [pay("a")]);
    expect(counted.attempts.map(({ result }) => result)).toEqual(["unanswered"]);

    counted.answer(
      completeRoll("clean", [{ kind: "observed", call: callFacts({ name: "web_search" }) }, invalid("schema")]),
    );
    counted.begin(1, [pay("b")]);
    counted.answer(completeRoll("clean"));

    expect(counted.attempts).toEqual([
      { tool: "pay", attempt: 1, message: 0, result: "invalid-again" },
      { tool: "pay", attempt: 2, message: 1, result: "not-repeated" },
    ]);
  });
});
