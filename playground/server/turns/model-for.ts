import type { Model } from "rollcall";
import { faultPlans } from "../assistant/faults.ts";
import { type Environment, realModel, simulatedModel } from "../assistant/services.ts";
import type { RunOrder } from "./run-order.ts";

/** @see createModelFor */
export interface ModelSource {
  readonly simulatorUrl: string;
  /** Milliseconds between two writes of the simulator. */
  readonly paceMs: number;
  readonly environment: Environment;
}

/** Finds the model that a run asks. */
export function createModelFor(source: ModelSource): (order: RunOrder) => Promise<Model> {
  return async (order) => {
    const { service, wire } = order;
    if (service !== "simulator") return realModel(service, wire, source.environment);
    return simulatedModel({ url: source.simulatorUrl, wire, model: scenarioOf(order, source.paceMs) });
  };
}

/** Runs that are counted apart by the simulator, and never get the ids of another one. */
const SEEDS_A_TURN = 100;

function scenarioOf({ fault, turn, run }: RunOrder, paceMs: number): string {
  const { scenario, scenarioAgain = scenario, slowness = 1 } = faultPlans[fault];
  const chosen = run === 1 ? scenario : scenarioAgain;
  const seed = Number(turn.slice("t-".length)) * SEEDS_A_TURN + run;
  const parameters = `seed=${seed}&pace=${paceMs * slowness}`;
  return `rollcall/${chosen}${chosen.includes("?") ? "&" : "?"}${parameters}`;
}
