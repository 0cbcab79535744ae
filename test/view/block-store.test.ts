import { describe, expect, test } from "vitest";

import type { CallBlock } from "../../src/view.ts";
import { abandoned, callFacts, complete, count, dispatchable, failed, invalid, observed } from "./made-outcomes.ts";
import { plain, read, shown } from "./support/show.ts";
import { madeMessage, turnEnded } from "./support/turn-events.ts";

const first = madeMessage(0);
const second = madeMessage(1);
const third = madeMessage(2);

const preamble = "I'll create that ticket for you now.";
const ticket = callFacts({ bytes: 15, fragments: 1 });

const asked = [first.request(), first.text(preamble), first.announced(0, "create_ticket")];
const done = { kind: "done", call: ticket, value: { id: 7 }, isReplay: false, note: null } as const;

describe("a call that runs", () => {
  const events = [
    ...asked,
    first.fragment(0, '{"title":"Lamp"}'),
    first.settled(dispatchable({ title: "Lamp" })),
    first.ended(),
    first.running(0),
    first.answered(0, done),
    turnEnded({ kind: "done" }),
  ];

  test.each([
    [3, "create_ticket: preparing"],
    [4, "create_ticket: preparing"],
    [5, "create_ticket: ready"],
    [6, "create_ticket: ready"],
    [7, "create_ticket: running"],
    [8, "✓ create_ticket — done"],
    [9, "✓ create_ticket — done"],
  ])("is after %i events: %s", (length, line) => {
    expect(read(shown(...events.slice(0, length)).view)).toEqual([preamble, line]);
  });

  test("says that nothing was repeated where it had been done before", () => {
    const store = shown(...events.slice(0, 6), first.answered(0, { ...done, isReplay: true }));

    expect(read(store.view)).toEqual([preamble, "✓ create_ticket — already done before, not repeated"]);
  });

  test.each([
    [{ kind: "errored", call: ticket, note: "503" }, "✗ create_ticket — ran and failed (can be tried again)"],
    [
      { kind: "in-doubt", call: ticket, intentKey: "key", note: "no answer" },
      "? create_ticket — may have run (check before trying again)",
    ],
    [
      { kind: "not-run", call: ticket, cause: "did-not-happen", note: "declined" },
      "⊘ create_ticket — not run (the tool stopped before it did anything)",
    ],
    [
      { kind: "not-run", call: ticket, cause: "conflict", note: "" },
      "⊘ create_ticket — not run (it conflicts with an earlier request)",
    ],
    [{ kind: "not-run", call: ticket, cause: "cancelled", note: "" }, "⊘ create_ticket — cancelled"],
    [
      { kind: "not-run", call: ticket, cause: "ledger", note: "SQLITE_BUSY" },
      "⊘ create_ticket — not run (it could not be recorded)",
    ],
    [
      { kind: "not-run", call: ticket, cause: "intent", note: "TypeError" },
      "⊘ create_ticket — not run (it could not be told what the request is for)",
    ],
  ] as const)("ends with its result: %o", (result, line) => {
    expect(read(shown(...events.slice(0, 7), first.answered(0, result)).view)).toEqual([preamble, line]);
  });

  test("counts what came, and when", () => {
    const [, call] = shown(...events.slice(0, 4)).view.blocks;

    expect(call).toMatchObject({
      kind: "call",
      key: "b1",
      message: 0,
      index: 0,
      tool: "create_ticket",
      runBy: "client",
      status: "preparing",
      statement: null,
      line: null,
      bytes: 16,
      fragments: 1,
      startedAtMs: 1000,
      lastFragmentAtMs: 1000,
      endedAtMs: null,
      correction: 0,
    });
  });

  test("shows of its arguments what may be seen, and nothing else (R11)", () => {
    const store = shown(
      ...asked,
      first.fragment(0, '{"title":"Lamp","token":"sk-sec'),
      first.announced(1, "send_payment"),
      first.fragment(1, '{"amount":12,"iban":"DE00 1234"'),
      first.announced(2, "find_customer"),
      first.fragment(2, '{"name":"Ada"'),
      first.announced(3, "nobody_knows_it"),
      first.fragment(3, '{"name":"Ada"'),
    );

    expect(calls(store).map(({ preview }) => plain(preview.root))).toEqual([
      { title: "Lamp", token: "<sensitive>" },
      { amount: "12" },
      "<hide>",
      "<hide>",
    ]);
    expect(JSON.stringify(store.view)).not.toMatch(/sk-sec|DE00|Ada/);
  });
});

describe("a call that does not fit", () => {
  const guessed = [
    ...asked,
    first.fragment(0, '{"p":"urgent"}'),
    first.settled(invalid("schema")),
    first.ended(),
    first.correcting(1, [0]),
  ];

  test("is the same block, still preparing, until the model has corrected it", () => {
    const before = shown(...asked).view.blocks[1];
    const store = shown(
      ...guessed,
      second.request("correction"),
      second.announced(0, "create_ticket"),
      second.fragment(0, '{"p":"high"}'),
    );
    const after = store.view.blocks[1];

    expect(read(shown(...guessed).view)).toEqual([preamble, "create_ticket: preparing"]);
    expect(read(store.view)).toEqual([preamble, "create_ticket: preparing"]);
    expect(after?.key).toBe(before?.key);
    expect(after).toMatchObject({ message: 1, index: 0, correction: 1, bytes: 136, startedAtMs: 1000 });
  });

  test("runs once corrected, and was never anything else", () => {
    const store = shown(
      ...guessed,
      second.request("correction"),
      second.announced(0, "create_ticket"),
      second.settled(dispatchable({})),
      second.ended(),
      second.running(0),
      second.answered(0, done),
      third.request("results"),
      third.text("It is there."),
      third.ended(),
      turnEnded({ kind: "done" }),
    );

    expect(read(store.view)).toEqual([preamble, "✓ create_ticket — done", "It is there."]);
  });

  test("keeps on showing what it showed until the model has come as far again", () => {
    const events = [...guessed, second.request("correction"), second.announced(0, "create_ticket")];
    const store = shown(...events, second.fragment(0, '{"p":"lo'));
    const [early] = calls(store).map(({ preview }) => plain(preview.root));
    store.apply(second.fragment(0, 'w"}'));
    store.apply(second.settled(dispatchable({})));
    const [late] = calls(store).map(({ preview }) => plain(preview.root));

    expect(early).toEqual({ p: "urgent" });
    expect(late).toEqual({ p: "low" });
  });

  test("ends as not run if the model goes on without it", () => {
    const store = shown(...guessed, second.request("correction"), second.text("Never mind."), second.ended());

    expect(read(store.view)).toEqual([preamble, "create_ticket: preparing", "Never mind."]);
    store.apply(turnEnded({ kind: "done" }));
    expect(read(store.view)).toEqual([
      preamble,
      "⊘ create_ticket — not run (the request did not fit the tool)",
      "Never mind.",
    ]);
  });

  test("ends with the cause of the message that should have corrected it", () => {
    const store = shown(
      ...guessed,
      second.request("correction"),
      second.ended(abandoned("idle")),
      turnEnded({ kind: "abandoned", cause: "idle" }),
    );

    expect(read(store.view)).toEqual([
      preamble,
      "⊘ create_ticket — not run (connection lost)",
      "⊘ the connection was lost — nothing was run",
    ]);
  });

  test("ends as not run where the model is not asked again, and the turn says so", () => {
    const store = shown(
      ...guessed,
      second.request("correction"),
      second.announced(0, "create_ticket"),
      second.settled(invalid("schema")),
      second.ended(),
      turnEnded({ kind: "not-corrected", cause: "repeated" }),
    );

    expect(read(store.view)).toEqual([
      preamble,
      "⊘ create_ticket — not run (the request did not fit the tool)",
      "⊘ the model's requests did not fit the tools — nothing was run",
    ]);
  });

  test("does not hold up its siblings", () => {
    const store = shown(
      ...asked,
      first.announced(1, "find_customer"),
      first.settled(invalid("schema")),
      first.settled(dispatchable({}, { index: 1, name: "find_customer" })),
      first.ended(),
      first.correcting(1, [0]),
      first.running(1),
      first.answered(1, { ...done, call: callFacts({ index: 1, name: "find_customer" }) }),
    );

    expect(read(store.view)).toEqual([preamble, "create_ticket: preparing", "✓ find_customer — done"]);
  });
});

describe("a message that is taken back", () => {
  const cut = [
    ...asked,
    first.fragment(0, '{"title":"La'),
    first.settled(failed("abandoned/disconnected")),
    first.ended(abandoned("disconnected")),
  ];
  const back = [...cut, first.withdrawn(abandoned("disconnected")), second.request("reissue")];

  test("ends nothing before it is known whether it stands", () => {
    expect(read(shown(...cut).view)).toEqual([preamble, "create_ticket: preparing"]);
    expect(read(shown(...back).view)).toEqual([preamble, "create_ticket: preparing"]);
  });

  test("is taken up by the message that replaces it: nothing doubles, and a text that is said again does not shrink", () => {
    const seen = [preamble, "create_ticket: preparing"];
    const store = shown(...back);
    const key = store.view.blocks[1]?.key;

    store.apply(second.text("I'll create "));
    expect(read(store.view)).toEqual(seen);
    store.apply(second.text("that ticket for you now."));
    expect(read(store.view)).toEqual(seen);
    store.apply(second.announced(0, "create_ticket"));
    expect(read(store.view)).toEqual(seen);
    expect(store.view.blocks[1]?.key).toBe(key);
  });

  test("leaves nothing that the message in its place does not have", () => {
    const store = shown(...back, second.text("Which ticket?"), second.ended(), turnEnded({ kind: "done" }));

    expect(read(store.view)).toEqual(["Which ticket?"]);
  });

  test("keeps the order of the message in its place", () => {
    const store = shown(
      ...back,
      second.announced(0, "find_customer"),
      second.text("And now the ticket."),
      second.announced(1, "create_ticket"),
    );

    expect(read(store.view)).toEqual(["find_customer: preparing", "And now the ticket.", "create_ticket: preparing"]);
  });

  test("gives up the words that the message in its place leaves out before the same call", () => {
    const store = shown(...back, second.announced(0, "create_ticket"));

    expect(read(store.view)).toEqual(["create_ticket: preparing"]);
  });

  test("ends in its lines where every other try fails too", () => {
    const store = shown(
      ...back,
      second.ended(abandoned("provider-error")),
      second.withdrawn(abandoned("provider-error")),
      third.request("reissue"),
      third.ended(abandoned("provider-error")),
      turnEnded({ kind: "abandoned", cause: "provider-error" }),
    );

    expect(read(store.view)).toEqual([
      preamble,
      "⊘ create_ticket — not run (the model service failed)",
      "⊘ the model service failed — nothing was run",
    ]);
  });

  test("ends as cancelled where the turn is called off before the other try (R14)", () => {
    const store = shown(...back.slice(0, -1), turnEnded({ kind: "cancelled", by: "person" }));

    expect(read(store.view)).toEqual([preamble, "⊘ create_ticket — cancelled", "⊘ cancelled — nothing was run"]);
  });

  test("gives a call that is being corrected back to the next try", () => {
    const store = shown(
      ...asked,
      first.settled(invalid("schema")),
      first.ended(),
      first.correcting(1, [0]),
      second.request("correction"),
      second.announced(0, "create_ticket"),
      second.settled(failed("abandoned/idle")),
      second.ended(abandoned("idle")),
      second.withdrawn(abandoned("idle")),
      third.request("reissue"),
      third.announced(0, "create_ticket"),
      third.settled(dispatchable({})),
      third.ended(),
      third.running(0),
    );

    expect(read(store.view)).toEqual([preamble, "create_ticket: running"]);
  });
});

test("a call that was being corrected when a message was taken back ends as not run if the model goes on without it", () => {
  const store = shown(
    ...asked,
    first.settled(invalid("schema")),
    first.ended(),
    first.correcting(1, [0]),
    second.request("correction"),
    second.announced(0, "create_ticket"),
    second.settled(failed("abandoned/idle")),
    second.ended(abandoned("idle")),
    second.withdrawn(abandoned("idle")),
    third.request("reissue"),
    third.text("Never mind."),
    third.ended(),
    turnEnded({ kind: "done" }),
  );

  expect(read(store.view)).toEqual([
    preamble,
    "⊘ create_ticket — not run (the request did not fit the tool)",
    "Never mind.",
  ]);
});

describe("a message that does not end well (R12)", () => {
  test("has the last word below what it said, also without a call", () => {
    const store = shown(
      first.request(),
      first.text(preamble),
      first.ended(abandoned("ended-early")),
      turnEnded({ kind: "abandoned", cause: "ended-early" }),
    );

    expect(read(store.view)).toEqual([preamble, "⊘ the answer ended early — nothing was run"]);
  });

  test.each([
    [
      "truncated/token-limit",
      "ceiling",
      "⊘ create_ticket — not run (the request was cut short)",
      "the answer was cut short",
    ],
    [
      "truncated/refused",
      "filtered",
      "⊘ create_ticket — not run (stopped by the provider's safety filter)",
      "the answer was stopped by the provider's safety filter",
    ],
  ] as const)("ends its calls and the turn: %s", (because, stopClass, line, statement) => {
    const cause = because === "truncated/refused" ? "refused" : "token-limit";
    const store = shown(
      ...asked,
      first.settled(failed(because)),
      first.ended(complete("stop", stopClass), count({ failed: 1 })),
      turnEnded({ kind: "truncated", cause }),
    );

    expect(read(store.view)).toEqual([preamble, line, `⊘ ${statement} — nothing was run`]);
  });

  test("is told together with what did happen in the turn, and what did not", () => {
    const customer = callFacts({ name: "find_customer" });
    const store = shown(
      first.request(),
      first.announced(0, "find_customer"),
      first.announced(1, "web_search", "provider"),
      first.announced(2, "send_payment"),
      first.settled(dispatchable({}, { name: "find_customer" })),
      first.settled(observed({ index: 1, name: "web_search" })),
      first.settled(dispatchable({}, { index: 2, name: "send_payment" })),
      first.ended(),
      first.answered(0, { ...done, call: customer }),
      first.answered(2, { kind: "in-doubt", call: customer, intentKey: "key", note: "" }),
      second.request("results"),
      second.announced(0, "create_ticket"),
      second.settled(failed("abandoned/stalled")),
      second.ended(abandoned("stalled")),
      turnEnded({ kind: "abandoned", cause: "stalled" }),
    );

    expect(read(store.view)).toEqual([
      "✓ find_customer — done",
      "· web_search — run by the provider",
      "? send_payment — may have run (check before trying again)",
      "⊘ create_ticket — not run (the model stopped answering)",
      "⊘ the model stopped answering — done: find_customer; run by the provider: web_search; may have run: send_payment; not run: create_ticket",
    ]);
  });

  test("needs no line where it was only paused and goes on", () => {
    const store = shown(
      first.request(),
      first.text("Searching."),
      first.ended(complete("pause_turn", "paused")),
      second.request("continuation"),
      second.text("Found."),
      second.ended(),
      turnEnded({ kind: "done" }),
    );

    expect(read(store.view)).toEqual(["Searching.", "Found."]);
  });

  test.each([
    ["person", "⊘ cancelled — nothing was run"],
    ["client-left", "⊘ cancelled, since nobody was listening any more — nothing was run"],
    ["shutdown", "⊘ cancelled, since the service was shutting down — nothing was run"],
  ] as const)("tells who called it off: %s (R14)", (by, line) => {
    const store = shown(
      ...asked,
      first.settled(failed("abandoned/cancelled")),
      first.ended(abandoned("cancelled")),
      turnEnded({ kind: "cancelled", by }),
    );

    expect(read(store.view)).toEqual([preamble, "⊘ create_ticket — cancelled", line]);
  });

  test.each([
    [{ kind: "not-checked" }, "⊘ the model's requests could not be checked — nothing was run"],
    [{ kind: "unparseable", cause: "not-json" }, "⊘ the model's requests were unreadable — nothing was run"],
    [{ kind: "unparseable", cause: "incomplete" }, "⊘ the answer was cut short — nothing was run"],
    [{ kind: "endless" }, "⊘ the model did not come to an end — nothing was run"],
  ] as const)("has a line for a turn that ended as %o", (ending, line) => {
    expect(read(shown(first.request(), turnEnded(ending)).view)).toEqual([line]);
  });
});

describe("events in an order that no turn has", () => {
  test("leave what may have run in doubt, whatever was said of it before (R9)", () => {
    const store = shown(
      first.announced(0, "send_payment"),
      first.settled(failed("truncated/token-limit", { name: "send_payment" })),
      first.running(0),
      first.ended(),
      turnEnded({ kind: "done" }),
    );

    expect(read(store.view)).toEqual(["? send_payment — may have run (check before trying again)"]);
  });

  test("hide no bad end of a message behind a good end of its turn", () => {
    const store = shown(first.text(preamble), first.ended(abandoned("idle")), turnEnded({ kind: "done" }));

    expect(read(store.view)).toEqual([preamble, "⊘ the connection was lost — nothing was run"]);
  });

  test("open no call twice, and change none that has its result", () => {
    const store = shown(
      ...asked,
      first.announced(0, "create_ticket"),
      first.answered(0, done),
      first.answered(0, { kind: "errored", call: ticket, note: "" }),
      first.fragment(0, "{"),
      first.settled(invalid("schema")),
      first.answered(9, done),
      second.running(3),
    );

    expect(read(store.view)).toEqual([preamble, "✓ create_ticket — done"]);
  });

  test("are not heard behind the end of the message, or of the turn", () => {
    const store = shown(
      first.request(),
      first.ended(),
      first.text("late"),
      turnEnded({ kind: "done" }),
      second.text("later"),
    );

    expect(read(store.view)).toEqual([]);
  });
});

describe("what the model says", () => {
  test("is a text until something else begins", () => {
    const store = shown(
      first.request(),
      first.reasoning("Hm. "),
      first.reasoning("A ticket."),
      first.text("One "),
      first.text("moment."),
      first.announced(0, "create_ticket"),
      first.text("Two."),
      first.fragment(0, "{}"),
    );

    expect(read(store.view)).toEqual(["(Hm. A ticket.)", "One moment.", "create_ticket: preparing", "Two."]);
    expect(store.view.blocks.map(({ endedAtMs }) => endedAtMs)).toEqual([1000, 1000, null, null]);
  });

  test("is inert: it moves no cursor, turns no text, and is never markup", () => {
    const store = shown(
      first.request(),
      first.text("a\u{1B}[2Jb\u{202E}c\r\n<b>d</b>\u{D83D}"),
      first.text("\u{DE00}"),
      first.announced(0, "create_ticket"),
      first.fragment(0, String.raw`{"a\u202eb":"x\u001b[31my\u2066<i>z</i>"}`),
      first.announced(1, "e\u{1B}[31mvil\n<img>"),
    );

    expect(read(store.view)).toEqual([
      "a\u{FFFD}[2Jb\u{FFFD}c\n<b>d</b>😀",
      "create_ticket: preparing",
      "e\u{FFFD}[31mvil\u{FFFD}<img>: preparing",
    ]);
    expect(plain(calls(store)[0]?.preview.root ?? null)).toEqual({ "a\u{FFFD}b": "x\u{FFFD}[31my\u{FFFD}<i>z</i>" });
  });

  test("is waited for from the request to the first word", () => {
    expect(shown().view).toEqual({ blocks: [], isOpen: true, waitingSinceMs: null });
    expect(shown(first.request()).view).toEqual({ blocks: [], isOpen: true, waitingSinceMs: 1000 });
    expect(shown(...asked).view).toMatchObject({ isOpen: true, waitingSinceMs: null });
    expect(shown(first.request(), turnEnded({ kind: "done" })).view).toEqual({
      blocks: [],
      isOpen: false,
      waitingSinceMs: null,
    });
  });
});

function calls({ view }: ReturnType<typeof shown>): readonly CallBlock[] {
  return view.blocks.filter((block) => block.kind === "call");
}
