import { EventEmitter } from "node:events";

import { describe, expect, test } from "vitest";

import { showTurn, type EndingSignal, type ProcessHost, type TerminalOutput } from "../../../src/terminal.ts";
import { createBlockStore } from "../../../src/view.ts";
import { callFacts, dispatchable } from "../made-outcomes.ts";
import { madeMessage, turnEnded } from "../support/turn-events.ts";
import { openStage } from "./support/stage.ts";

const first = madeMessage(0);
const open = [first.request(), first.announced(0, "create_ticket"), first.announced(1, "find_customer")];
const running = [
  ...open,
  first.settled(dispatchable({}, { index: 0 })),
  first.settled(dispatchable({}, { index: 1, name: "find_customer" })),
  first.ended(),
  first.running(0),
];
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const done = { kind: "done", call: callFacts(), value: 7, isReplay: false, note: null } as const;

/** A process that is ended by what is sent to it, as far as a screen can tell. */
class MadeProcess extends EventEmitter implements ProcessHost {
  readonly pid = 42;
  readonly killed: string[] = [];

  kill(pid: number, signal: EndingSignal): void {
    this.killed.push(`${signal} to ${pid}`);
  }
}

describe("a process that ends in the middle", () => {
  test.each(signals)("by %s leaves the cursor, true last lines, and dies of the signal (R12)", async (signal) => {
    const host = new MadeProcess();
    const stage = openStage({ host });
    await stage.after(...running);
    const wasShown = await stage.emulator.isCursorShown();

    host.emit(signal);

    expect(await stage.emulator.rows()).toEqual([
      "? create_ticket — may have run (check before trying again)",
      "⊘ find_customer — cancelled",
      "⊘ cancelled — may have run: create_ticket; not run: find_customer",
    ]);
    expect([wasShown, await stage.emulator.isCursorShown()]).toEqual([false, true]);
    expect(host.killed).toEqual([`${signal} to 42`]);
    expect(host.eventNames()).toEqual([]);
  });

  test("by an exit leaves the cursor and true last lines (R12)", async () => {
    const host = new MadeProcess();
    const stage = openStage({ host });
    await stage.after(...open);

    host.emit("exit");

    expect(await stage.emulator.rows()).toEqual([
      "⊘ create_ticket — not run (connection lost)",
      "⊘ find_customer — not run (connection lost)",
      "⊘ the connection was lost — nothing was run",
    ]);
    expect([await stage.emulator.isCursorShown(), host.killed, stage.clock.pending()]).toEqual([true, [], 0]);
  });

  test("leaves a signal to a program that listens to it itself", async () => {
    const host = new MadeProcess();
    const stage = openStage({ host });
    await stage.after(...open);
    host.on("SIGINT", () => stage.store.apply(turnEnded({ kind: "cancelled", by: "person" })));

    host.emit("SIGINT");

    expect(await stage.pass(100)).toEqual([
      "⊘ create_ticket — cancelled",
      "⊘ find_customer — cancelled",
      "⊘ cancelled — nothing was run",
    ]);
    expect(host.killed).toEqual([]);
  });

  test("steps back from a signal whose other listener acts only where it is alone", async () => {
    const host = new MadeProcess();
    const alone: number[] = [];
    host.on("SIGINT", () => alone.push(host.listenerCount("SIGINT")));
    const stage = openStage({ host });
    await stage.after(...open);

    host.emit("SIGINT");

    expect(alone).toEqual([1]);
    expect(await stage.emulator.isCursorShown()).toBe(true);
    expect(await stage.after(first.announced(2, "b"))).toContain("⠹ b — preparing");
    expect(await stage.emulator.isCursorShown()).toBe(true);
  });
});

describe("a turn that came to its end", () => {
  test("was shown on the real process and its output without anything left behind on them", async () => {
    const host: ProcessHost = process;
    const output: TerminalOutput = process.stdout;
    const store = createBlockStore();
    store.apply(turnEnded({ kind: "done" }));
    const before = signals.map((signal) => process.listenerCount(signal));
    const over = showTurn(store, { output, host: host });

    expect(signals.map((signal) => process.listenerCount(signal))).toEqual(before.map((count) => count + 1));
    await over;
    expect(signals.map((signal) => process.listenerCount(signal))).toEqual(before);
  });

  test("leaves the cursor, and nobody listens to the process any more", async () => {
    const host = new MadeProcess();
    const stage = openStage({ host });
    await stage.after(...running, first.answered(0, done), first.answered(1, done), turnEnded({ kind: "done" }));
    await stage.over;

    expect(await stage.emulator.isCursorShown()).toBe(true);
    expect(host.eventNames()).toEqual([]);
  });

  test("never hides a cursor that nothing would bring back", async () => {
    const stage = openStage();
    await stage.after(...open);

    expect(await stage.emulator.isCursorShown()).toBe(true);
  });
});
