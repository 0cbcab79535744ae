import { describe, expect, test } from "vitest";

import { drain, runTurn, tool, type Tool, type ToolContext, type TurnEvent, type TurnResult } from "../../src/index.ts";
import { didNotHappen } from "../../src/ledger/did-not-happen.ts";
import { intentFingerprint } from "../../src/ledger/intent.ts";
import type { Ledger } from "../../src/ledger/ledger.ts";
import { memoryLedger } from "../../src/ledger/memory/memory-ledger.ts";
import type { Script, Step } from "../../src/simulator.ts";
import { createManualClock, settleTasks, type ManualClock } from "../support/manual-clock.ts";
import { scriptedModel, type ScriptedModel } from "../support/scripted-model.ts";

const payment: Step = { kind: "call", id: "toolu_1", name: "pay", arguments: '{"amount":5}' };
const secondPayment: Step = { kind: "call", id: "toolu_2", name: "pay", arguments: '{"amount":7}' };
const stop: readonly Step[] = [{ kind: "stop", reason: "calls" }, { kind: "done" }];

function script(steps: readonly Step[], rest: Partial<Script> = {}): Script {
  return { format: "anthropic-messages", steps, ...rest };
}

type Run = (args: unknown, context: ToolContext) => unknown;

/** A turn under way, and what moves it on. */
interface OpenTurn {
  readonly clock: ManualClock;
  readonly scripted: ScriptedModel;
  readonly ledger: Ledger;
  readonly events: readonly TurnEvent[];
  readonly result: Promise<TurnResult>;
  /** Resolves when the turn has put an event of this type. */
  saw(type: string): Promise<void>;
}

interface TurnParts {
  readonly scripts: readonly Script[];
  readonly run?: Run;
  readonly intent?: string;
  readonly maxParallel?: number;
  readonly ledger?: Ledger;
}

function makePay(run: Run, intent: string | undefined): Tool {
  const input = { type: "object", properties: { amount: { type: "integer" } }, required: ["amount"] } as const;
  return tool({
    name: "pay",
    description: "Pays.",
    input,
    run,
    ...(intent === undefined ? {} : { intent: () => intent }),
  });
}

function begin({ scripts, run = () => "paid", intent, maxParallel = 8, ledger }: TurnParts): OpenTurn {
  const clock = createManualClock();
  const scripted = scriptedModel("anthropic-messages", scripts, { clock });
  const kept = ledger ?? memoryLedger({ clock });
  const turn = runTurn({
    model: scripted.model,
    messages: [{ role: "user", content: "Pay." }],
    tools: [makePay(run, intent)],
    conversation: "c-1",
    turn: "t-1",
    ledger: kept,
    maxParallel,
    graceMs: 500,
    clock,
    chance: () => 0,
  });
  const events: TurnEvent[] = [];
  const waiting = new Map<string, () => void>();
  const watching = (async (): Promise<void> => {
    for await (const event of turn) {
      events.push(event);
      waiting.get(nameOf(event))?.();
    }
  })();
  const result = watching.then(async () => turn.result);
  return {
    clock,
    scripted,
    ledger: kept,
    events,
    result,
    saw: (type) =>
      events.some((event) => nameOf(event) === type)
        ? Promise.resolve()
        : new Promise((resolve) => waiting.set(type, resolve)),
  };
}

function nameOf(event: TurnEvent): string {
  return event.type === "message" ? event.event.type : event.type;
}

const byShutdown = { kind: "cancelled", by: "shutdown", detail: "the process is shutting down", advice: null };

function resultsOf({ messages }: TurnResult): readonly (readonly string[])[] {
  return messages.map(({ results }) =>
    results.map((result) => (result.kind === "not-run" ? `not-run: ${result.cause}` : result.kind)),
  );
}

describe("drain", () => {
  test("ends at once where there is no turn", async () => {
    await expect(drain()).resolves.toBeUndefined();
  });

  test("ends a turn whose request has no answer yet, and aborts the request", async () => {
    const signals: AbortSignal[] = [];
    const { model } = scriptedModel("anthropic-messages", []);
    const turn = runTurn({
      model: {
        ...model,
        send: ({ signal }) => {
          signals.push(signal);
          return new Promise(() => {});
        },
      },
      messages: [{ role: "user", content: "Pay." }],
      tools: [],
    });
    const result = turn.result.then((value) => value);
    await settleTasks();

    await drain();

    expect((await result).ending).toEqual(byShutdown);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  test("ends a turn in the middle of an answer, of which nothing runs", async () => {
    const turn = begin({ scripts: [script([payment], { cut: { call: 0, byte: 4, end: { kind: "silence" } } })] });
    await turn.saw("fragment");

    await drain({ clock: turn.clock });

    const { ending, messages, history } = await turn.result;
    expect(ending).toEqual(byShutdown);
    expect(messages.map(({ roll }) => roll.outcomes)).toMatchObject([[{ kind: "failed", cause: "cancelled" }]]);
    expect(history.messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
  });

  test("lets a tool that runs come to its end, and answers its call", async () => {
    const paying = Promise.withResolvers<string>();
    const turn = begin({ scripts: [script([payment, ...stop])], run: () => paying.promise });
    await turn.saw("running");

    const drained = drain({ graceMs: 1000, clock: turn.clock });
    await turn.clock.advance(999);
    paying.resolve("paid 5");
    await drained;

    const result = await turn.result;
    expect(result.ending).toEqual(byShutdown);
    expect(resultsOf(result)).toEqual([["done"]]);
    expect(result.history.messages.at(-1)).toEqual({
      role: "user",
      content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "paid 5" }],
    });
    expect(turn.scripted.requests.length).toBe(1);
  });

  test("tells a tool to stop when the grace is over, and believes what it says then", async () => {
    const turn = begin({
      scripts: [script([payment, ...stop])],
      run: (_args, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(didNotHappen("stopped in time")));
        }),
    });
    await turn.saw("running");

    const drained = drain({ graceMs: 1000, clock: turn.clock });
    await turn.clock.advance(1000);
    await drained;

    expect(resultsOf(await turn.result)).toEqual([["not-run: did-not-happen"]]);
  });

  test("leaves an effect in doubt whose tool never says what became of it", async () => {
    const turn = begin({ scripts: [script([payment, ...stop])], run: () => new Promise(() => {}) });
    await turn.saw("running");

    const drained = drain({ graceMs: 1000, clock: turn.clock });
    await turn.clock.advance(1500);
    await drained;

    expect(resultsOf(await turn.result)).toEqual([["in-doubt"]]);
    const records = await turn.ledger.list();
    expect(records.map(({ state, note }) => [state, note])).toEqual([["in-doubt", "the tool was cancelled"]]);
  });

  test("begins no tool that waited for its turn", async () => {
    const paying = Promise.withResolvers<string>();
    const begun: string[] = [];
    const turn = begin({
      scripts: [script([payment, secondPayment, ...stop])],
      maxParallel: 1,
      run: (_args, { callId }) => {
        begun.push(callId);
        return paying.promise;
      },
    });
    await turn.saw("running");

    const drained = drain({ clock: turn.clock });
    paying.resolve("paid");
    await drained;

    expect(resultsOf(await turn.result)).toEqual([["done", "not-run: cancelled"]]);
    expect(begun).toEqual(["toolu_1"]);
  });

  test("begins no tool that waited for the claim of another process, also where that one did nothing", async () => {
    const { turn, claimed, begun } = await waitForAnother();

    const drained = drain({ graceMs: 10_000, clock: turn.clock });
    await turn.ledger.conclude(claimed, { kind: "did-not-happen", note: "refused" });
    await turn.clock.advance(1000);
    await drained;

    expect(resultsOf(await turn.result)).toEqual([["not-run: cancelled"]]);
    expect(begun).toEqual([]);
  });

  test("says of a call that still waits for another process when the grace is over that it may have run", async () => {
    const { turn, begun } = await waitForAnother();

    const drained = drain({ graceMs: 1000, clock: turn.clock });
    await turn.clock.advance(1000);
    await drained;

    expect(resultsOf(await turn.result)).toEqual([["in-doubt"]]);
    expect(begun).toEqual([]);
  });

  test("ends a turn that waits to send its request again", async () => {
    const lost = script([payment], { cut: { call: 0, byte: 4, end: { kind: "reset" } } });
    const turn = begin({ scripts: [lost, script([payment, ...stop])] });
    await turn.saw("withdrawn");
    await settleTasks();

    await drain({ clock: turn.clock });

    const { ending, messages } = await turn.result;
    expect(ending).toEqual(byShutdown);
    expect(messages.map(({ isWithdrawn }) => isWithdrawn)).toEqual([true]);
    expect(turn.scripted.requests.length).toBe(1);
  });

  test("stops a turn at once that begins meanwhile; two drains end with the turns that they found", async () => {
    const paying = Promise.withResolvers<string>();
    const turn = begin({ scripts: [script([payment, ...stop])], run: () => paying.promise });
    await turn.saw("running");

    const first = drain({ clock: turn.clock });
    const second = drain({ clock: turn.clock });
    const late = begin({ scripts: [script([payment, ...stop])] });
    const { ending, messages } = await late.result;
    paying.resolve("paid");
    await Promise.all([first, second]);

    expect(ending).toEqual(byShutdown);
    expect(messages).toEqual([]);
    expect(late.scripted.requests).toEqual([]);
    expect(resultsOf(await turn.result)).toEqual([["done"]]);
  });

  test("keeps no turn from running that begins behind it, and leaves no timer", async () => {
    const before = begin({ scripts: [script([payment], { cut: { call: 0, byte: 4, end: { kind: "silence" } } })] });
    await before.saw("fragment");
    await drain({ clock: before.clock });
    const bye = script([{ kind: "text", text: "Bye." }, { kind: "stop", reason: "end" }, { kind: "done" }]);

    const { ending } = await begin({ scripts: [bye] }).result;

    expect(ending.kind).toBe("done");
    expect(before.clock.pending()).toBe(0);
  });
});

/** A turn whose payment another process has claimed. */
async function waitForAnother() {
  const clock = createManualClock();
  const ledger = memoryLedger({ clock });
  const fingerprint = await intentFingerprint("pay", { amount: 5 });
  const facts = { key: "rent", fingerprint, tool: "pay", conversation: "c-1", turn: "t-1", callId: null };
  const answer = await ledger.claim(facts);
  if (answer.kind !== "claimed") throw new Error(`the other process got no claim but ${answer.kind}`);
  const waits = Promise.withResolvers<void>();
  const watched: Ledger = {
    ...ledger,
    get leaseMs() {
      return ledger.leaseMs;
    },
    claim: (intent, patience) => {
      waits.resolve();
      return ledger.claim(intent, patience);
    },
  };
  const begun: string[] = [];
  const run: Run = (_args, { callId }) => begun.push(callId);
  const parts = { scripts: [script([payment, ...stop])], intent: "rent", run, ledger: watched };
  const turn = { ...begin(parts), clock };
  await waits.promise;
  await settleTasks();
  return { turn, claimed: answer.record, begun };
}
