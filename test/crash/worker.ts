import { writeSync } from "node:fs";

import { didNotHappen } from "../../src/ledger/did-not-happen.ts";
import { isHappened } from "../../src/ledger/record.ts";
import { systemClock } from "../../src/protocol/clock.ts";
import type { CallResult } from "../../src/protocol/turn-event.ts";
import { reissue } from "../../src/turn/reissue.ts";
import { runTurn, type Turn } from "../../src/turn/run-turn.ts";
import { tool, type Tool } from "../../src/turn/tool.ts";
import { type Heard, heardInHistory, heardInResults, receipt } from "./heard.ts";
import { openStore } from "./open-store.ts";
import { claimingBehindTheEffect } from "./planted-bug.ts";
import { createRandom } from "./random.ts";
import { canBeAsked, storyAt, toolNames, type ToolName } from "./story.ts";
import { storyModel } from "./story-model.ts";
import { orderJsonSchema, orderSchema } from "./order-schema.ts";
import { targetIn } from "./target.ts";
import { BATCH, turnAt, type KillPoint, type WorkerLine, type WorkerOrders } from "./worker-orders.ts";

// One process of the crash campaign: an application that takes turns, batch by batch, until it is killed. Without orders
// it only loads what a worker needs.

const MOST_TRIES = 3;
const DECLINES_ONE_IN = 6;
const THROWS_ONE_IN = 16;

const orders = JSON.parse(process.argv[2] ?? "null") as WorkerOrders | null;
if (orders !== null) await work(orders);

async function work({ store, targetFolder, lane, leaseMs, killAt, seed, bug, ...start }: WorkerOrders): Promise<never> {
  const target = targetIn(targetFolder);
  const random = createRandom(seed);
  const { ledger: sound } = openStore(store, { leaseMs });
  const ledger = bug === "claim-behind-effect" ? claimingBehindTheEffect(sound) : sound;

  // Connections are opened beforehand, or the first claims would wait for them until their leases are over.
  await Promise.all(Array.from({ length: BATCH }, () => sound.read("nothing")));

  for (let { from } = start; ; from += BATCH) {
    await Promise.all(Array.from({ length: BATCH }, (_, offset) => takeTurn(from + offset)));
    say({ type: "batch-over", next: from + BATCH });
  }

  /** Takes a turn from its first messages, whatever became of it before, and again for as long as that may be done. */
  async function takeTurn(place: number): Promise<void> {
    const id = turnAt(lane, place);
    const { ways } = storyAt(place);
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const model = storyModel(ways[random.below(ways.length)] ?? [], random, {
        asked(history) {
          say({ type: "point", place, point: "model-asked" });
          sayTold(place, heardInHistory(history));
        },
        answering: () => reach(place, "inside-answer"),
        refused: (rule) => say({ type: "refused", place, rule }),
      });
      const turn = runTurn({
        model,
        conversation: lane,
        turn: id,
        messages: [{ role: "user", content: "Please settle the bill." }],
        tools: toolNames.map((name) => toolOf(name, place)),
        ledger,
        retryWaitMs: 1,
        reach: (point) => reach(place, point),
      });
      await follow(turn, place);
      const result = await turn.result;
      sayTold(place, heardInHistory(result.history.messages));
      const answer = await reissue(result, { ledger, model });
      const unknownEffects = await countUnknown(id);
      say({ type: "turn-over", place, ending: result.ending.kind, reissue: answer.kind, unknownEffects });
      if (result.ending.kind === "done" || answer.kind === "no") return;
    }
  }

  async function follow(turn: Turn, place: number): Promise<void> {
    const results: CallResult[] = [];
    for await (const event of turn) {
      if (event.type === "withdrawn") {
        say({ type: "sent-again", place, unknownEffects: await countUnknown(turnAt(lane, place)) });
      }
      if (event.type !== "answered") continue;
      results.push(event.result);
      sayTold(place, heardInResults(results));
    }
  }

  function toolOf(name: ToolName, place: number): Tool {
    const id = turnAt(lane, place);
    return tool({
      name,
      description: "Sends money.",
      input: orderSchema,
      jsonSchema: orderJsonSchema,
      ...(bug === "key-of-process" ? { intent: () => `${id}-${name}-${process.pid}` } : {}),
      ...(canBeAsked(place) ? { reconcile: (key: string) => reconcile(id, name, key) } : {}),
      async run(_args, { intentKey }) {
        await moment();
        if (random.below(DECLINES_ONE_IN) === 0) return didNotHappen("the bank is closed");
        reach(place, "inside-effect");
        await moment();
        target.act(id, `${name} ${intentKey}`);
        say({ type: "point", place, point: "effect-over" });
        await moment();
        if (random.below(THROWS_ONE_IN) === 0) throw new Error("the bank's answer was lost");
        return receipt(name, intentKey);
      },
    });
  }

  function reconcile(id: string, name: ToolName, key: string) {
    return target.effectsOf(id).includes(`${name} ${key}`)
      ? ({ kind: "happened", value: receipt(name, key) } as const)
      : ({ kind: "did-not-happen", reason: "the target has not seen it" } as const);
  }

  function reach(place: number, point: KillPoint): void {
    say({ type: "point", place, point });
    // A turn that its predecessor had finished comes by fewer points: then it dies at the next that does.
    if (killAt !== null && place >= killAt.place && point === killAt.point) process.kill(process.pid, "SIGKILL");
  }

  function sayTold(place: number, heard: Heard): void {
    say({ type: "told", place, heard, effects: target.effectsOf(turnAt(lane, place)) });
  }

  /** Effects of a turn that the ledger does not know to have happened. */
  async function countUnknown(id: string): Promise<number> {
    const keys = target.effectsOf(id).map((effect) => effect.split(" ")[1] ?? "");
    const records = await Promise.all(keys.map((key) => sound.read(key)));
    return records.filter((record) => record === undefined || !isHappened(record)).length;
  }
}

// Written at once, so that a process that dies in the next line has said it.
function say(line: WorkerLine): void {
  writeSync(1, `${JSON.stringify(line)}\n`);
}

function moment(): Promise<void> {
  return new Promise((resolve) => {
    systemClock.after(1, resolve);
  });
}
