import { describe, expect, test } from "vitest";

import { showTurn, type ShowTurnOptions } from "../../../src/terminal.ts";
import type { TurnEvent } from "../../../src/protocol/turn-event.ts";
import { english, german } from "../../../src/view.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { abandoned, callFacts, dispatchable, failed } from "../made-outcomes.ts";
import { tools } from "../support/show.ts";
import { madeMessage, turnEnded } from "../support/turn-events.ts";

const first = madeMessage(0);
const second = madeMessage(1);
const done = { kind: "done", call: callFacts(), value: 7, isReplay: false, note: null } as const;

const asked = [
  first.request(),
  first.text("I'll create that\nticket for you now.\n\n"),
  first.announced(0, "create_ticket"),
];
const withdrawn = [
  ...asked,
  first.fragment(0, '{"title":"La'),
  first.settled(failed("abandoned/disconnected")),
  first.ended(abandoned("disconnected")),
  first.withdrawn(abandoned("disconnected")),
];
const again = [
  second.request("reissue"),
  second.text("Now it is created."),
  second.announced(0, "create_ticket"),
  second.fragment(0, '{"title":"Lamp"}'),
  second.settled(dispatchable({})),
  second.ended(),
  second.running(0),
  second.answered(0, done),
];
const turnDone = turnEnded({ kind: "done" });

/** What is written while the events come one frame after the other, write by write. */
async function written(
  events: readonly TurnEvent[],
  options: Partial<ShowTurnOptions> = {},
): Promise<readonly string[]> {
  const writes: string[] = [];
  const clock = createManualClock();
  async function* turn(): AsyncGenerator<TurnEvent> {
    for (const event of events) {
      yield event;
      await clock.advance(100);
    }
  }
  await showTurn(turn(), { output: { write: (text) => writes.push(text) }, clock, display: tools, ...options });
  return writes;
}

describe("a turn in a pipe", () => {
  test("is a line for each ending, written when it is known, once, without any control (R12)", async () => {
    expect(await written([...withdrawn, ...again, turnDone])).toEqual([
      "Now it is created.\n",
      "✓ create_ticket — done\n",
    ]);
  });

  test("keeps the lines of a text and wraps none of them", async () => {
    const long = `${"word ".repeat(40)}end`;
    const events = [...asked.slice(0, 2), first.text(long), first.ended(), turnDone];

    expect(await written(events, { output: { write: () => {}, columns: 20 } })).toEqual([]);
    expect(await written(events)).toEqual([`I'll create that\nticket for you now.\n\n${long}\n`]);
  });

  test("speaks the language that it is given", async () => {
    const events = [...asked, turnEnded({ kind: "cancelled", by: "person" })];

    expect((await written(events, { words: german })).join("")).toBe(
      "I'll create that\nticket for you now.\n⊘ create_ticket — abgebrochen\n⊘ abgebrochen — es wurde nichts ausgeführt\n",
    );
    expect((await written(events, { words: english })).at(-1)).toContain("cancelled");
  });

  test.each([
    ["FORCE_COLOR", { FORCE_COLOR: "1" }, undefined, true],
    ["FORCE_COLOR against NO_COLOR", { FORCE_COLOR: "1", NO_COLOR: "1" }, undefined, true],
    ["FORCE_COLOR=0", { FORCE_COLOR: "0" }, undefined, false],
    ["nothing", {}, undefined, false],
    ["an empty FORCE_COLOR", { FORCE_COLOR: "" }, undefined, false],
    ["the caller", { NO_COLOR: "1" }, true, true],
    ["the caller against FORCE_COLOR", { FORCE_COLOR: "1" }, false, false],
  ])("with %s: %j %j colors are written: %j", async (_who, environment, color, isColored) => {
    const text = (await written([...again, turnDone], { environment, color })).join("");

    expect(text).toBe(
      isColored
        ? "Now it is created.\n\u{1B}[32m✓ \u{1B}[0m\u{1B}[1mcreate_ticket\u{1B}[0m\u{1B}[32m — done\u{1B}[0m\n"
        : "Now it is created.\n✓ create_ticket — done\n",
    );
  });

  test.each([
    [{ LC_ALL: "C", LANG: "en_US.UTF-8" }, "+ create_ticket - done"],
    [{ LANG: "POSIX" }, "+ create_ticket - done"],
    [{ LC_ALL: "", LC_CTYPE: "de_DE.utf8", LANG: "C" }, "✓ create_ticket — done"],
    [{ LANG: "C.UTF-8" }, "✓ create_ticket — done"],
    [{}, "✓ create_ticket — done"],
  ])("in the locale %j a call that ran reads: %s", async (environment, line) => {
    expect((await written([...again, turnDone], { environment })).at(-1)).toBe(`${line}\n`);
  });

  test("is what a dumb terminal gets", async () => {
    const writes: string[] = [];
    const output = { isTTY: true, columns: 80, write: (text: string) => writes.push(text) };
    await written([...withdrawn, ...again, turnDone], { output, environment: { TERM: "dumb" } });

    expect(writes).toEqual(["Now it is created.\n", "✓ create_ticket — done\n"]);
  });
});
