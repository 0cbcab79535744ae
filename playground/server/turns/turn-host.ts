/**
 * Runs turns in this process and shows them to pages.
 *
 * Owns: the open runs and what pages see of them. Does not own: which turns there are, and what is kept of them.
 */
import type { Clock, Model, Tool, TurnEvent, TurnResult } from "rollcall";
import { createHop } from "rollcall/hop";
import type { Ledger } from "rollcall/ledger";
import { createBlockStore } from "rollcall/view";
import type { RunRoll } from "../../shared/api.ts";
import { observeTurn } from "./observed-turn.ts";
import { createRollRecorder, type RollRecorder } from "./roll-recorder.ts";
import { type RunOrder, runName } from "./run-order.ts";
import { startTurn } from "./start-turn.ts";

/** What a run came to. */
export interface RunOver {
  readonly ending: string;
  readonly roll: RunRoll;
  /** What the next turn begins with; `undefined` where a bug kept the turn from saying it. */
  readonly history: TurnResult["history"]["messages"] | undefined;
}

/** @see createTurnHost */
export interface TurnHostOptions {
  readonly toolsFor: (order: RunOrder) => readonly Tool[];
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly modelFor: (order: RunOrder) => Promise<Model>;
  /** Something of a run is to be seen that was not there before, beside what its own pages see. */
  readonly onEvent: (order: RunOrder, event: TurnEvent) => void;
  readonly onOver: (order: RunOrder, over: RunOver) => void;
}

/** @see the head of this file */
export interface TurnHost {
  begin(order: RunOrder): Promise<void>;
  /** `undefined` for a run that cannot be watched any more. */
  watch(name: string, signal: AbortSignal): Response | undefined;
  has(name: string): boolean;
  /** The person stops a run. Says whether it was going on. */
  stop(name: string): boolean;
  /** The roll of a run that goes on. */
  roll(name: string): RunRoll | undefined;
}

/** As long as the playground runs: a page that comes back shows the conversation from its beginning. */
const KEEP_MS = 24 * 3_600_000;
const HEARTBEAT_MS = 1000;

/** Makes a host without runs. */
export function createTurnHost(options: TurnHostOptions): TurnHost {
  const { toolsFor, ledger, clock, modelFor, onEvent, onOver } = options;
  const hop = createHop({ heartbeatMs: HEARTBEAT_MS, keepMs: KEEP_MS, maxKept: 500, clock });
  const open = new Map<string, RollRecorder>();

  return {
    async begin(order) {
      const name = runName(order);
      const tools = toolsFor(order);
      const model = await modelFor(order);
      const recorder = createRollRecorder({ ...order, tools, clock });
      const finish = (result: TurnResult | undefined): void => {
        open.delete(name);
        const ending = recorder.ending ?? "A bug of the playground ended it.";
        onOver(order, { ending, roll: recorder.roll("ended"), history: result?.history.messages });
      };
      hop.host(name, {
        store: createBlockStore({ display: tools, clock }),
        start: (signal) =>
          observeTurn(startTurn({ order, tools, model, signal, ledger, clock }), {
            onEvent(event) {
              recorder.apply(event);
              onEvent(order, event);
            },
            onOver: finish,
          }),
      });
      open.set(name, recorder);
    },
    watch: (name, signal) => (hop.has(name) ? hop.watch(name, { signal }) : undefined),
    has: (name) => hop.has(name),
    stop: (name) => hop.stop(name),
    roll: (name) => open.get(name)?.roll("running"),
  };
}
