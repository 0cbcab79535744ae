import type { StartTurn } from "../../shared/api.ts";
import type { Message } from "../data/turn-book.ts";

/** One run of a turn, as it is ordered. Plain JSON: it may go to another process. */
export interface RunOrder extends StartTurn {
  readonly turn: string;
  /** From 1. */
  readonly run: number;
  readonly conversation: string;
  readonly messages: readonly Message[];
}

/** The name by which a run is hosted. */
export function runName({ turn, run }: Pick<RunOrder, "turn" | "run">): string {
  return `${turn}.${run}`;
}

/** Where the history of a turn is kept: each service and each wire has its own shape. */
export function lineOf({ service, wire }: Pick<StartTurn, "service" | "wire">): string {
  return `${service}/${wire}`;
}
