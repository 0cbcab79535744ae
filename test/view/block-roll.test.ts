import { describe, expect, test } from "vitest";

import type { RollEvent } from "../../src/protocol/roll-event.ts";
import { createBlockStore, type BlockStore } from "../../src/view.ts";
import { abandoned, callFacts, complete, count, dispatchable, failed, invalid, observed } from "./made-outcomes.ts";
import { createManualClock } from "../support/manual-clock.ts";
import { read } from "./support/show.ts";
import { madeMessage } from "./support/turn-events.ts";

function announced(index: number, name: string, runBy: "client" | "provider" = "client"): RollEvent {
  return { type: "announced", index, id: null, name, runBy, input: "json" };
}

function rolled(...events: readonly RollEvent[]): BlockStore {
  const store = createBlockStore({ clock: createManualClock() });
  for (const event of events) store.applyRoll(event);
  return store;
}

describe("a roll without a turn", () => {
  test("says of each call how it settled, at once (R12)", () => {
    const store = rolled(
      { type: "text", text: "One moment." },
      announced(0, "create_ticket"),
      announced(1, "send_payment"),
      announced(2, "web_search", "provider"),
      { type: "settled", outcome: dispatchable({}) },
      { type: "settled", outcome: invalid("schema", [], { index: 1, name: "send_payment" }) },
      { type: "settled", outcome: observed({ index: 2, name: "web_search" }) },
    );

    expect(read(store.view)).toEqual([
      "One moment.",
      "create_ticket: ready",
      "⊘ send_payment — not run (the request did not fit the tool)",
      "· web_search — run by the provider",
    ]);
    expect(store.view.isOpen).toBe(true);

    store.applyRoll({ type: "ended", ending: complete("tool_use", "clean"), count: count({ dispatchable: 1 }) });

    expect(store.view.isOpen).toBe(false);
    expect(store.view.blocks.length).toBe(4);
  });

  test("is open again while a tool runs", () => {
    const store = rolled(
      announced(0, "create_ticket"),
      { type: "settled", outcome: dispatchable({}) },
      { type: "ended", ending: complete("tool_use", "clean"), count: count({ dispatchable: 1 }) },
    );
    const { running, answered } = madeMessage(0);

    store.apply(running(0));

    expect(store.view.isOpen).toBe(true);
    expect(read(store.view)).toEqual(["create_ticket: running"]);

    store.apply(answered(0, { kind: "done", call: callFacts(), value: 1, isReplay: false, note: null }));

    expect(store.view.isOpen).toBe(false);
    expect(read(store.view)).toEqual(["✓ create_ticket — done"]);
  });

  test("has its notice below everything", () => {
    const store = rolled(
      { type: "text", text: "I'll create that ticket." },
      announced(0, "create_ticket"),
      { type: "settled", outcome: failed("abandoned/ended-early") },
      { type: "ended", ending: abandoned("ended-early"), count: count({ failed: 1 }) },
    );

    expect(read(store.view)).toEqual([
      "I'll create that ticket.",
      "⊘ create_ticket — not run (the answer ended early)",
      "⊘ the answer ended early — nothing was run",
    ]);
    expect(store.view.isOpen).toBe(false);
  });

  test("may be followed by another one", () => {
    const store = rolled({ type: "ended", ending: complete("pause_turn", "paused"), count: count() });

    store.applyRoll({ type: "text", text: "Going on." }, 1);

    expect(read(store.view)).toEqual(["⊘ the answer was paused before it was finished — nothing was run", "Going on."]);
  });
});

describe("a view that ends without its turn", () => {
  const { request, announced: call, settled, ended, running } = madeMessage(0);
  const three = [
    request(),
    call(0, "create_ticket"),
    call(1, "send_payment"),
    call(2, "find_customer"),
    settled(dispatchable({})),
    settled(dispatchable({}, { index: 1, name: "send_payment" })),
    settled(failed("unparseable/not-json", { index: 2, name: "find_customer" })),
    ended(),
    running(1),
  ];

  test.each([
    [
      "crashed",
      [
        "⊘ create_ticket — not run (connection lost)",
        "? send_payment — may have run (check before trying again)",
        "⊘ find_customer — not run (the request was unreadable)",
        "⊘ the connection was lost — may have run: send_payment; not run: create_ticket, find_customer",
      ],
    ],
    [
      "cancelled",
      [
        "⊘ create_ticket — cancelled",
        "? send_payment — may have run (check before trying again)",
        "⊘ find_customer — not run (the request was unreadable)",
        "⊘ cancelled — may have run: send_payment; not run: create_ticket, find_customer",
      ],
    ],
    [
      "lost-sight",
      [
        "? create_ticket — may have run (connection lost)",
        "? send_payment — may have run (connection lost)",
        "⊘ find_customer — not run (the request was unreadable)",
        "⊘ the connection was lost, and what happened since is not known — may have run: create_ticket, send_payment; not run: find_customer",
      ],
    ],
  ] as const)("denies nothing that may have happened: %s (R9)", (cause, lines) => {
    const store = createBlockStore({ clock: createManualClock() });
    for (const event of three) store.apply(event);

    store.end(cause);

    expect(read(store.view)).toEqual(lines);
    expect(store.view.isOpen).toBe(false);
  });

  test("does not say that nothing was run where nobody can know", () => {
    const store = createBlockStore({ clock: createManualClock() });
    store.apply(request());

    store.end("lost-sight");

    expect(read(store.view)).toEqual(["⊘ the connection was lost, and what happened since is not known"]);
  });

  test("denies no call that may be asked for again where nobody sees it (R9)", () => {
    const store = createBlockStore({ clock: createManualClock() });
    const told = [call(0, "create_ticket"), settled(failed("abandoned/idle")), ended(abandoned("idle"))];
    for (const event of told) store.apply(event);

    store.end("lost-sight");

    expect(read(store.view)).toEqual([
      "? create_ticket — may have run (connection lost)",
      "⊘ the connection was lost, and what happened since is not known — may have run: create_ticket",
    ]);
  });

  test("ends once: nothing that comes later changes it", () => {
    const store = createBlockStore({ clock: createManualClock() });
    for (const event of three) store.apply(event);
    store.end("crashed");
    const { view } = store;

    store.end("cancelled");
    store.apply(madeMessage(0).text("late"));
    store.applyRoll({ type: "text", text: "later" });

    expect(store.view).toBe(view);
  });
});
