import { type Clock, type Model, runTurn, type Tool, type Turn } from "rollcall";
import type { Ledger } from "rollcall/ledger";
import { faultPlans } from "../assistant/faults.ts";
import type { RunOrder } from "./run-order.ts";

/** What a turn is run with. */
export interface TurnStart {
  readonly order: RunOrder;
  readonly tools: readonly Tool[];
  readonly model: Model;
  readonly signal: AbortSignal;
  readonly ledger: Ledger;
  readonly clock: Clock;
}

const RETRY_WAIT_MS = 300;

/** The turn of an order; it begins when its events are asked for. */
export function startTurn({ order, ...rest }: TurnStart): Turn {
  const { messages, conversation, turn, fault } = order;
  const { retries = 1, idleMs } = faultPlans[fault];
  return runTurn({
    ...rest,
    messages,
    conversation,
    turn,
    retries,
    retryWaitMs: RETRY_WAIT_MS,
    stream: idleMs === undefined ? {} : { idleMs, firstMs: idleMs },
  });
}
