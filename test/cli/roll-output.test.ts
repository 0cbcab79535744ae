import { readFile } from "node:fs/promises";

import { describe, expect, test } from "vitest";

import { rollDocument } from "../../src/cli/replay/json-document.ts";
import { rollTable } from "../../src/cli/replay/roll-table.ts";
import { displayWidth } from "../../src/view/terminal/display-width.ts";
import { paintFor, plainPaint } from "../../src/cli/screen/style.ts";
import type { RollResult } from "../../src/protocol/roll-event.ts";
import { abandoned, complete, count, dispatchable, failed, invalid, observed } from "../view/made-outcomes.ts";
import { memoryOutput } from "./memory-output.ts";

const mixed: RollResult = {
  ending: complete("max_tokens", "ceiling"),
  outcomes: [
    dispatchable({ title: "Broken lamp" }, { index: 0, id: "call_0", bytes: 23, fragments: 4 }),
    invalid(
      "schema",
      [
        {
          path: "/priority",
          keyword: "enum",
          expected: "one of the allowed values",
          allowed: ["low", "normal"],
          received: '"high"',
          message: "must be one of the allowed values",
        },
      ],
      { index: 1, id: "call_1" },
    ),
    failed("truncated/token-limit", { index: 2, id: "call_2", name: "send_payment" }),
    observed({ index: 3, id: "srv_3", name: "web_search", bytes: 9, fragments: 1 }),
  ],
  count: count({ dispatchable: 1, invalid: 1, failed: 1, observed: 1 }),
  faults: [{ code: "late-event", detail: "something came after the stop" }],
};

const roll = { formatName: "anthropic-messages", result: mixed, text: "I'll create that\nticket." };

describe("the JSON document", () => {
  test("has this shape, in this order", () => {
    expect(JSON.stringify(rollDocument(roll), null, 1)).toBe(
      JSON.stringify(
        {
          format: "anthropic-messages",
          ending: {
            kind: "complete",
            stop: "max_tokens",
            class: "ceiling",
            cause: null,
            line: "⊘ the answer was cut short",
          },
          announced: 4,
          calls: [
            {
              index: 0,
              id: "call_0",
              name: "create_ticket",
              runBy: "client",
              kind: "dispatchable",
              args: { title: "Broken lamp" },
              bytes: 23,
              fragments: 4,
              line: "create_ticket — ready",
            },
            {
              index: 1,
              id: "call_1",
              name: "create_ticket",
              runBy: "client",
              kind: "invalid",
              cause: "schema",
              issues: [
                {
                  path: "/priority",
                  keyword: "enum",
                  expected: "one of the allowed values",
                  allowed: ["low", "normal"],
                  received: '"high"',
                  message: "must be one of the allowed values",
                },
              ],
              bytes: 124,
              fragments: 31,
              line: "⊘ create_ticket — not run (the request did not fit the tool)",
            },
            {
              index: 2,
              id: "call_2",
              name: "send_payment",
              runBy: "client",
              kind: "failed",
              reason: "truncated",
              cause: "token-limit",
              bytes: 124,
              fragments: 31,
              line: "⊘ send_payment — not run (the request was cut short)",
            },
            {
              index: 3,
              id: "srv_3",
              name: "web_search",
              runBy: "provider",
              kind: "observed",
              bytes: 9,
              fragments: 1,
              line: "· web_search — run by the provider",
            },
          ],
          text: "I'll create that\nticket.",
          faults: [{ code: "late-event", detail: "something came after the stop" }],
        },
        null,
        1,
      ),
    );
  });

  test("is the one that the documentation shows", async () => {
    const page = await readFile(new URL("../../docs/cli.md", import.meta.url), "utf8");
    const shown = /^```json\n(\{\n {2}"format"[\s\S]*?)\n```$/m.exec(page)?.[1];
    const outcome = failed("truncated/token-limit", { id: "toolu_01", bytes: 140, fragments: 36 });
    const ending = complete("max_tokens", "ceiling");
    const result: RollResult = { ending, outcomes: [outcome], count: count({ failed: 1 }), faults: [] };
    const text = "I'll create that ticket for you now.";

    const document = rollDocument({ formatName: "anthropic-messages", result, text });

    expect(JSON.stringify(document, null, 2)).toBe(shown);
  });

  test("states an abandoned ending with nulls where nothing was stated", () => {
    const result: RollResult = { ending: abandoned("ended-early"), outcomes: [], count: count(), faults: [] };

    expect(rollDocument({ formatName: "openai-chat", result, text: "" })).toEqual({
      format: "openai-chat",
      ending: {
        kind: "abandoned",
        stop: null,
        class: null,
        cause: "ended-early",
        line: "⊘ the answer ended early — nothing was run",
      },
      announced: 0,
      calls: [],
      text: "",
      faults: [],
    });
  });
});

function tableAt(width: number, result: RollResult = mixed): string {
  return rollTable({
    ...roll,
    result,
    title: "answer.sse",
    notes: ["no schema was checked"],
    width,
    paint: plainPaint,
  });
}

describe("the table", () => {
  test("shows the calls, what is said of them, the ending, the faults and the count that adds up", () => {
    expect(tableAt(100)).toBe(
      `answer.sse · anthropic-messages

“I'll create that ticket.”

#  tool           outcome       cause                   bytes  fragments
0  create_ticket  dispatchable                             23          4
1  create_ticket  invalid       schema                    124         31
2  send_payment   failed        truncated: token-limit    124         31
3  web_search     observed                                  9          1

create_ticket — ready
⊘ create_ticket — not run (the request did not fit the tool)
  /priority: expected one of the allowed values ("low", "normal"); received "high"
⊘ send_payment — not run (the request was cut short)
· web_search — run by the provider
⊘ the answer was cut short

ending  complete, stop "max_tokens" (ceiling)
faults  late-event: something came after the stop
calls   4 announced = 1 dispatchable + 1 invalid + 1 failed + 1 observed
note    no schema was checked
`,
    );
  });

  test("cuts the names of tools on a narrow screen", () => {
    expect(tableAt(71)).toContain("1  create_tick…  invalid       schema                    124         31\n");
  });

  test("becomes a list where a table has no room", () => {
    expect(tableAt(40)).toContain("2  send_payment\n   failed, truncated: token-limit\n   bytes 124, fragments 31\n");
  });

  test.each([24, 30, 40, 56, 60, 80, 120])("stays within %i columns", (width) => {
    const widest = Math.max(...tableAt(width).split("\n").map(displayWidth));

    expect(widest).toBeLessThanOrEqual(width);
  });

  test("says that no call was announced", () => {
    const result: RollResult = { ending: complete("stop", "clean"), outcomes: [], count: count(), faults: [] };

    expect(tableAt(80, result)).toContain("\n\nNo call was announced.\n\n");
    expect(tableAt(80, result)).toContain("faults  none\n");
  });

  test("lets no provider string act on the terminal", () => {
    const hostile = "\u{1B}[2J\u{202E}\u{7}";
    const result: RollResult = {
      ending: { ...abandoned("provider-error"), stop: hostile, detail: hostile },
      outcomes: [failed("abandoned/provider-error", { name: hostile })],
      count: count({ failed: 1 }),
      faults: [{ code: "odd", detail: hostile }],
    };

    const table = rollTable({
      formatName: "openai-chat",
      result,
      text: hostile,
      title: hostile,
      notes: [],
      width: 80,
      paint: plainPaint,
    });

    expect(table).not.toMatch(/[\u{1B}\u{202E}\u{7}]/u);
  });
});

describe("color", () => {
  test("is there on a terminal only, and never against NO_COLOR", () => {
    const terminal = memoryOutput(80, true);

    expect(paintFor(terminal, {})("good", "ready")).toBe("\u{1B}[32mready\u{1B}[0m");
    expect(paintFor(terminal, { NO_COLOR: "1" })("good", "ready")).toBe("ready");
    expect(paintFor(terminal, { NO_COLOR: "" })("good", "ready")).toBe("\u{1B}[32mready\u{1B}[0m");
    expect(paintFor(terminal, { TERM: "dumb" })("good", "ready")).toBe("ready");
    expect(paintFor(memoryOutput(80, false), {})("good", "ready")).toBe("ready");
  });
});
