import { describe, expect, test } from "vitest";

import type { TurnEvent } from "../../src/index.ts";
import { createTurnOutbox } from "../../src/turn/turn-outbox.ts";
import { settleTasks } from "../support/manual-clock.ts";

function asked(message: number): TurnEvent {
  return { type: "request", message, because: "asked" };
}

const done = { done: true, value: undefined };

describe("the events of a turn on their way", () => {
  test("come in their order, to those who asked before and to those who ask later", async () => {
    const outbox = createTurnOutbox();
    outbox.open();
    const first = outbox.take();

    outbox.put(asked(0));
    outbox.put(asked(1));
    outbox.finish();

    expect(await first).toEqual({ done: false, value: asked(0) });
    expect(await outbox.take()).toEqual({ done: false, value: asked(1) });
    expect(await outbox.take()).toEqual(done);
    expect(await outbox.take()).toEqual(done);
  });

  test("are not kept where nobody takes them", async () => {
    const outbox = createTurnOutbox();

    outbox.put(asked(0));
    outbox.open();
    outbox.finish();

    expect(await outbox.take()).toEqual(done);
  });

  test("wait for a consumer that sets the pace, until it asks for more", async () => {
    const outbox = createTurnOutbox();
    outbox.open();
    outbox.put(asked(0));
    const seen: string[] = [];
    void outbox.whenAwaited().then(() => seen.push("went on"));

    await outbox.take();
    await settleTasks();
    expect(seen).toEqual([]);
    const next = outbox.take();
    await settleTasks();
    expect(seen).toEqual(["went on"]);

    outbox.finish();
    expect(await next).toEqual(done);
  });

  test.each(["unopened", "unpaced", "left"] as const)("wait for nobody: %s", async (state) => {
    const outbox = createTurnOutbox();
    if (state !== "unopened") outbox.open();
    const waiting = outbox.whenAwaited();

    if (state === "unpaced") outbox.stopPacing();
    if (state === "left") outbox.close();

    await expect(waiting).resolves.toBeUndefined();
    await expect(outbox.whenAwaited()).resolves.toBeUndefined();
  });

  test("are gone once the consumer has left", async () => {
    const outbox = createTurnOutbox();
    outbox.open();
    outbox.put(asked(0));

    outbox.close();
    outbox.put(asked(1));

    expect(outbox.isOpen).toBe(false);
    expect(await outbox.take()).toEqual(done);
  });

  test("end in the failure of a bug, behind what was put before it", async () => {
    const outbox = createTurnOutbox();
    outbox.open();
    outbox.put(asked(0));

    outbox.fail(new Error("a bug"));

    expect(await outbox.take()).toEqual({ done: false, value: asked(0) });
    await expect(outbox.take()).rejects.toThrow("a bug");
  });

  test("a consumer that waits hears of the bug", async () => {
    const outbox = createTurnOutbox();
    outbox.open();
    const waiting = outbox.take();

    outbox.fail(new Error("a bug"));

    await expect(waiting).rejects.toThrow("a bug");
  });
});
