import type { CrashPoint } from "../../src/ledger/crash-points.ts";

/** A place at which a worker kills itself: a crash point, or the middle of the effect. */
export type KillPoint = CrashPoint | "inside-effect";

/** What a worker process is told. */
export interface WorkerOrders {
  /** A path, or postgres://… */
  readonly store: string;
  readonly targetFolder: string;
  /** Its intents are `LANE-0`, `LANE-1`, … */
  readonly lane: string;
  /** Where it begins: at what its predecessor left open. */
  readonly from: number;
  readonly leaseMs: number;
  /** At which point it dies, in this intent or a later one; `null`: whenever somebody kills it. */
  readonly killAt: { readonly place: number; readonly point: KillPoint } | null;
  /** The bug of a ledger that claims behind the effect. */
  readonly isBugPlanted: boolean;
}

/** How many intents a worker has in flight. */
export const BATCH = 4;

/** A line of a worker: where an intent is, how it ended, or that a batch is over. */
export type WorkerLine =
  | { readonly type: "point"; readonly place: number; readonly point: KillPoint | "effect-over" }
  | { readonly type: "outcome"; readonly place: number; readonly kind: string; readonly effects: number }
  | { readonly type: "batch-over"; readonly next: number };

export function intentAt(lane: string, place: number): string {
  return `${lane}-${place}`;
}
