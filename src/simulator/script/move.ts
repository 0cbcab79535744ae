import type { CallEndFields, CallStartFields, StepFields } from "./step.ts";

/** Text that has been cut into its fragments. */
export interface SpokenMove {
  readonly pieces: readonly string[];
  readonly choice: number;
  readonly close: boolean;
}

type Planned = "call" | "text" | "reasoning" | "refusal" | "together";

/** What each kind of move holds: the steps, with every call taken apart and every text cut. */
export interface MoveFields extends Omit<StepFields, Planned | "call-start" | "call-text" | "call-end"> {
  readonly text: SpokenMove;
  readonly reasoning: SpokenMove & { readonly signature?: string };
  readonly refusal: SpokenMove;
  readonly "call-start": CallStartFields & { readonly call: number };
  readonly "call-text": { readonly call: number; readonly text: string; readonly finish?: string };
  readonly "call-end": CallEndFields & { readonly call: number };
  readonly together: { readonly moves: readonly CallPart[] };
}

/** The name of a move. */
export type MoveKind = keyof MoveFields;

/** One thing to say or do, with nothing left to decide. `path` is the step that it comes from. */
export type Move<Kind extends MoveKind = MoveKind> = {
  [Each in Kind]: { readonly kind: Each; readonly path: string } & MoveFields[Each];
}[Kind];

/** A move that can carry argument text. */
export type CallPart = Move<"call-start"> | Move<"call-text">;
