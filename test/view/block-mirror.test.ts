import { describe, expect, test } from "vitest";

import { createBlockMirror, createBlockStore, type BlockStore, type ViewChanges } from "../../src/view.ts";
import { createManualClock } from "../support/manual-clock.ts";
import { dispatchable } from "./made-outcomes.ts";
import { plain, read, tools } from "./support/show.ts";
import { madeMessage } from "./support/turn-events.ts";

const { request, text, announced, fragment, settled, running, ended } = madeMessage(0);

function openStore(): BlockStore {
  return createBlockStore({ display: tools, clock: createManualClock(1000) });
}

/** As over a wire. */
function sent(changes: ViewChanges): ViewChanges {
  return JSON.parse(JSON.stringify(changes)) as ViewChanges;
}

describe("what changed", () => {
  test("is everything at the first look, and then what is new, in few changes", () => {
    const store = openStore();
    const follower = store.follow();
    store.apply(request());
    store.apply(text("One "));
    follower.take();

    store.apply(text("mo"));
    store.apply(text("ment."));
    store.apply(announced(0, "create_ticket"));
    store.apply(fragment(0, '{"title":"L'));
    store.apply(fragment(0, "am"));
    store.apply(fragment(0, "p"));

    expect(sent(follower.take())).toEqual({
      atMs: 1000,
      isWhole: false,
      changes: [
        { type: "append", key: "b0", text: "moment." },
        { type: "close", key: "b0", endedAtMs: 1000 },
        {
          type: "put",
          after: "b0",
          block: {
            kind: "call",
            key: "b1",
            message: 0,
            index: 0,
            tool: "create_ticket",
            runBy: "client",
            status: "preparing",
            statement: null,
            line: null,
            bytes: 0,
            fragments: 0,
            startedAtMs: 1000,
            lastFragmentAtMs: null,
            endedAtMs: null,
            correction: 0,
          },
        },
        {
          type: "progress",
          key: "b1",
          bytes: 14,
          fragments: 3,
          lastFragmentAtMs: 1000,
          patches: [
            { type: "put", path: [], node: { kind: "object", entries: [], hasMore: false, isWhole: false } },
            { type: "put", path: ["title"], node: { kind: "text", text: "L", extent: "growing" } },
            { type: "append", path: ["title"], text: "amp" },
          ],
        },
      ],
    });
    expect(follower.take()).toEqual({ atMs: 1000, isWhole: false, changes: [] });
  });

  test("holds nothing that may not be seen (R11)", () => {
    const store = openStore();
    const follower = store.follow();
    follower.take();
    store.apply(announced(0, "create_ticket"));
    store.apply(fragment(0, '{"token":"sk-secret","title":"Lamp"}'));

    const late = store.follow();

    expect(JSON.stringify([follower.take(), late.take()])).not.toContain("sk-sec");
  });

  test("is kept for nobody who has left", () => {
    const store = openStore();
    const follower = store.follow();
    follower.take();
    follower.close();

    store.apply(text("One"));

    expect(follower.take().changes).toEqual([]);
  });
});

describe("a mirror", () => {
  const events = [
    request(),
    text("One moment."),
    announced(0, "create_ticket"),
    fragment(0, '{"title":"Lamp"'),
    settled(dispatchable({})),
    ended(),
    running(0),
  ];

  test("shows what the store shows, by its own clock", () => {
    const store = openStore();
    const follower = store.follow();
    const mirror = createBlockMirror({ clock: createManualClock(5000) });
    for (const event of events) {
      store.apply(event);
      mirror.apply(sent(follower.take()));
    }

    expect(read(mirror.view)).toEqual(["One moment.", "create_ticket: running"]);
    const [, call] = mirror.view.blocks;
    expect(call).toMatchObject({ startedAtMs: 5000, lastFragmentAtMs: 5000, bytes: 124 });
    expect(call?.kind === "call" ? plain(call.preview.root) : null).toEqual({ title: "Lamp" });
  });

  test("ends every block when the store is not heard of any more, in its own words (R12)", () => {
    const store = openStore();
    for (const event of events) store.apply(event);
    const mirror = createBlockMirror();
    mirror.apply(sent(store.follow().take()));

    mirror.end("lost-sight");
    mirror.apply(sent(store.follow().take()));

    expect(read(mirror.view)).toEqual([
      "One moment.",
      "? create_ticket — may have run (connection lost)",
      "⊘ the connection was lost, and what happened since is not known — may have run: create_ticket",
    ]);
    expect(mirror.view.isOpen).toBe(false);
  });

  test("adds nothing to a turn that has ended", () => {
    const store = openStore();
    store.apply(request());
    store.apply({ type: "turn-ended", ending: { kind: "done", detail: "", advice: null } });
    const mirror = createBlockMirror();
    mirror.apply(sent(store.follow().take()));

    mirror.end("lost-sight");

    expect(mirror.view).toEqual({ blocks: [], isOpen: false, waitingSinceMs: null });
  });

  test("takes a whole view in the place of what it has", () => {
    const mirror = createBlockMirror();
    const stale = openStore();
    for (const event of events) stale.apply(event);
    mirror.apply(sent(stale.follow().take()));
    const store = openStore();
    store.apply(request());
    store.apply(text("Anew."));

    mirror.apply(sent(store.follow().take()));

    expect(read(mirror.view)).toEqual(["Anew."]);
  });
});

describe("a view", () => {
  test("is the same until something changes, and so is each block that did not", () => {
    const store = openStore();
    store.apply(text("One moment."));
    store.apply(announced(0, "create_ticket"));
    const before = store.view;

    expect(store.view).toBe(before);
    store.apply(fragment(0, '{"title":"L'));

    expect(store.view).not.toBe(before);
    expect(store.view.blocks[0]).toBe(before.blocks[0]);
    expect(store.view.blocks[1]).not.toBe(before.blocks[1]);
    expect(before.blocks[1]).toMatchObject({ bytes: 0, preview: { root: null } });
  });

  test("is told of after every change, and only then, to whoever has not left", () => {
    const store = openStore();
    let told = 0;
    const leave = store.subscribe(() => {
      told += 1;
    });

    store.apply(text("One"));
    store.apply(text("Two"));
    store.apply({ type: "message", message: 0, event: { type: "closed", index: 0 } });
    leave();
    store.apply(text("Three"));

    expect(told).toBe(2);
  });

  test("cuts a text at its limit", () => {
    const store = createBlockStore({ maxTextChars: 6 });

    for (const piece of ["One ", "moment", " please"]) store.apply(text(piece));

    expect(read(store.view)).toEqual(["One mo…"]);
  });

  test("refuses a display map that cannot be read", () => {
    expect(() => createBlockStore({ display: [{ name: "create_ticket", display: { "a..b": "show" } }] })).toThrow(
      'a step of the path "a..b" is empty: write "a.b"',
    );
  });
});
