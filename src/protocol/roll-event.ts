import type { Fault, InputKind, RunBy } from "./call-event.ts";
import type { Ending, Outcome } from "./outcome.ts";

/** How many calls were announced and how they ended. `announced` is always the sum of the other four. */
export interface RollCount {
  readonly announced: number;
  readonly dispatchable: number;
  readonly invalid: number;
  readonly failed: number;
  readonly observed: number;
}

/** What happened, as a consumer sees it. Every call is `announced` before anything else is said of it. */
export type RollEvent =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "reasoning"; readonly text: string }
  | {
      readonly type: "announced";
      readonly index: number;
      /** `null` when the provider has not said it yet; the outcome always has one. */
      readonly id: string | null;
      /** `""` only for a call that the provider never named. */
      readonly name: string;
      readonly runBy: RunBy;
      readonly input: InputKind;
    }
  | { readonly type: "fragment"; readonly index: number; readonly text: string }
  | { readonly type: "closed"; readonly index: number }
  | { readonly type: "settled"; readonly outcome: Outcome }
  | { readonly type: "fault"; readonly fault: Fault }
  | { readonly type: "ended"; readonly ending: Ending; readonly count: RollCount };

/** What a whole stream amounts to. */
export interface RollResult {
  readonly ending: Ending;
  /** One outcome per call, in the order of announcement. */
  readonly outcomes: readonly Outcome[];
  readonly count: RollCount;
  readonly faults: readonly Fault[];
}
