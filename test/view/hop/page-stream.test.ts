import { describe, expect, test } from "vitest";

import { type BlockStore, createBlockStore } from "../../../src/view.ts";
import { createHop, hopResponse } from "../../../src/hop.ts";
import { createManualClock, settleTasks } from "../../support/manual-clock.ts";
import { createPushSource } from "../../support/push-source.ts";
import type { TurnEvent } from "../../../src/index.ts";
import { announced, asked, done, fragment, says, ticketDisplay } from "./support/turn-story.ts";

describe("the stream of a page", () => {
  test("begins with its version, sends the whole view and what changes with ids that count, and says its end", async () => {
    const { turn, records, clock } = openPage();

    expect(await records.next()).toBe('event: hop\ndata: {"version":1,"heartbeatMs":5000}\n\n');
    expect(await records.next()).toBe(
      'id: 1\nevent: view\ndata: {"atMs":0,"isWhole":true,"changes":[{"type":"turn","isOpen":true,"waitingSinceMs":null}]}\n\n',
    );
    await clock.advance(250);
    turn.push(asked);
    expect(await records.next()).toBe(
      'id: 2\nevent: view\ndata: {"atMs":250,"isWhole":false,"changes":[{"type":"turn","isOpen":true,"waitingSinceMs":250}]}\n\n',
    );
    turn.push(done);
    expect(await records.next()).toBe(
      'id: 3\nevent: view\ndata: {"atMs":250,"isWhole":false,"changes":[{"type":"turn","isOpen":false,"waitingSinceMs":null}]}\n\n',
    );
    expect(await records.next()).toBe("event: end\ndata: {}\n\n");
    expect(await records.next()).toBeNull();
    expect(clock.pending()).toBe(0);
  });

  test("is an event stream that nobody keeps, changes or holds back", () => {
    const { response } = openPage();

    expect(Object.fromEntries(response.headers)).toEqual({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-cache, no-transform",
      "x-accel-buffering": "no",
    });
  });

  test("has a heartbeat when nothing else was sent for its interval", async () => {
    const { turn, records, clock } = openPage();
    await records.next();
    await records.next();

    const first = records.next();
    await clock.advance(4999);
    turn.push(asked);
    expect(await first).toContain("id: 2\n");
    const second = records.next();
    await clock.advance(4999);
    expect(clock.pending()).toBe(1);
    await clock.advance(1);

    expect(await second).toBe("event: heartbeat\ndata: {}\n\n");
  });

  test("R13: a page that does not read costs one change, and misses no ending", async () => {
    const { turn, records, clock } = openPage();
    await records.next();
    await records.next();

    turn.push(asked);
    for (let piece = 0; piece < 1000; piece += 1) turn.push(says("ab"));
    await clock.advance(60_000);
    turn.push(done);
    await settleTasks();

    const record = (await records.next()) ?? "";
    expect(record).toContain("ab".repeat(1000));
    expect(record).toContain('"isOpen":false');
    expect(record.length).toBeLessThan(3000);
    expect(await records.next()).toBe("event: end\ndata: {}\n\n");
  });

  test("R14: a page that goes leaves the turn as a loop is left, and every block has its ending", async () => {
    const { turn, records, clock, store } = openPage();
    await records.next();
    turn.push(announced);
    await settleTasks();

    await records.cancel();

    expect(turn.returns).toBe(1);
    expect(store.view.blocks.map((block) => block.endedAtMs)).not.toContain(null);
    expect(store.view.isOpen).toBe(false);
    expect(clock.pending()).toBe(0);
  });

  test("R14: the signal of a page that went does the same, before and while it is read", async () => {
    const page = new AbortController();
    const { turn, records, clock } = openPage(page.signal);
    await records.next();
    await records.next();
    const pending = records.next();

    page.abort();

    expect(await pending).toBeNull();
    expect(turn.returns).toBe(1);
    expect(clock.pending()).toBe(0);
    expect(openPage(AbortSignal.abort()).turn.returns).toBe(1);
  });

  test.each([
    ["ends without a word", "end", "⊘ create_ticket — not run (the answer ended early)"],
    ["fails", "fail", "⊘ create_ticket — not run (connection lost)"],
  ] as const)("R12: a turn that %s leaves no block open, and no page hears why", async (_, way, line) => {
    const { turn, records, store } = openPage();
    turn.push(announced);
    if (way === "end") turn.end();
    else turn.fail(new Error("canary: at secret.ts:7"));
    await settleTasks();

    const all = await records.rest();

    expect(store.view.blocks.flatMap((block) => (block.kind === "call" ? [block.line] : []))).toEqual([line]);
    expect(all).toContain(JSON.stringify(line));
    expect(all).toMatch(/event: end\ndata: \{\}\n\n$/);
    expect(all).not.toContain("canary");
  });

  test("R11: what is hidden, sensitive or for a developer is in no record", async () => {
    const { turn, records } = openPage();
    const call = {
      index: 0,
      id: "call_canary-id",
      name: "create_ticket",
      runBy: "client",
      input: "json",
      text: '{"title":"Printer","token":"canary-token","note":"canary-note"}',
      bytes: 63,
      fragments: 1,
      announcedAtMs: 0,
      lastFragmentAtMs: 0,
      closedAtMs: 0,
      largestGapMs: 0,
    } as const;
    const failure = new Error("canary-error");
    const events: readonly TurnEvent[] = [
      asked,
      announced,
      fragment(call.text.slice(0, 34)),
      fragment(call.text.slice(34)),
      { type: "message", message: 0, event: { type: "fault", fault: { code: "odd", detail: "canary-fault" } } },
      { type: "running", message: 0, index: 0, intentKey: "canary-key" },
      {
        type: "answered",
        message: 0,
        index: 0,
        result: { kind: "in-doubt", call, intentKey: "canary-key", note: "canary-note", error: failure },
      },
      {
        type: "answered",
        message: 0,
        index: 1,
        result: { kind: "done", call: { ...call, index: 1 }, value: "canary-value", isReplay: false, note: "canary" },
      },
      { type: "turn-ended", ending: { kind: "abandoned", cause: "disconnected", detail: "canary", advice: "canary" } },
    ];
    for (const event of events) turn.push(event);
    turn.end();

    const all = await records.rest();

    expect(all).toContain("Printer");
    expect(all).toContain("may have run");
    expect(all).not.toContain("canary");
  });

  test("nothing follows the view for a page that has gone, or has seen the end", async () => {
    const store = createBlockStore();
    const held = { listeners: 0, followers: 0 };
    const counted: BlockStore = {
      view: store.view,
      apply: (event) => store.apply(event),
      applyRoll: (event) => store.applyRoll(event),
      end: (cause) => store.end(cause),
      subscribe(listener) {
        held.listeners += 1;
        const unsubscribe = store.subscribe(listener);
        return () => {
          held.listeners -= 1;
          unsubscribe();
        };
      },
      follow() {
        held.followers += 1;
        const follower = store.follow();
        return {
          take: () => follower.take(),
          close: () => {
            held.followers -= 1;
            follower.close();
          },
        };
      },
    };
    const hop = createHop({ clock: createManualClock() });
    const turn = createPushSource<TurnEvent>();
    hop.host("t-1", { store: counted, start: () => turn });
    const gone = readRecords(hop.watch("t-1"));
    const stayed = readRecords(hop.watch("t-1"));
    await gone.next();
    expect(held).toEqual({ listeners: 2, followers: 2 });

    await gone.cancel();
    expect(held).toEqual({ listeners: 1, followers: 1 });
    turn.push(done);
    await stayed.rest();

    expect(held).toEqual({ listeners: 0, followers: 0 });
  });

  test("takes no interval that is none", () => {
    const store = createBlockStore();

    expect(() => hopResponse(createPushSource<TurnEvent>(), { store, heartbeatMs: 0 })).toThrow(
      "heartbeatMs is a number from 1 up: { heartbeatMs: 5000 }",
    );
  });
});

function openPage(signal?: AbortSignal) {
  const clock = createManualClock();
  const store = createBlockStore({ clock, display: ticketDisplay });
  const turn = createPushSource<TurnEvent>();
  const response = hopResponse(turn, { store, clock, signal });
  return { clock, store, turn, response, records: readRecords(response) };
}

function readRecords(response: Response) {
  if (response.body === null) throw new Error("the response has no body");
  const reader = response.body.getReader();
  const next = async (): Promise<string | null> => {
    const { done: isDone, value } = await reader.read();
    return isDone ? null : new TextDecoder().decode(value);
  };
  return {
    next,
    cancel: () => reader.cancel(),
    async rest(): Promise<string> {
      let all = "";
      for (let record = await next(); record !== null; record = await next()) all += record;
      return all;
    },
  };
}
