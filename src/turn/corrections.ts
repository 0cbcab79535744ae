import type { Dispatchable, Invalid, Outcome } from "../protocol/outcome.ts";
import type { RollResult } from "../protocol/roll-event.ts";
import type { CorrectionAttempt, CorrectionResult } from "./turn-report.ts";

/** Why the model is not asked to correct itself. */
export type NoCorrection = "bound" | "repeated";

/** How often a turn may be corrected. */
export interface CorrectionBounds {
  /** For the turn. */
  readonly turn: number;
  /** For a tool; `undefined` where the turn's bound holds. */
  ofTool(name: string): number | undefined;
}

/** A call that is to go back to the model: the tool, and what tells this failure from another. */
export interface Correctable {
  readonly tool: string;
  readonly signature: string;
}

/** Counts the corrections of a turn, so that they end (R8). */
export interface Corrections {
  /** Whether a message with these calls may go back to the model; else why not. */
  judge(calls: readonly Correctable[]): "allowed" | NoCorrection;
  /** The message goes back. Gives the number of the correction, from 1. */
  begin(message: number, calls: readonly Correctable[]): number;
  /** The model has answered: says what became of the corrections of the message before. A pause is no answer yet. */
  answer(roll: Pick<RollResult, "ending" | "outcomes">): void;
  readonly attempts: readonly CorrectionAttempt[];
}

/** Starts counting at the beginning of a turn. */
export function createCorrections(bounds: CorrectionBounds): Corrections {
  return new TurnCorrections(bounds);
}

class TurnCorrections implements Corrections {
  readonly #bounds: CorrectionBounds;
  readonly #seen = new Set<string>();
  readonly #attempts: CorrectionAttempt[] = [];
  #count = 0;
  /** Where the attempts begin whose result is not known yet. */
  #firstOpen = 0;

  constructor(bounds: CorrectionBounds) {
    this.#bounds = bounds;
  }

  get attempts(): readonly CorrectionAttempt[] {
    return this.#attempts;
  }

  judge(calls: readonly Correctable[]): "allowed" | NoCorrection {
    // No number of attempts makes information that is not there.
    if (calls.some(({ signature }) => this.#seen.has(signature))) return "repeated";
    if (this.#count >= this.#bounds.turn) return "bound";
    const isSpent = ({ tool }: Correctable): boolean => this.#countOf(tool) >= (this.#bounds.ofTool(tool) ?? Infinity);
    return calls.some(isSpent) ? "bound" : "allowed";
  }

  begin(message: number, calls: readonly Correctable[]): number {
    this.#count += 1;
    this.#firstOpen = this.#attempts.length;
    for (const { signature } of calls) this.#seen.add(signature);
    const tools = [...new Set(calls.map(({ tool }) => tool))];
    const attempts = tools.map((tool) => ({ tool, attempt: this.#countOf(tool) + 1, message }));
    this.#attempts.push(...attempts.map((attempt) => ({ ...attempt, result: "unanswered" as const })));
    return this.#count;
  }

  answer(roll: Pick<RollResult, "ending" | "outcomes">): void {
    if (roll.ending.class === "paused") return;
    for (let place = this.#firstOpen; place < this.#attempts.length; place += 1) {
      const attempt = this.#attempts[place];
      if (attempt !== undefined) this.#attempts[place] = { ...attempt, result: resultOf(attempt.tool, roll) };
    }
    this.#firstOpen = this.#attempts.length;
  }

  #countOf(tool: string): number {
    return this.#attempts.filter((attempt) => attempt.tool === tool).length;
  }
}

function resultOf(tool: string, { ending, outcomes }: Pick<RollResult, "ending" | "outcomes">): CorrectionResult {
  const again = outcomes.filter(({ call }) => call.name === tool);
  const judged = again.filter(isJudged);
  if (judged.some(({ kind }) => kind === "invalid")) return "invalid-again";
  if (judged.length > 0) return "recovered";
  // A message that was lost or cut short might have called it again.
  return again.length > 0 || ending.class !== "clean" || ending.kind !== "complete" ? "unanswered" : "not-repeated";
}

function isJudged(outcome: Outcome): outcome is Dispatchable | Invalid {
  return outcome.kind === "dispatchable" || outcome.kind === "invalid";
}
