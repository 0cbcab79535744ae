import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";

import { servePlayground, type ServedPlayground } from "./support/served-playground.ts";

const wire = "anthropic-messages";
const memo = "MEMOCANARY 77";

let folder: string;
let playground: ServedPlayground;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "rollcall-turns-"));
  playground = await servePlayground({ folder });
});

afterEach(async () => {
  await playground.close();
  rmSync(folder, { recursive: true });
});

/** What the person said, as the history of the conversation has it. */
function personsWords(): readonly string[] {
  const database = new DatabaseSync(join(folder, "playground.db"));
  const row = z.object({ messages: z.string() }).parse(database.prepare("SELECT messages FROM histories").get());
  database.close();
  return z
    .array(z.object({ content: z.unknown() }))
    .parse(JSON.parse(row.messages))
    .flatMap(({ content }) => (typeof content === "string" ? [content] : []));
}

describe("a turn of the playground", () => {
  test("does what the person says: a payment, with its amount and its payee, and a memo that no page gets (R11)", async () => {
    const started = await playground.start("none", wire, `Pay Harbor Print Shop 12,25 memo ${memo}`);
    const events = await (await fetch(`${playground.url}/api/turns/${started.turn}/runs/${started.run}/events`)).text();
    const state = await playground.rest();
    const roll = await playground.roll(started);

    expect(state.payments).toEqual([
      {
        id: 1,
        to: "Harbor Print Shop",
        amount: 12.25,
        hasMemo: true,
        turn: "t-1",
        createdAtMs: state.payments[0]?.createdAtMs,
      },
    ]);
    expect(roll.messages[0]?.calls[0]?.raw).toBe('{"to":"Harbor Print Shop","amount":12.25,"memo":•••}');
    expect(events).toContain("Harbor");
    expect(events + JSON.stringify(roll) + JSON.stringify({ ...state, turns: [] })).not.toContain("MEMOCANARY");
  });

  test("finds a customer, and writes nothing", async () => {
    const started = await playground.start("none", wire, "Find Ada Byron.");

    expect(await playground.watch(started)).toEqual(["✓ find_customer — done"]);
    const state = await playground.rest();
    expect([state.tickets, state.payments, state.ledger]).toEqual([[], [], []]);
  });

  test("answers in words where nothing is asked for", async () => {
    const started = await playground.start("none", wire, "Hello");

    expect(await playground.watch(started)).toEqual([]);
    expect((await playground.rest()).turns[0]?.runs[0]?.ending).toBe("The model is done.");
  });

  test("can be watched by two pages, and by one that comes when it is over: all read the same", async () => {
    const started = await playground.start("enum-healed", wire);

    const both = await Promise.all([playground.watch(started), playground.watch(started)]);
    const later = await playground.watch(started);

    expect([...both, later]).toEqual([
      ["✓ create_ticket — done"],
      ["✓ create_ticket — done"],
      ["✓ create_ticket — done"],
    ]);
  });

  test("is not run again while it runs", async () => {
    const started = await playground.start("stop-pressed", wire);
    const watching = playground.watch(started);

    const again = await playground.post(`/api/turns/${started.turn}/again`);
    const reset = await playground.post("/api/reset");

    expect([again.status, reset.status]).toEqual([409, 409]);
    await playground.post(`/api/turns/${started.turn}/stop`);
    await watching;
  });
});

describe("the inspector's roll", () => {
  test("tells of a call that was handed back, and why", async () => {
    const started = await playground.start("enum-healed", wire);
    await playground.watch(started);
    await playground.rest();

    const { messages, because, state } = await playground.roll(started);

    expect([state, because]).toEqual(["ended", "The model is done."]);
    expect(messages.map(({ message, asked, stop }) => [message, asked, stop?.word, stop?.isClean])).toEqual([
      [0, "the person asked", "tool_use", true],
      [1, "calls did not fit their tools, and go back to the model", "tool_use", true],
      [2, "every call has its result", "end_turn", true],
    ]);
    const [first, second] = messages.flatMap(({ calls }) => calls);
    expect(first?.settled).toMatchObject({
      kind: "invalid",
      cause: "schema",
      because:
        "Not run: it is whole, and does not fit the schema of the tool. " +
        '/priority: expected "low", "normal", "urgent"; received "critical".',
    });
    expect([first?.runningAtMs, first?.result]).toEqual([null, null]);
    expect(second?.settled?.kind).toBe("dispatchable");
    expect(second?.result).toMatchObject({
      kind: "done",
      isReplay: false,
      because: "The tool ran once, and the ledger has its result.",
    });
    const bytes = second?.fragments.reduce((sum, fragment) => sum + fragment.bytes, 0);
    expect(bytes).toBe(new TextEncoder().encode(second?.raw).length);
  });

  test("says that the provider hid a ceiling", async () => {
    const started = await playground.start("hidden-truncation", wire);
    await playground.watch(started);
    await playground.rest();

    expect((await playground.roll(started)).messages[0]?.stop).toMatchObject({
      word: "tool_use",
      isClean: false,
      because:
        "The word says that all went well, but the count of tokens says that a ceiling was reached: " +
        "no call of this answer may run.",
    });
  });

  test("keeps what was known of a run whose process was killed: a call that nobody settled", async () => {
    const started = await playground.start("server-killed", wire);
    await playground.watch(started);
    await playground.rest();

    const { state, because, messages } = await playground.roll(started);

    expect([state, because]).toEqual(["lost", null]);
    expect(messages[0]).toMatchObject({
      stop: null,
      calls: [{ tool: "create_ticket", closedAtMs: null, settled: null }],
    });
  });
});

describe("what is kept", () => {
  test("a new conversation begins without turns, and keeps the rows", async () => {
    await playground.watch(await playground.start("none", wire));
    const before = await playground.rest();

    const response = await playground.post("/api/conversation");

    expect(response.status).toBe(200);
    const after = await playground.state();
    expect([before.conversation, after.conversation]).toEqual(["c-1", "c-2"]);
    expect([after.turns, after.tickets.length]).toEqual([[], 1]);
    expect(after.revision).toBeGreaterThan(before.revision);
  });

  test("a reset removes every row, and the ids go on, so that nothing is taken for a turn of before", async () => {
    await playground.watch(await playground.start("payment-in-doubt", wire, "Pay Ada Byron 4"));
    await playground.rest();

    await playground.post("/api/reset");

    const { turns, tickets, payments, ledger } = await playground.state();
    expect([turns, tickets, payments, ledger]).toEqual([[], [], [], []]);
    const started = await playground.start("none", wire, "Pay Ada Byron 4");
    expect(started).toEqual({ turn: "t-2", run: 1 });
    expect(await playground.watch(started)).toEqual(["✓ send_payment — done"]);
  });

  test("a restart keeps turns, rolls and rows; the same turn once more still pays once (R9)", async () => {
    const started = await playground.start("payment-again", wire, "Pay Ada Byron 4");
    await playground.watch(started);
    await playground.rest();
    await playground.close();

    playground = await servePlayground({ folder });

    const state = await playground.state();
    expect(state.turns[0]?.runs).toMatchObject([{ run: 1, state: "ended", isWatchable: false }]);
    expect((await playground.roll(started)).messages[0]?.calls[0]?.tool).toBe("send_payment");
    const again = await playground.again(started.turn);
    expect(await playground.watch(again)).toEqual(["✓ send_payment — already done before, not repeated"]);
    expect((await playground.rest()).payments.length).toBe(1);
  });

  test("two turns at once are both remembered, whole, and a third goes on behind them (R10)", async () => {
    const both = await Promise.all([
      playground.start("none", wire, "The printer in Bergen is stuck."),
      playground.start("enum-healed", wire, "The sign-in page stays blank."),
    ]);
    await Promise.all(both.map((started) => playground.watch(started)));
    await playground.rest();

    const third = await playground.start("none", wire, "Find Ada Byron.");

    expect(await playground.watch(third)).toEqual(["✓ find_customer — done"]);
    await playground.rest();
    expect(personsWords().toSorted()).toEqual([
      "Find Ada Byron.",
      "The printer in Bergen is stuck.",
      "The sign-in page stays blank.",
    ]);
  });

  test("a shutdown ends a turn that goes on, and says so (R14)", async () => {
    const started = await playground.start("stop-pressed", wire);
    const watching = playground.watch(started);
    await playground.untilFragments(started, 3);
    await playground.close();

    expect(await watching).toEqual([
      "⊘ create_ticket — cancelled",
      "⊘ cancelled, since the service was shutting down — nothing was run",
    ]);
    playground = await servePlayground({ folder });
    expect((await playground.state()).turns[0]?.runs[0]?.ending).toBe(
      "It was called off, since the playground shut down.",
    );
  });
});
