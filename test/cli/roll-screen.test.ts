import { describe, expect, test } from "vitest";

import { createRollScreen } from "../../src/cli/screen/roll-screen.ts";
import { plainPaint } from "../../src/cli/screen/style.ts";
import type { RollEvent } from "../../src/protocol/roll-event.ts";
import { abandoned, complete, count, dispatchable, failed, observed } from "../view/made-outcomes.ts";
import { memoryOutput } from "./memory-output.ts";
import { shownOn } from "./tiny-screen.ts";

function announced(index: number, name: string, runBy: "client" | "provider" = "client"): RollEvent {
  return { type: "announced", index, id: null, name, runBy, input: "json" };
}

const twoCalls: readonly RollEvent[] = [
  { type: "text", text: "I'll do " },
  { type: "text", text: "both." },
  announced(0, "create_ticket"),
  { type: "fragment", index: 0, text: '{"é":' },
  announced(1, "send_payment"),
  { type: "fragment", index: 1, text: "{}" },
  { type: "closed", index: 1 },
];

const twoEnds: readonly RollEvent[] = [
  { type: "settled", outcome: failed("abandoned/disconnected", { index: 0 }) },
  { type: "settled", outcome: failed("abandoned/disconnected", { index: 1, name: "send_payment" }) },
  { type: "ended", ending: abandoned("disconnected"), count: count({ failed: 2 }) },
];

function show(events: readonly RollEvent[], redraws: boolean, width: number = 80): readonly string[] {
  const output = memoryOutput(width, redraws);
  const screen = createRollScreen({ output, paint: plainPaint, redraws });
  for (const event of events) screen.apply(event);
  return shownOn(output.printed());
}

describe("a roll on a terminal", () => {
  test("shows each open call with the bytes that came, and does not trust a closed one", () => {
    expect(show(twoCalls, true)).toEqual([
      "  I'll do both.",
      "  create_ticket — preparing… 6 bytes",
      "  send_payment — preparing… 2 bytes, waiting for the answer to end",
      "",
    ]);
  });

  test("counts a single byte as one", () => {
    const opening = [announced(0, "create_ticket"), { type: "fragment", index: 0, text: "{" }] as const;

    expect(show(opening, true)).toEqual(["  create_ticket — preparing… 1 byte", ""]);
  });

  test("ends with stated lines, and nothing that still claims to go on (R12)", () => {
    expect(show([...twoCalls, ...twoEnds], true)).toEqual([
      "  I'll do both.",
      "  ⊘ create_ticket — not run (connection lost)",
      "  ⊘ send_payment — not run (connection lost)",
      "  ⊘ the connection was lost — nothing was run",
      "",
    ]);
  });

  test("cuts its moving lines to the width, so that they can be drawn again", () => {
    const lines = show([...twoCalls, { type: "fragment", index: 0, text: "x" }], true, 24);

    expect(lines).toEqual(["  I'll do both.", "  create_ticket — prep…", "  send_payment — prepa…", ""]);
  });

  test("lets text between two calls take its place above them", () => {
    expect(
      show([announced(0, "create_ticket"), { type: "text", text: "and\nthen " }, announced(1, "b")], true),
    ).toEqual(["  and", "  then", "  create_ticket — preparing…", "  b — preparing…", ""]);
  });

  test("claims nothing any more once it is left in the middle", () => {
    const output = memoryOutput(80, true);
    const screen = createRollScreen({ output, paint: plainPaint, redraws: true });
    for (const event of twoCalls) screen.apply(event);

    screen.end();

    expect(shownOn(output.printed())).toEqual(["  I'll do both.", ""]);
  });
});

describe("a roll in plain lines", () => {
  test("prints every line once, without any control", () => {
    const output = memoryOutput();
    const screen = createRollScreen({ output, paint: plainPaint, redraws: false });
    for (const event of [...twoCalls, ...twoEnds]) screen.apply(event);

    expect(output.printed()).toBe(
      "  I'll do both.\n" +
        "  create_ticket — preparing… 6 bytes\n" +
        "  ⊘ create_ticket — not run (connection lost)\n" +
        "  send_payment — preparing… 2 bytes\n" +
        "  ⊘ send_payment — not run (connection lost)\n" +
        "  ⊘ the connection was lost — nothing was run\n",
    );
  });

  test("says who runs a call of the provider", () => {
    const events: readonly RollEvent[] = [
      announced(0, "web_search", "provider"),
      { type: "settled", outcome: observed({ index: 0, name: "web_search" }) },
      { type: "ended", ending: complete("end_turn", "clean"), count: count({ observed: 1 }) },
    ];

    expect(show(events, false)).toEqual([
      "  web_search — the provider runs it…",
      "  · web_search — run by the provider",
      "",
    ]);
  });

  test("wraps text between words, and keeps what acts on a terminal out of it", () => {
    const events: readonly RollEvent[] = [
      { type: "text", text: "one two three fo" },
      { type: "text", text: "ur\u{1B}[2J five" },
      announced(0, "\u{1B}[2J"),
      { type: "settled", outcome: dispatchable({}, { index: 0, name: "\u{1B}[2J" }) },
    ];

    const output = memoryOutput(17);
    const screen = createRollScreen({ output, paint: plainPaint, redraws: false });
    for (const event of events) screen.apply(event);

    expect(output.printed()).toBe(
      "  one two three\n  four\u{FFFD}[2J five\n  \u{FFFD}[2J —\n    preparing…\n  \u{FFFD}[2J — ready\n",
    );
  });
});
