import type { CrashPoint } from "../../src/ledger/crash-points.ts";
import type { Heard } from "./heard.ts";

/** A place at which a worker kills itself: a crash point, the middle of the effect, or the middle of the model's answer. */
export type KillPoint = CrashPoint | "inside-effect" | "inside-answer";

/** A bug that the campaign must find. */
export type PlantedBug =
  /** The claim is written only once the effect has happened. */
  | "claim-behind-effect"
  /** A process has intent keys of its own, so that no successor meets its claims. */
  | "key-of-process";

/** What a worker process is told. */
export interface WorkerOrders {
  /** A path, or postgres://… */
  readonly store: string;
  readonly targetFolder: string;
  /** The conversation; its turns are `LANE-0`, `LANE-1`, … */
  readonly lane: string;
  /** Where it begins: at what its predecessor left open. */
  readonly from: number;
  readonly leaseMs: number;
  /** At which point it dies, in this turn or a later one; `null`: whenever somebody kills it. */
  readonly killAt: { readonly place: number; readonly point: KillPoint } | null;
  /** What the model says in other words, and what fails by chance. */
  readonly seed: number;
  readonly bug: PlantedBug | null;
}

/** How many turns a worker has in flight. */
export const BATCH = 4;

/** A line of a worker. */
export type WorkerLine =
  /** Where a turn is. */
  | { readonly type: "point"; readonly place: number; readonly point: KillPoint | "model-asked" | "effect-over" }
  /** What the application or the model was told of the turn's calls so far, and what the target had seen then. */
  | { readonly type: "told"; readonly place: number; readonly heard: Heard; readonly effects: readonly string[] }
  /** What the API would refuse of a request. */
  | { readonly type: "refused"; readonly place: number; readonly rule: string }
  /** A request was lost and is sent again within its turn; how many of the turn's effects the ledger does not know of. */
  | { readonly type: "sent-again"; readonly place: number; readonly unknownEffects: number }
  /** How a turn ended, whether its request may be sent again, and the same number. */
  | {
      readonly type: "turn-over";
      readonly place: number;
      readonly ending: string;
      readonly reissue: string;
      readonly unknownEffects: number;
    }
  | { readonly type: "batch-over"; readonly next: number };

/** The id of a turn. */
export function turnAt(lane: string, place: number): string {
  return `${lane}-${place}`;
}
