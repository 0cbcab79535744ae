import type { RunRoll } from "../../shared/api.ts";
import type { RunOrder } from "../turns/run-order.ts";

/** What a process that is to be killed begins with. */
export interface DoomedOrder {
  readonly order: RunOrder;
  readonly databasePath: string;
  readonly simulatorUrl: string;
  readonly paceMs: number;
}

/** What it says while it lives. */
export type DoomedNews =
  | { readonly type: "listening"; readonly port: number }
  | { readonly type: "roll"; readonly roll: RunRoll };
