import type { StandardSchemaV1 } from "@standard-schema/spec";

import type { History, TurnEvent, TurnResult } from "../../../src/index.ts";
import { drain, runTurn, tool, type Tool } from "../../../src/index.ts";
import { didNotHappen } from "../../../src/ledger/did-not-happen.ts";
import type { Ledger } from "../../../src/ledger/ledger.ts";
import { memoryLedger } from "../../../src/ledger/memory/memory-ledger.ts";
import type { HistoryViolation, Transport } from "../../../src/simulator.ts";
import { createManualClock, settleTasks, type ManualClock } from "../../support/manual-clock.ts";
import { scriptedModel, type ScriptedModel, type ScriptedRequest } from "../../support/scripted-model.ts";
import { idOf, scriptOf, type Behavior, type TurnPlan } from "./turn-plan.ts";

/** One run of a tool, as the tool itself knows it. */
export interface ToolRun {
  readonly tool: string;
  readonly callId: string;
  readonly intentKey: string;
  readonly value: unknown;
  /** Whether its effect has happened. */
  hasActed: boolean;
}

/** Everything that is seen of a turn from outside. */
export interface TurnRun {
  readonly plan: TurnPlan;
  readonly result: TurnResult;
  readonly events: readonly TurnEvent[];
  readonly requests: readonly ScriptedRequest[];
  readonly runs: readonly ToolRun[];
  /** How many there were when the turn was broken off; `null` where it was not. */
  readonly runsAtExit: number | null;
  /** What a provider refuses in the history that came out, with the person's next words behind it. */
  readonly closing: readonly HistoryViolation[];
}

export interface DriveOptions {
  readonly ledger?: Ledger;
  readonly transport?: Transport;
  /** Whose runs are added to. Default: a list of its own. */
  readonly runs?: ToolRun[];
}

/** Longer than any wait of a turn: the run is over or stuck. */
const MOST_STEPS = 2000;

/** Runs a planned turn to its end, on a clock that moves whenever nothing else does. */
export async function driveTurn(plan: TurnPlan, options: DriveOptions = {}): Promise<TurnRun> {
  const clock = createManualClock();
  const { transport, runs = [], ledger = memoryLedger() } = options;
  const scripted = scriptedModel(plan.wire, (request) => scriptOf(plan, request), {
    clock,
    isStored: plan.isStored,
    ...(transport === undefined ? {} : { transport }),
  });
  const controller = new AbortController();
  if (plan.exit.kind === "abort-before") controller.abort();
  const turn = runTurn({
    model: scripted.model,
    messages: [{ role: "user", content: "Do what I asked for." }],
    tools: makeTools(plan, clock, runs),
    conversation: "c-1",
    turn: "t-1",
    ledger,
    signal: controller.signal,
    corrections: plan.corrections,
    retries: plan.retries,
    handBackUnparseable: plan.handBackUnparseable,
    maxParallel: plan.maxParallel,
    stream: { idleMs: 1000 },
    clock,
    chance: () => 0.5,
  });
  const events: TurnEvent[] = [];
  const state: { runsAtExit: number | null } = { runsAtExit: plan.exit.kind === "abort-before" ? 0 : null };
  const breakOff = (): void => {
    state.runsAtExit = runs.length;
    if (plan.exit.kind === "abort") controller.abort();
    if (plan.exit.kind === "drain") void drain({ graceMs: 500, clock });
  };
  const watching = watch(turn, plan, { events, breakOff });
  const result = await passTime(
    clock,
    watching.then(async () => turn.result),
  );
  return {
    plan,
    result,
    events,
    requests: scripted.requests.slice(),
    runs,
    ...state,
    closing: await askOn(scripted, result.history),
  };
}

interface Watching {
  readonly events: TurnEvent[];
  readonly breakOff: () => void;
}

async function watch(
  turn: AsyncIterable<TurnEvent>,
  { exit }: TurnPlan,
  { events, breakOff }: Watching,
): Promise<void> {
  for await (const event of turn) {
    events.push(event);
    if (!("afterEvents" in exit) || events.length !== exit.afterEvents) continue;
    breakOff();
    if (exit.kind === "leave") return;
  }
}

async function passTime<Value>(clock: ManualClock, ended: Promise<Value>): Promise<Value> {
  const state = { isOver: false };
  const over = ended.finally(() => {
    state.isOver = true;
  });
  // Without a listener a failure would be one that nobody handles until the loop is over.
  over.catch(() => {});
  for (let step = 0; !state.isOver;) {
    // A key is hashed on another thread: no time passes while nothing but that is waited for.
    if (clock.pending() === 0) await settleTasks();
    else if (step === MOST_STEPS) throw new Error("the turn does not end");
    else {
      step += 1;
      await clock.advance(1000);
    }
  }
  return over;
}

async function askOn({ model, requests }: ScriptedModel, history: History): Promise<readonly HistoryViolation[]> {
  const messages = [...history.messages, { role: "user", content: "And now?" }];
  await model.send({ history: { ...history, messages }, tools: [], signal: new AbortController().signal });
  return requests.at(-1)?.violations ?? [];
}

function makeTools(plan: TurnPlan, clock: ManualClock, runs: ToolRun[]): readonly Tool[] {
  const behaviors = new Map<string, Behavior>();
  plan.messages.forEach(({ calls }, message) => {
    calls.forEach((call, index) => behaviors.set(idOf(plan, message, index), call.behavior));
  });
  const make = (name: string, effect: "once" | "read" | "idempotent"): Tool =>
    tool({
      name,
      description: "Does something.",
      input: oneNumber,
      jsonSchema: { type: "object", properties: { value: { type: "integer" } }, required: ["value"] },
      effect,
      timeoutMs: 1000,
      ...(name === "pay" && plan.payCorrections !== null ? { corrections: plan.payCorrections } : {}),
      run: async ({ value }, { callId, intentKey }) => {
        const run: ToolRun = { tool: name, callId, intentKey, value, hasActed: false };
        runs.push(run);
        await behave(behaviors.get(callId) ?? "works", run, clock);
        return { receipt: `${name} ${String(value)}` };
      },
    });
  return [make("pay", "once"), make("look", "read"), make("set", "idempotent")];
}

/** Takes `{ value: 1 }`. By hand: to compile a JSON Schema takes longer than a whole turn. */
const oneNumber: StandardSchemaV1<{ value: number }> = {
  "~standard": {
    version: 1,
    vendor: "test",
    validate: (given) =>
      isOneNumber(given) ? { value: given } : { issues: [{ message: "expected a whole number", path: ["value"] }] },
  },
};

function isOneNumber(given: unknown): given is { value: number } {
  return typeof given === "object" && given !== null && "value" in given && Number.isInteger(given.value);
}

/** Brings about the effect, or not, and comes to an end, or not. */
async function behave(behavior: Behavior, run: ToolRun, clock: ManualClock): Promise<void> {
  const act = (): void => {
    run.hasActed = true;
  };
  switch (behavior) {
    case "works":
      return act();
    case "works-late":
      await pass(clock, 600);
      return act();
    case "throws":
      throw new Error("it broke");
    case "throws-late":
      act();
      throw new Error("it broke behind its effect");
    case "declines":
      throw didNotHappen("the card was refused");
    case "hangs":
      return new Promise(() => {});
    case "hangs-late":
      act();
      return new Promise(() => {});
  }
}

function pass(clock: ManualClock, ms: number): Promise<void> {
  return new Promise((resolve) => {
    clock.after(ms, resolve);
  });
}
