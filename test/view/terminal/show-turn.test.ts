import { describe, expect, test } from "vitest";

import { showTurn } from "../../../src/terminal.ts";
import type { TurnEvent } from "../../../src/protocol/turn-event.ts";
import { createManualClock, settleTasks } from "../../support/manual-clock.ts";
import { abandoned, callFacts, dispatchable, failed, invalid, observed } from "../made-outcomes.ts";
import { tools } from "../support/show.ts";
import { madeMessage, turnEnded } from "../support/turn-events.ts";
import { createEmulator } from "./support/emulator.ts";
import { openStage } from "./support/stage.ts";

const first = madeMessage(0);
const second = madeMessage(1);
const preamble = "I'll create that ticket for you now.";
const done = { kind: "done", call: callFacts(), value: 7, isReplay: false, note: null } as const;
const turnDone = turnEnded({ kind: "done" });

const asked = [first.request(), first.text(preamble), first.announced(0, "create_ticket")];
const ready = [...asked, first.fragment(0, '{"title":"Lamp"}'), first.settled(dispatchable({})), first.ended()];
const ran = [...ready, first.running(0), first.answered(0, done)];

describe("a turn on a terminal", () => {
  test("shows what a call is doing, and ends it in its line (R12)", async () => {
    const stage = openStage();

    expect(await stage.after(first.request())).toEqual(["⠙ waiting for the model"]);
    expect(await stage.after(first.text(preamble), first.announced(0, "create_ticket"))).toEqual([
      preamble,
      "",
      "⠹ create_ticket — preparing",
    ]);
    expect(await stage.after(first.fragment(0, '{"title":"La'))).toEqual([
      preamble,
      "",
      "⠸ create_ticket — preparing · 12 B received",
      "    title  La",
    ]);
    expect(await stage.after(first.fragment(0, 'mp"}'), first.settled(dispatchable({})), first.ended())).toEqual([
      preamble,
      "",
      "  create_ticket — ready",
      "    title  Lamp",
    ]);
    expect(await stage.after(first.running(0))).toEqual([preamble, "", "⠴ create_ticket — running", "    title  Lamp"]);
    expect(await stage.after(first.answered(0, done), second.request())).toEqual([
      preamble,
      "",
      "✓ create_ticket — done",
      "    title  Lamp",
      "⠦ waiting for the model",
    ]);
    expect(await stage.after(second.text("It is number 7."), second.ended(), turnDone)).toEqual([
      preamble,
      "",
      "✓ create_ticket — done",
      "    title  Lamp",
      "",
      "It is number 7.",
    ]);
    expect((await stage.over).isOpen).toBe(false);
    expect(await stage.emulator.cursorRow()).toBe(6);
  });

  test("says for how many seconds nothing came, and moves nothing meanwhile (R12)", async () => {
    const stage = openStage();
    await stage.after(...asked);

    expect(await stage.pass(4800)).toEqual([preamble, "", "⠏ create_ticket — preparing"]);
    expect(await stage.pass(200)).toEqual([preamble, "", "… create_ticket — preparing · nothing new for 5 s"]);
    expect(await stage.pass(7050)).toEqual([preamble, "", "… create_ticket — preparing · nothing new for 12 s"]);
    expect(await stage.after(first.fragment(0, "{"))).toEqual([
      preamble,
      "",
      "⠹ create_ticket — preparing · 1 B received",
    ]);
  });

  test("says that a text stopped in the middle, and for how long the model is waited for", async () => {
    const stage = openStage();

    expect(await stage.after(first.request())).toEqual(["⠙ waiting for the model"]);
    expect(await stage.pass(6000)).toEqual(["⠙ waiting for the model · nothing new for 6 s"]);
    expect(await stage.after(first.text("Well,"))).toEqual(["Well,"]);
    expect(await stage.pass(5900)).toEqual(["Well,", "", "… nothing new for 6 s"]);
  });

  test("shows thoughts while they last and leaves nothing of them", async () => {
    const stage = openStage();

    expect(await stage.after(first.request(), first.reasoning("Hm."))).toEqual(["⠙ thinking"]);
    expect(await stage.after(first.text("Yes."))).toEqual(["Yes."]);
  });

  test("keeps a call that is corrected in its place", async () => {
    const stage = openStage();
    await stage.after(...asked, first.fragment(0, '{"title":1}'), first.settled(invalid("schema")), first.ended());

    expect(await stage.after(first.correcting(1, [0]), second.request("correction"))).toEqual([
      preamble,
      "",
      "⠹ create_ticket — preparing · 124 B received",
      "    title  1",
      "⠹ waiting for the model",
    ]);
    expect(
      await stage.after(
        second.announced(0, "create_ticket"),
        second.fragment(0, '{"title":"Lamp"}'),
        second.settled(dispatchable({})),
        second.ended(),
        second.running(0),
        second.answered(0, done),
        turnDone,
      ),
    ).toEqual([preamble, "", "✓ create_ticket — done", "    title  Lamp"]);
  });

  test("shows what was taken back once, as it came the second time", async () => {
    const stage = openStage();
    await stage.after(...asked, first.fragment(0, '{"title":"La'));
    await stage.after(
      first.settled(failed("abandoned/disconnected")),
      first.ended(abandoned("disconnected")),
      first.withdrawn(abandoned("disconnected")),
    );

    expect(await stage.pass(400)).toEqual([
      preamble,
      "",
      "⠦ create_ticket — preparing · 124 B received",
      "    title  La",
      "⠦ waiting for the model",
    ]);
    expect(
      await stage.after(
        second.request("reissue"),
        second.text("I'll create it now."),
        second.announced(0, "create_ticket"),
        second.fragment(0, '{"title":"Lamp"}'),
        second.settled(dispatchable({})),
        second.ended(),
        second.running(0),
        second.answered(0, done),
        turnDone,
      ),
    ).toEqual(["I'll create it now.", "", "✓ create_ticket — done", "    title  Lamp"]);
  });

  test("says below the words of the model that nothing was run (R12)", async () => {
    const stage = openStage();

    expect(
      await stage.after(
        ...asked,
        first.settled(failed("truncated/token-limit")),
        first.ended({ kind: "complete", stop: "max_tokens", class: "ceiling", cause: null, detail: "" }),
        turnEnded({ kind: "truncated", cause: "token-limit" }),
      ),
    ).toEqual([
      preamble,
      "",
      "⊘ create_ticket — not run (the request was cut short)",
      "⊘ the answer was cut short — nothing was run",
    ]);
  });

  test("shows calls side by side, each with its own ending", async () => {
    const stage = openStage();
    const pair = [
      first.request(),
      first.announced(0, "find_customer"),
      first.announced(1, "send_payment"),
      first.fragment(1, '{"amount":12.50,"to":"Ada"}'),
      first.announced(2, "web_search", "provider"),
    ];

    expect(await stage.after(...pair)).toEqual([
      "⠙ find_customer — preparing",
      "⠙ send_payment — preparing · 27 B received",
      "    amount  12.50",
      "⠙ web_search — preparing",
    ]);
    expect(
      await stage.after(
        first.settled(dispatchable({}, { index: 0, name: "find_customer" })),
        first.settled(failed("unparseable/incomplete", { index: 1, name: "send_payment" })),
        first.settled(observed({ index: 2, name: "web_search" })),
        first.ended(),
        first.running(0),
        first.answered(0, { ...done, kind: "errored", note: "" }),
        turnDone,
      ),
    ).toEqual([
      "✗ find_customer — ran and failed (can be tried again)",
      "⊘ send_payment — not run (the request was cut short)",
      "    amount  12.50",
      "· web_search — run by the provider",
    ]);
  });

  test("shows a turn that it runs itself, and what it throws after the screen is in order", async () => {
    const clock = createManualClock();
    const emulator = createEmulator();
    async function* turn(): AsyncGenerator<TurnEvent> {
      yield* [...ready, first.running(0)];
      throw new Error("broken");
    }

    await expect(showTurn(turn(), { output: emulator.output, clock, display: tools })).rejects.toThrow("broken");

    expect(await emulator.rows()).toEqual([
      preamble,
      "",
      "? create_ticket — may have run (check before trying again)",
      "    title  Lamp",
      "⊘ the connection was lost — may have run: create_ticket",
    ]);
    expect(clock.pending()).toBe(0);
  });

  test("lets the turn come to its end where the output fails, and then says so", async () => {
    const clock = createManualClock();
    const taken: string[] = [];
    async function* turn(): AsyncGenerator<TurnEvent> {
      for (const event of [...ran, turnDone]) {
        yield event;
        taken.push(event.type);
        await clock.advance(100);
      }
    }
    const output = {
      isTTY: true,
      write: () => {
        throw new Error("no terminal");
      },
    };

    await expect(showTurn(turn(), { output, clock })).rejects.toThrow("no terminal");

    expect(taken.at(-1)).toBe("turn-ended");
    expect(clock.pending()).toBe(0);
  });
});

describe("a screen that is not like the others", () => {
  test("wraps at words where it is narrow, and says all of a line", async () => {
    const stage = openStage({ columns: 24 });

    expect(await stage.after(...asked, first.fragment(0, '{"title":"The lamp in the hall is'))).toEqual([
      "I'll create that ticket",
      "for you now.",
      "",
      "⠙ create_ticket —",
      "  preparing · 33 B",
      "  received",
      "    title  …the hall is",
    ]);
    expect(await stage.pass(5000)).toContain("  received · nothing new");
    expect(await stage.after(first.ended(abandoned("idle")), turnEnded({ kind: "abandoned", cause: "idle" }))).toEqual([
      "I'll create that ticket",
      "for you now.",
      "",
      "⊘ create_ticket — not",
      "  run (connection lost)",
      "    title  The lamp in…",
      "⊘ the connection was",
      "  lost — nothing was run",
    ]);
  });

  test("breaks Japanese between characters, and no row begins with a full stop", async () => {
    const stage = openStage({ columns: 12 });

    expect(await stage.after(first.request(), first.text("チケットを作成します。お待ちください👍👍"))).toEqual([
      "チケットを作",
      "成します。お",
      "待ちください",
      "👍👍",
    ]);
  });

  test("draws over itself exactly once after the window was made narrower or wider", async () => {
    const stage = openStage({ columns: 60, rows: 20 });
    await stage.after(...ran, second.request(), second.announced(0, "find_customer"));
    await stage.emulator.resize(20, 20);

    const narrow = [
      "I'll create that tic",
      "ket for you now.",
      "",
      "✓ create_ticket — do",
      "ne",
      "    title  Lamp",
      "⠹ find_customer —",
      "  preparing",
    ];
    expect(await stage.pass(100)).toEqual(narrow);
    await stage.emulator.resize(60, 20);
    expect(await stage.pass(100)).toEqual([
      preamble,
      "",
      "✓ create_ticket — done",
      "    title  Lamp",
      "⠸ find_customer — preparing",
    ]);
  });

  test("shows the end of what is taller than the screen, and all of it when it stands", async () => {
    const stage = openStage({ columns: 20, rows: 5 });
    const poem = ["one", "two", "three", "four", "five", "six"];

    expect(await stage.after(first.request(), first.text(poem.join("\n")))).toEqual(["…", "four", "five", "six"]);
    expect(await stage.after(first.text("\nseven"))).toEqual(["…", "five", "six", "seven"]);
    expect(await stage.after(first.ended(), turnDone)).toEqual([...poem, "seven"]);
  });

  test("uses ASCII alone where the locale has no more", async () => {
    const stage = openStage({ environment: { LANG: "en_US.ISO-8859-1" } });

    expect(await stage.after(first.request(), first.text("Für “Zoë” — 作成…"), first.announced(0, "naïve"))).toEqual([
      'Fur "Zoe" - ??...',
      "",
      "/ naive - preparing",
    ]);
    expect(await stage.after(turnEnded({ kind: "cancelled", by: "person" }))).toEqual([
      'Fur "Zoe" - ??...',
      "",
      "x naive - cancelled",
      "x cancelled - nothing was run",
    ]);
  });

  test("cuts in ASCII as well at the end of the row", async () => {
    const stage = openStage({ columns: 30, unicode: false });
    const grown = first.fragment(0, '{"title":"A lamp in the hall is broken');

    expect(await stage.after(...asked.slice(0, 1), ...asked.slice(2), grown)).toEqual([
      "/ create_ticket - preparing -",
      "  38 B received",
      "    title  ...e hall is broken",
    ]);
  });

  test("takes nothing from outside for a command (R11)", async () => {
    const evil = "\u{1B}[2J\u{1B}]0;owned\u{7}\u{202E}\u{9B}31m\r";
    const stage = openStage();
    await stage.after(first.request(), first.text(`a${evil}b`), first.announced(0, `x${evil}`));

    expect(
      await stage.after(
        first.fragment(0, "{}"),
        first.settled(failed("abandoned/cancelled", { name: `x${evil}` })),
        turnEnded({ kind: "cancelled", by: "person" }),
      ),
    ).toEqual([
      "a\u{FFFD}[2J\u{FFFD}]0;owned\u{FFFD}\u{FFFD}\u{FFFD}31mb",
      "",
      "⊘ x\u{FFFD}[2J\u{FFFD}]0;owned\u{FFFD}\u{FFFD}\u{FFFD}31m\u{FFFD} — cancelled",
      "⊘ cancelled — nothing was run",
    ]);
  });

  test("does not trust a view to be inert that came from elsewhere (R11)", async () => {
    const emulator = createEmulator();
    const text = {
      kind: "text",
      key: "a",
      message: 0,
      text: "a\u{1B}[2Jb\u{202E}c",
      startedAtMs: 0,
      endedAtMs: 0,
    } as const;
    const view = { blocks: [text], isOpen: false, waitingSinceMs: null };
    const clock = createManualClock();
    const over = showTurn(
      { view, subscribe: () => () => {}, follow: () => expect.fail(), end: () => {} },
      { output: emulator.output, clock },
    );

    await clock.advance(100);
    await over;

    expect(await emulator.rows()).toEqual(["a\u{FFFD}[2Jb\u{FFFD}c"]);
  });

  test("tells states apart by color where color is wanted, and never by color alone", async () => {
    const colored = openStage();
    const plain = openStage({ environment: { NO_COLOR: "1" } });
    const rows = [preamble, "", "✓ create_ticket — done", "    title  Lamp"];

    expect(await colored.after(...ran, turnDone)).toEqual(rows);
    expect(await plain.after(...ran, turnDone)).toEqual(rows);
    expect([await colored.emulator.colorAt(2, 0), await plain.emulator.colorAt(2, 0)]).toEqual([2, null]);
  });

  test("is left alone where nobody looks any more", async () => {
    const stage = openStage();
    await stage.after(...ran, turnDone);
    await stage.over;
    await settleTasks();

    expect(stage.clock.pending()).toBe(0);
  });
});
