import { describe, expect, test } from "vitest";

import { followHop } from "../../../src/hop.ts";
import { createBlockMirror } from "../../../src/view.ts";
import {
  callDone,
  closedTurn,
  followScript,
  heartbeat,
  opening,
  openTurn,
  preparing,
  view,
} from "./support/scripted-page.ts";
import { seen } from "./support/seen.ts";

const begun = [opening, view(1, [preparing, openTurn])];
const lost = [
  "? create_ticket — may have run (connection lost)",
  "⊘ the connection was lost, and what happened since is not known — may have run: create_ticket",
];

describe("a page that follows a turn", () => {
  test("sees what happens, and stops reading at its ending", async () => {
    const page = followScript([{ pieces: begun, after: "stay" }]);
    await page.clock.advance(0);
    expect(seen(page.mirror)).toEqual(["[create_ticket: preparing]"]);

    page.send(view(2, [callDone, closedTurn]));
    await page.clock.advance(0);

    expect(page.ending).toEqual({ kind: "complete" });
    expect(seen(page.mirror)).toEqual(["✓ create_ticket — done"]);
    expect(page.mirror.view.isOpen).toBe(false);
    expect([page.opened, page.held, page.clock.pending()]).toEqual([1, 0, 0]);
  });

  test("R7: counts a connection as dead after three missed heartbeats, and asks again", async () => {
    const page = followScript([
      { pieces: begun, after: "stay" },
      { pieces: begun, after: "stay" },
    ]);
    await page.clock.advance(14_999);
    expect([page.opened, page.held]).toEqual([1, 1]);

    await page.clock.advance(600);

    expect([page.opened, page.held]).toEqual([2, 1]);
    expect(seen(page.mirror)).toEqual(["[create_ticket: preparing]"]);
  });

  test("R7: takes the interval of the heartbeats from the server", async () => {
    const slow = 'event: hop\ndata: {"version":1,"heartbeatMs":30000}\n\n';
    const page = followScript([{ pieces: [slow, view(1, [preparing, openTurn])], after: "stay" }]);

    await page.clock.advance(89_999);

    expect([page.opened, page.ending]).toEqual([1, null]);
    await page.clock.advance(600);
    expect(page.opened).toBe(2);
  });

  test("R7: a turn that says nothing for an hour is followed as long as there are heartbeats", async () => {
    const page = followScript([{ pieces: begun, after: "stay" }]);
    for (let minute = 0; minute < 60 * 12; minute += 1) {
      await page.clock.advance(5000);
      page.send(heartbeat);
    }

    expect([page.opened, page.ending]).toEqual([1, null]);
  });

  test("R7: what waited while the page stood still gets in before the watchdog fires", async () => {
    const page = followScript([{ pieces: begun, after: "stay" }]);
    await page.clock.advance(0);

    // The laptop sleeps; the connection did not.
    page.clock.jump(3_600_000);
    await page.clock.advance(99);
    page.send(heartbeat);
    await page.clock.advance(600);

    expect([page.opened, page.held, page.ending]).toEqual([1, 1, null]);
  });

  test("R12: a laptop that slept too long asks again, and gets the whole view with its endings", async () => {
    const page = followScript([
      { pieces: begun, after: "stay" },
      { pieces: [opening, view(1, [callDone, closedTurn])], after: "stay" },
    ]);
    await page.clock.advance(0);

    page.clock.jump(3_600_000);
    await page.clock.advance(600);

    expect(page.ending).toEqual({ kind: "complete" });
    expect(seen(page.mirror)).toEqual(["✓ create_ticket — done"]);
  });

  test("R12: a proxy that cuts every minute does not end the view of a long turn", async () => {
    const page = followScript([{ pieces: begun, after: "stay" }]);
    for (let minute = 0; minute < 30; minute += 1) {
      for (let beat = 0; beat < 12; beat += 1) {
        await page.clock.advance(5000);
        page.send(heartbeat);
      }
      await page.clock.advance(0);
      page.send("id: 9\nevent: view\ndata: cut\n\n");
      await page.clock.advance(500);
    }

    expect([page.opened, page.ending]).toEqual([31, null]);
  });

  test("R12: a proxy that buffers leaves no block open: it is asked five times again, with longer and longer waits", async () => {
    const page = followScript(["hang"]);

    // 15 s for each of six connections, their second looks, and 0.5 + 1 + 2 + 4 + 8 s between them.
    await page.clock.advance(105_000);
    expect(page.ending).toBeNull();
    await page.clock.advance(1000);

    expect(page.ending).toEqual({ kind: "lost", detail: "nothing came within 15000 ms" });
    expect([page.opened, page.held, page.clock.pending()]).toEqual([6, 0, 0]);
    expect(page.mirror.view.isOpen).toBe(false);
  });

  test("R12: a server that is gone is asked five times again, then every block ends as what may have run", async () => {
    const page = followScript([{ pieces: begun, after: "break" }, "refuse"]);

    await page.clock.advance(15_500);

    expect(page.ending).toEqual({ kind: "lost", detail: "the connection failed: TypeError: connection refused" });
    expect(page.opened).toBe(6);
    expect(seen(page.mirror)).toEqual(lost);
  });

  test("R12: a server that gives the whole view and goes, again and again, is not believed for ever", async () => {
    const page = followScript([{ pieces: begun }]);

    await page.clock.advance(20_000);

    expect(page.ending).toEqual({ kind: "lost", detail: "the connection ended before the turn did" });
    expect(page.opened).toBe(6);
    expect(seen(page.mirror)).toEqual(lost);
  });

  test("is not asked for again where nobody says how: what begins a turn would begin another one", async () => {
    const page = followScript([{ pieces: begun }], "once");

    await page.clock.advance(0);

    expect(page.ending).toEqual({ kind: "lost", detail: "the connection ended before the turn did" });
    expect(page.opened).toBe(1);
    expect(seen(page.mirror)).toEqual(lost);
  });

  test.each([
    [404, "lost", 1],
    [401, "lost", 1],
    [429, null, 2],
    [502, null, 2],
  ])("status %i leaves it %s, after %i requests", async (status, kind, opened) => {
    const page = followScript([{ status, after: "stay" }]);

    await page.clock.advance(500);

    expect([page.ending?.kind ?? null, page.opened]).toEqual([kind, opened]);
    expect(page.held).toBe(0);
  });

  test("R14: a page that leaves ends its view through the same door, whatever it waits for", async () => {
    for (const connections of [["hang"], [{ pieces: begun, after: "stay" }], ["refuse"]] as const) {
      const signal = new AbortController();
      const page = followScript(connections, { signal: signal.signal });
      await page.clock.advance(100);

      signal.abort();
      await page.clock.advance(0);

      expect(page.ending).toEqual({ kind: "left" });
      expect(page.mirror.view.isOpen).toBe(false);
      expect([page.held, page.clock.pending()]).toEqual([0, 0]);
    }
  });

  test("a signal that had aborted before asks for nothing", async () => {
    const page = followScript([{ pieces: begun }], { signal: AbortSignal.abort() });

    await page.clock.advance(0);

    expect([page.ending, page.opened]).toEqual([{ kind: "left" }, 0]);
  });

  test("what a listener throws is heard, and the blocks have their endings all the same", async () => {
    const mirror = createBlockMirror();
    let isFirst = true;
    mirror.subscribe(() => {
      if (isFirst) {
        isFirst = false;
        throw new Error("a listener's own");
      }
    });
    const open = () =>
      Promise.resolve(new Response(begun.join(""), { headers: { "content-type": "text/event-stream" } }));

    await expect(followHop(open, mirror)).rejects.toThrow("a listener's own");

    expect(seen(mirror)).toEqual(lost);
  });

  test("takes no number that is none", async () => {
    const open = () => Promise.reject(new Error("not asked"));

    await expect(followHop(open, createBlockMirror(), { idleMs: 0 })).rejects.toThrow(RangeError);
    await expect(followHop(open, createBlockMirror(), { maxReopens: Number.NaN })).rejects.toThrow(RangeError);
  });
});

describe("what comes out of order", () => {
  const broken = "a change of the view is missing, or cannot be read";
  test.each([
    ["the same event again is passed over", [...begun, ...begun], null],
    ["an event of another name is passed over", [...begun, "event: advert\ndata: {}\n\n"], null],
    ["a message without a name is passed over", [...begun, "data: hello\n\n", ": comment\n\n"], null],
    ["a change for a block that there is not", [...begun, view(2, [{ type: "append", key: "b9", text: "x" }])], null],
    ["an end of a block that never began", [...begun, view(2, [{ type: "close", key: "b9", endedAtMs: 1 }])], null],
    ["a change before the view", [opening, view(1, [openTurn], false)], "the view has no beginning"],
    ["a gap", [...begun, view(3, [openTurn])], broken],
    ["a view without a number", [...begun, "event: view\ndata: {}\n\n"], broken],
    ["a view with an empty number", [...begun, "id:\nevent: view\ndata: {}\n\n"], broken],
    ["JSON of somebody else", [...begun, view(2, [{ type: "tool-input-start" }])], broken],
    ["a block that is none", [...begun, view(2, [{ type: "put", after: null, block: { kind: "call" } }])], broken],
    ["a block of an unknown kind", [...begun, view(2, [{ ...preparing, block: { kind: "__proto__" } }])], broken],
    ["no JSON", [...begun, "id: 2\nevent: view\ndata: {\n\n"], broken],
    ["a time that overflows", ['id: 1\nevent: view\ndata: {"atMs":1e999,"isWhole":true,"changes":[]}\n\n'], broken],
    ["JSON that is nested too deep", [...begun, deepPatch(5000)], broken],
    ["the end before the ending", [...begun, "event: end\ndata: {}\n\n"], "the stream ended before the turn did"],
    ["a turn that is over with an open block", [...begun, view(2, [closedTurn])], "a block has no ending"],
    ["another version", ['event: hop\ndata: {"version":2,"heartbeatMs":5}\n\n'], "the server is of another version"],
    ["bytes that are not UTF-8", [...begun, Uint8Array.of(0x64, 0xff)], "the stream was not UTF-8"],
  ])("%s never throws and leaves no block open", async (_, pieces, detail) => {
    const page = followScript([{ pieces, after: "stay" }], "once");
    await page.clock.advance(0);

    expect(page.ending).toEqual(detail === null ? null : { kind: "lost", detail });
    if (detail === null) expect(seen(page.mirror)).toEqual(["[create_ticket: preparing]"]);
    await page.clock.advance(15_001);

    expect(page.ending?.kind).toBe("lost");
    expect(page.mirror.view.blocks.map((block) => block.endedAtMs)).not.toContain(null);
    expect([page.held, page.clock.pending()]).toEqual([0, 0]);
  });

  test("a page of HTML is no view", async () => {
    const page = followScript([{ pieces: ["<h1>Sign in</h1>"], type: "text/html" }], "once");

    await page.clock.advance(0);

    expect(page.ending).toEqual({ kind: "lost", detail: "the answer was no event stream" });
  });

  test("R7: bytes that are no view keep a connection for a minute, and no longer", async () => {
    const page = followScript([{ pieces: begun, after: "stay" }], "once");
    for (let second = 0; second < 59; second += 1) {
      await page.clock.advance(1000);
      page.send(": somebody on the way is alive\n\n");
    }
    expect(page.ending).toBeNull();

    await page.clock.advance(1200);

    expect(page.ending).toEqual({ kind: "lost", detail: "what came was no view" });
    expect(seen(page.mirror)).toEqual(lost);
  });
});

function deepPatch(levels: number): string {
  const open = '{"kind":"list","hasMore":false,"isWhole":false,"entries":[{"key":0,"node":';
  const node = `${open.repeat(levels)}{"kind":"number","text":"1"}${"}]}".repeat(levels)}`;
  const patch = `{"type":"put","path":[],"node":${node}}`;
  const change = `{"type":"progress","key":"b0","bytes":1,"fragments":1,"lastFragmentAtMs":0,"patches":[${patch}]}`;
  return `id: 2\nevent: view\ndata: {"atMs":0,"isWhole":false,"changes":[${change}]}\n\n`;
}
