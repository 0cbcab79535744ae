import { expect, test } from "vitest";

import { showRoll } from "../../../src/terminal.ts";
import type { RollEvent } from "../../../src/protocol/roll-event.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { abandoned, complete, count, dispatchable, failed } from "../made-outcomes.ts";
import { tools } from "../support/show.ts";
import { createEmulator } from "./support/emulator.ts";

const opening: readonly RollEvent[] = [
  { type: "text", text: "Both of them." },
  { type: "announced", index: 0, id: null, name: "create_ticket", runBy: "client", input: "json" },
  { type: "fragment", index: 0, text: '{"title":"Lamp"}' },
  { type: "announced", index: 1, id: null, name: "find_customer", runBy: "client", input: "json" },
];

async function shownOf(events: readonly RollEvent[], error?: Error): Promise<readonly string[]> {
  const emulator = createEmulator();
  const clock = createManualClock();
  async function* roll(): AsyncGenerator<RollEvent> {
    for (const event of events) {
      yield event;
      await clock.advance(100);
    }
    if (error !== undefined) throw error;
  }
  const shown = showRoll(roll(), { output: emulator.output, clock, display: tools });
  await (error === undefined ? shown : expect(shown).rejects.toThrow(error));
  expect(clock.pending()).toBe(0);
  return emulator.rows();
}

test("a message without a turn ends in the lines of its calls; what can run is ready", async () => {
  const rows = await shownOf([
    ...opening,
    { type: "settled", outcome: dispatchable({}) },
    { type: "settled", outcome: failed("unparseable/not-json", { index: 1, name: "find_customer" }) },
    { type: "ended", ending: complete("tool_use", "clean"), count: count({ dispatchable: 1, failed: 1 }) },
  ]);

  expect(rows).toEqual([
    "Both of them.",
    "",
    "create_ticket — ready",
    "    title  Lamp",
    "⊘ find_customer — not run (the request was unreadable)",
  ]);
});

test("a message that broke off says so below its calls (R12)", async () => {
  const rows = await shownOf([
    ...opening,
    { type: "settled", outcome: failed("abandoned/disconnected") },
    { type: "settled", outcome: failed("abandoned/disconnected", { index: 1, name: "find_customer" }) },
    { type: "ended", ending: abandoned("disconnected"), count: count({ failed: 2 }) },
  ]);

  expect(rows).toEqual([
    "Both of them.",
    "",
    "⊘ create_ticket — not run (connection lost)",
    "    title  Lamp",
    "⊘ find_customer — not run (connection lost)",
    "⊘ the connection was lost — nothing was run",
  ]);
});

test("events that end without an ending, and events that throw, leave no call open (R12)", async () => {
  const lines = (why: string, what: string): readonly string[] => [
    "Both of them.",
    "",
    `⊘ create_ticket — not run (${why})`,
    "    title  Lamp",
    `⊘ find_customer — not run (${why})`,
    `⊘ ${what} — nothing was run`,
  ];

  expect(await shownOf(opening)).toEqual(lines("the answer ended early", "the answer ended early"));
  expect(await shownOf(opening, new Error("broken"))).toEqual(lines("connection lost", "the connection was lost"));
});
