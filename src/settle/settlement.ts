/**
 * The settlement of one message: from the roll to the outcomes and the result.
 *
 * Owns: the verdicts, the wait for validators, and the one moment at which the result is out. Does not own: when the message
 * is over and when nothing more is to come (the pipe says both).
 *
 * - S1 `conclude` gives every call its verdict, once; an outcome is told as soon as it is there, whatever its siblings do.
 * - S2 The result is resolved once, when the pipe has called `complete` and no validator is waited for any more.
 */
import type { Ending, Outcome } from "../protocol/outcome.ts";
import type { RollResult } from "../protocol/roll-event.ts";
import { countOutcomes } from "./count.ts";
import type { FaultList } from "./faults.ts";
import { conclude, finalize, type Verdict } from "./finalize.ts";
import type { Settings } from "./options.ts";
import type { Outbox } from "./outbox.ts";
import type { Roll } from "./roll.ts";
import { createValidator, type Validator } from "./validate.ts";

export interface Settlement {
  readonly result: Promise<RollResult>;
  /** The message is over. */
  conclude(): void;
  /** Nothing more is to come that would be told with the result. */
  complete(): void;
  readonly isComplete: boolean;
  /** A bug on this side: whoever awaits the result or the next event hears of it. */
  fail(error: unknown): void;
}

export interface SettlementOptions {
  readonly roll: Roll;
  readonly settings: Settings;
  readonly faults: FaultList;
  readonly outbox: Outbox;
}

/** Makes the settlement of one message. */
export function createSettlement(options: SettlementOptions): Settlement {
  return new MessageSettlement(options);
}

const ignore = (): void => {};

class MessageSettlement implements Settlement {
  readonly result: Promise<RollResult>;
  isComplete = false;
  readonly #options: SettlementOptions;
  #resolve: (result: RollResult) => void = () => {};
  #reject: (reason: unknown) => void = () => {};
  #ending: Ending | null = null;
  readonly #outcomes: Outcome[] = [];
  #unsettled = 0;

  constructor(options: SettlementOptions) {
    this.#options = options;
    this.result = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  conclude(): void {
    if (this.#ending !== null) return;
    const { roll, settings, faults } = this.#options;
    const { policy, toolbox, validateMs, clock } = settings;
    const { ending, verdicts } = finalize(roll, policy);
    this.#ending = Object.freeze(ending);
    if (ending.kind === "complete" && ending.detail !== "") faults.add("stop-overruled", ending.detail);
    this.#unsettled = verdicts.length;
    const validator = createValidator({ toolbox, validateMs, clock, faults });
    for (const [index, verdict] of verdicts.entries()) this.#settle(index, verdict, validator);
  }

  complete(): void {
    this.isComplete = true;
    this.#tell();
  }

  fail(error: unknown): void {
    const failure = error instanceof Error ? error : new Error("settling failed", { cause: error });
    // Nobody has to await the result; a bug in Rollcall must not end somebody's process.
    this.result.catch(ignore);
    this.#reject(failure);
    this.#options.outbox.fail(failure);
  }

  #settle(index: number, verdict: Verdict, validator: Validator): void {
    if (verdict.kind === "settled") return this.#record(index, verdict.outcome);
    const { call, text } = verdict;
    const answer = validator.validate(call.name ?? "", text);
    if (!(answer instanceof Promise)) return this.#record(index, conclude(call, answer));
    answer
      .then((late) => this.#record(index, conclude(call, late)))
      .catch((error: unknown) => {
        this.fail(error);
      });
  }

  #record(index: number, outcome: Outcome): void {
    this.#outcomes[index] = outcome;
    this.#unsettled -= 1;
    this.#options.outbox.put({ type: "settled", outcome });
    this.#tell();
  }

  #tell(): void {
    const ending = this.#ending;
    if (!this.isComplete || this.#unsettled > 0 || ending === null) return;
    const { roll, outbox, faults } = this.#options;
    // The verdicts are final: nothing comes here a second time but a second `complete`.
    this.#unsettled = Infinity;
    const outcomes = Object.freeze([...this.#outcomes]);
    const count = countOutcomes(outcomes, roll.calls.length);
    outbox.put({ type: "ended", ending, count });
    outbox.finish();
    this.#resolve(Object.freeze({ ending, outcomes, count, faults: Object.freeze([...faults.all]) }));
  }
}
