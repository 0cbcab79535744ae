/**
 * The loop of a turn: ask, settle, decide, run, answer, and again.
 *
 * Owns: the order of things, and what a turn came to. Does not own: how a message is settled (`settle`), what it means for
 * the turn (`next-step`), how tools run (`dispatch`), what the provider is sent (the dialect).
 *
 * - L1 Every message stands or is withdrawn; one that stands is in the history, with every call of it answered for.
 * - L2 Whatever ends the turn, the history that comes out is one that the provider accepts (R10).
 * - L3 A cancel takes the same way as any other end (R14).
 */
import type { History, Scribe } from "../formats/dialect.ts";
import { pause } from "../ledger/pause.ts";
import type { CallAnswer } from "../protocol/answer.ts";
import type { Dispatchable, Failed, Invalid } from "../protocol/outcome.ts";
import type { RollResult } from "../protocol/roll-event.ts";
import type { CallResult, RequestReason, TurnEnding, TurnEvent } from "../protocol/turn-event.ts";
import { settle } from "../settle/settle.ts";
import { failureSignature } from "./answer-signature.ts";
import { callAnswer, failedAnswer, invalidAnswer } from "./answer-words.ts";
import { createCorrections, type Corrections } from "./corrections.ts";
import { dispatch } from "./dispatch.ts";
import { nextStep, toCorrectable, type Step } from "./next-step.ts";
import { createOrdinals, type Ordinals } from "./ordinals.ts";
import { createRetries, type Retries } from "./retries.ts";
import type { TurnSettings } from "./turn-options.ts";
import type { TurnOutbox } from "./turn-outbox.ts";
import type { MessageReport, TurnResult } from "./turn-report.ts";
import type { TurnStop } from "./turn-stop.ts";

/** What a loop is tied to. */
export interface TurnTies {
  readonly outbox: TurnOutbox;
  readonly stop: TurnStop;
}

/** Runs one turn. */
export interface TurnLoop {
  /** Comes to an end whatever happens. Rejects for a bug on this side alone. */
  run(): Promise<TurnResult>;
}

/** Makes the loop of one turn. */
export function createTurnLoop(settings: TurnSettings, ties: TurnTies): TurnLoop {
  return new Loop(settings, ties);
}

/** One message on its way through the loop. */
interface Asked {
  readonly message: number;
  readonly because: RequestReason;
  readonly roll: RollResult;
}

class Loop implements TurnLoop {
  readonly #settings: TurnSettings;
  readonly #outbox: TurnOutbox;
  readonly #stop: TurnStop;
  readonly #corrections: Corrections;
  readonly #ordinals: Ordinals;
  readonly #retries: Retries;
  readonly #messages: MessageReport[] = [];
  #history: History;
  #hasHandedBack = false;

  constructor(settings: TurnSettings, { outbox, stop }: TurnTies) {
    const { tools, corrections, history, model } = settings;
    this.#settings = settings;
    this.#outbox = outbox;
    this.#stop = stop;
    this.#history = history;
    this.#corrections = createCorrections({
      turn: corrections,
      ofTool: (name) => tools.find((tool) => tool.name === name)?.corrections,
    });
    this.#ordinals = createOrdinals(model.dialect.standingCalls(history.messages));
    this.#retries = createRetries(settings);
  }

  async run(): Promise<TurnResult> {
    const { maxMessages, turn } = this.#settings;
    let because: RequestReason | TurnEnding = "asked";
    for (let message = 0; typeof because === "string"; message += 1) {
      if (message === maxMessages) because = this.#endless(maxMessages);
      else because = this.#cancelled() ?? (await this.#takeMessage(message, because));
    }
    return {
      conversation: turn.conversation,
      turn: turn.id,
      ending: because,
      history: this.#history,
      messages: this.#messages,
      corrections: this.#corrections.attempts,
    };
  }

  /** One request and all that follows from it. Gives why the next one is made, or how the turn ends. */
  async #takeMessage(message: number, because: RequestReason): Promise<RequestReason | TurnEnding> {
    this.#emit({ type: "request", message, because });
    const scribe = this.#settings.model.dialect.createScribe();
    const roll = await this.#ask(message, scribe);
    const asked = { message, because, roll };
    const waitMs = await this.#retries.waitFor(roll);
    const step = nextStep(roll, {
      corrections: this.#corrections,
      mayHandBack: this.#settings.handBackUnparseable && !this.#hasHandedBack,
      mayReissue: waitMs !== null,
      signatureOf,
      advice: this.#retries.adviceFor(roll),
    });
    if (step.kind === "reissue") return this.#withdraw(asked, waitMs ?? 0);
    this.#retries.reset();
    const next = await this.#answer(asked, step, scribe);
    // Nobody is asked again; a turn that had come to its own end keeps it.
    const isOpen = typeof next === "string" || roll.ending.cause === "cancelled";
    return (isOpen ? this.#cancelled() : undefined) ?? next;
  }

  async #ask(message: number, scribe: Scribe): Promise<RollResult> {
    const { model, tools, clock, stream } = this.#settings;
    const history = this.#history;
    const settling = settle((signal) => model.send({ history, tools, signal }), {
      ...stream,
      format: scribe.format,
      tools,
      signal: this.#stop.requests,
      clock,
      ...(model.maxOutputTokens === null ? {} : { maxOutputTokens: model.maxOutputTokens }),
    });
    if (this.#outbox.isOpen) {
      for await (const event of settling) {
        this.#emit({ type: "message", message, event });
        await this.#outbox.whenAwaited();
      }
    }
    return settling.result;
  }

  async #withdraw({ message, because, roll }: Asked, waitMs: number): Promise<RequestReason> {
    this.#messages.push({ message, because, isWithdrawn: true, roll, results: [], mayHaveActed: false });
    this.#emit({ type: "withdrawn", message, ending: roll.ending, waitMs });
    await pause(waitMs, this.#settings.clock, this.#stop.requests);
    return "reissue";
  }

  /** The message stands: its calls are run, and it goes into the history. */
  async #answer(
    { message, because, roll }: Asked,
    step: StandingStep,
    scribe: Scribe,
  ): Promise<RequestReason | TurnEnding> {
    this.#corrections.answer(roll.outcomes);
    if (step.kind === "go-on" && step.because === "correction") this.#beginCorrection(message, step.correct);
    const results = await this.#dispatch(message, roll);
    this.#messages.push({
      message,
      because,
      isWithdrawn: false,
      roll,
      results,
      mayHaveActed: results.some((result) => this.#mayHaveActed(result)),
    });
    const answers = answersOf(roll, results, step);
    this.#history = scribe.write(this.#history, { ending: roll.ending, outcomes: roll.outcomes, answers });
    return step.kind === "end" ? step.ending : step.because;
  }

  #beginCorrection(message: number, calls: readonly (Invalid | Failed)[]): void {
    if (calls.some(({ kind }) => kind === "failed")) this.#hasHandedBack = true;
    const correctable = calls.map((call) => toCorrectable(call, { signatureOf }));
    const correction = this.#corrections.begin(message, correctable);
    this.#emit({ type: "correcting", message, correction, indexes: calls.map(({ call }) => call.index) });
  }

  #dispatch(message: number, roll: RollResult): Promise<readonly CallResult[]> {
    const { turn, ledger, tools, maxParallel, graceMs, clock, reach } = this.#settings;
    const calls = roll.outcomes.filter((outcome): outcome is Dispatchable => outcome.kind === "dispatchable");
    return dispatch(message, calls, {
      turn,
      ledger,
      tools,
      maxParallel,
      graceMs,
      clock,
      reach,
      ordinals: this.#ordinals,
      signal: this.#stop.tools,
      stop: this.#stop.requests,
      emit: (event) => this.#emit(event),
    });
  }

  #mayHaveActed(result: CallResult): boolean {
    const tool = this.#settings.tools.find(({ name }) => name === result.call.name);
    return result.kind !== "not-run" && tool?.effect !== "read";
  }

  #emit(event: TurnEvent): void {
    this.#outbox.put(event);
  }

  #cancelled(): TurnEnding | undefined {
    const { by } = this.#stop;
    return by === null ? undefined : { kind: "cancelled", by, detail: CANCEL_WORDS[by], advice: null };
  }

  #endless(maxMessages: number): TurnEnding {
    const detail = `the model was asked ${maxMessages} times and still calls tools`;
    return { kind: "endless", detail, advice: "raise maxMessages, or ask for less at a time" };
  }
}

type StandingStep = Exclude<Step, { kind: "reissue" }>;

const CANCEL_WORDS = {
  person: "the signal was aborted",
  "client-left": "the consumer of the events left",
  shutdown: "the process is shutting down",
} as const;

function signatureOf(call: Invalid | Failed): string {
  return call.kind === "invalid"
    ? failureSignature(call)
    : JSON.stringify([call.call.name, call.cause, call.call.text]);
}

/** What the model is told of each call; a call that failed is left out, unless it is handed back. */
function answersOf(
  { outcomes }: RollResult,
  results: readonly CallResult[],
  step: StandingStep,
): ReadonlyMap<number, CallAnswer> {
  const answers = new Map<number, CallAnswer>(results.map((result) => [result.call.index, callAnswer(result)]));
  const handedBack = step.kind === "go-on" ? step.correct : [];
  for (const outcome of outcomes) {
    if (outcome.kind === "invalid") answers.set(outcome.call.index, invalidAnswer(outcome));
    else if (outcome.kind === "failed" && handedBack.includes(outcome))
      answers.set(outcome.call.index, failedAnswer(outcome));
  }
  return answers;
}
