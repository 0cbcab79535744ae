import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { FaultName, WireName } from "../../playground/shared/api.ts";
import { servePlayground, type ServedPlayground } from "./support/served-playground.ts";

const wires: readonly WireName[] = ["anthropic-messages", "openai-chat", "openai-responses"];

const cut = "⊘ create_ticket — not run (the request was cut short)";
const cutAnswer = "⊘ the answer was cut short — nothing was run";
const filtered = "stopped by the provider's safety filter";

interface Expected {
  readonly fault: FaultName;
  readonly text?: string;
  readonly lines: readonly string[];
  /** New rows. */
  readonly tickets: 0 | 1;
  readonly payments: 0 | 1;
  readonly state?: "ended" | "lost";
  readonly ending: string | RegExp;
}

const lost = "The answer was lost: the connection broke before the answer stated its stop.";
const ceiling =
  /^The answer was cut: the answer reached its token ceiling\. .* Before another try: raise max_(?:completion_|output_)?tokens above 1024, or ask for less at a time\.$/;

const table: readonly Expected[] = [
  { fault: "none", lines: ["✓ create_ticket — done"], tickets: 1, payments: 0, ending: "The model is done." },
  {
    fault: "connection-cut",
    lines: ["⊘ create_ticket — not run (connection lost)", "⊘ the connection was lost — nothing was run"],
    tickets: 0,
    payments: 0,
    ending: lost,
  },
  {
    fault: "silence",
    lines: ["⊘ create_ticket — not run (connection lost)", "⊘ the connection was lost — nothing was run"],
    tickets: 0,
    payments: 0,
    ending: "The answer was lost: not one byte came within the limit, so the request was aborted.",
  },
  { fault: "ceiling-half", lines: [cut, cutAnswer], tickets: 0, payments: 0, ending: ceiling },
  { fault: "ceiling-whole", lines: [cut, cutAnswer], tickets: 0, payments: 0, ending: ceiling },
  {
    fault: "refusal",
    lines: [`⊘ create_ticket — not run (${filtered})`, `⊘ the answer was ${filtered} — nothing was run`],
    tickets: 0,
    payments: 0,
    ending: "The answer was cut: the model refused.",
  },
  {
    fault: "broken-json",
    lines: [
      "⊘ create_ticket — not run (the request was unreadable)",
      "⊘ the model's requests were unreadable — nothing was run",
    ],
    tickets: 0,
    payments: 0,
    ending: "A call could not be read: the text is no JSON document.",
  },
  { fault: "enum-healed", lines: ["✓ create_ticket — done"], tickets: 1, payments: 0, ending: "The model is done." },
  {
    fault: "enum-never",
    lines: [
      "⊘ create_ticket — not run (the request did not fit the tool)",
      "⊘ the model's requests did not fit the tools — nothing was run",
    ],
    tickets: 0,
    payments: 0,
    ending: "The calls did not fit, and the model is not asked any more: the bound is reached.",
  },
  {
    fault: "unknown-tool",
    lines: [
      "⊘ delete_everything — not run (the request did not fit the tool)",
      "⊘ the model's requests did not fit the tools — nothing was run",
    ],
    tickets: 0,
    payments: 0,
    ending: "The calls did not fit, and the model is not asked any more: the failure repeats itself.",
  },
  { fault: "hidden-truncation", lines: [cut, cutAnswer], tickets: 0, payments: 0, ending: ceiling },
  {
    fault: "parallel-one-cut",
    lines: ["⊘ find_customer — not run (the request was cut short)", cut, cutAnswer],
    tickets: 0,
    payments: 0,
    ending: ceiling,
  },
  {
    fault: "server-killed",
    lines: [
      "? create_ticket — may have run (connection lost)",
      "⊘ the connection was lost, and what happened since is not known — may have run: create_ticket",
    ],
    tickets: 0,
    payments: 0,
    state: "lost",
    ending: "the process that ran it is gone",
  },
  {
    fault: "payment-again",
    text: "Pay Ada Byron 40.",
    lines: ["✓ send_payment — done", "⊘ the connection was lost — done: send_payment"],
    tickets: 0,
    payments: 1,
    ending: lost,
  },
  {
    fault: "payment-in-doubt",
    text: "Pay Ada Byron 40.",
    lines: ["? send_payment — may have run (check before trying again)"],
    tickets: 0,
    payments: 1,
    ending: "The model is done.",
  },
];

// One conversation for each wire: every turn begins with what the ones before it left, and the simulator refuses a
// history that its API would not take (R10).
describe.each(wires)("on %s", (wire) => {
  let playground: ServedPlayground;

  beforeAll(async () => {
    playground = await servePlayground();
  });

  afterAll(() => playground.close());

  test.each(table)(
    "$fault: the page says what happened, and the database holds it (R3, R9, R12)",
    async ({ fault, text, lines, tickets, payments, state = "ended", ending }) => {
      const before = await playground.state();

      const started = await playground.start(fault, wire, text);
      const seen = await playground.watch(started);
      const after = await playground.rest();

      expect(seen).toEqual(lines);
      expect(after.tickets.length - before.tickets.length).toBe(tickets);
      expect(after.payments.length - before.payments.length).toBe(payments);
      const [run, ...more] = after.turns.at(-1)?.runs ?? [];
      expect(more).toEqual([]);
      expect(run).toMatchObject({ run: 1, state, isWatchable: state === "ended" });
      expect(run?.ending).toMatch(ending);
    },
  );

  test("stop-pressed: the person stops a slow answer, and nothing runs (R14)", async () => {
    const before = await playground.state();
    const started = await playground.start("stop-pressed", wire);
    const watching = playground.watch(started);
    await playground.untilFragments(started, 3);

    const stopped = await playground.post(`/api/turns/${started.turn}/stop`);

    expect(stopped.status).toBe(202);
    expect(await watching).toEqual(["⊘ create_ticket — cancelled", "⊘ cancelled — nothing was run"]);
    const after = await playground.rest();
    expect(after.tickets).toEqual(before.tickets);
    expect(after.turns.at(-1)?.runs[0]?.ending).toBe("The person stopped it.");
    expect((await playground.post(`/api/turns/${started.turn}/stop`)).status).toBe(409);
  });

  test("payment-again: the same turn once more gets new ids, and the payment stays one (R9)", async () => {
    const before = await playground.state();
    const first = await playground.start("payment-again", wire, "Pay Kiyo Tanaka 7,50");
    await playground.watch(first);
    await playground.rest();

    const second = await playground.again(first.turn);

    expect(second).toEqual({ turn: first.turn, run: 2 });
    expect(await playground.watch(second)).toEqual(["✓ send_payment — already done before, not repeated"]);
    const after = await playground.rest();
    expect(after.payments.length - before.payments.length).toBe(1);
    expect(after.payments[0]).toMatchObject({ to: "Kiyo Tanaka", amount: 7.5, hasMemo: true, turn: first.turn });
    expect(after.ledger[0]).toMatchObject({ tool: "send_payment", turn: first.turn, state: "done", attempt: 1 });
  });

  test("payment-in-doubt: the same turn once more does not pay while nobody knows (R9)", async () => {
    const before = await playground.state();
    const first = await playground.start("payment-in-doubt", wire, "Pay Kiyo Tanaka 8");
    await playground.watch(first);
    await playground.rest();

    const second = await playground.again(first.turn);

    expect(await playground.watch(second)).toEqual(["? send_payment — may have run (check before trying again)"]);
    const after = await playground.rest();
    expect(after.payments.length - before.payments.length).toBe(1);
    expect(after.ledger[0]).toMatchObject({ tool: "send_payment", state: "in-doubt" });
  });
});
