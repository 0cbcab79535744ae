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
import type { History } from "../formats/dialect.ts";
import { pause } from "../ledger/pause.ts";
import type { RequestReason, TurnEnding } from "../protocol/turn-event.ts";
import { answerMessage } from "./answer-message.ts";
import { askModel, type SettledAnswer } from "./ask-model.ts";
import { nextStep, type Step } from "./next-step.ts";
import { cancelledBy, endless, stuckInPause } from "./own-endings.ts";
import type { MessageReport, TurnResult } from "./turn-report.ts";
import type { TurnScope } from "./turn-scope.ts";

/** Runs one turn. Comes to an end whatever happens. Rejects for a bug on this side alone. */
export function runLoop(scope: TurnScope): Promise<TurnResult> {
  return new Loop(scope).run();
}

/** Why the model is asked next, or how the turn ends. */
type Next = RequestReason | TurnEnding;

class Loop {
  readonly #scope: TurnScope;
  readonly #messages: MessageReport[] = [];
  #history: History;
  #hasHandedBack = false;
  /** The last message paused, and the next request would be the one before it, word for word. */
  #isStuck = false;

  constructor(scope: TurnScope) {
    this.#scope = scope;
    this.#history = scope.settings.history;
  }

  async run(): Promise<TurnResult> {
    const { maxMessages, turn } = this.#scope.settings;
    let next: Next = "asked";
    for (let message = 0; typeof next === "string"; message += 1) {
      if (message === maxMessages) next = endless(maxMessages, next);
      else next = this.#cancelled() ?? (await this.#takeMessage(message, next));
    }
    return {
      conversation: turn.conversation,
      turn: turn.id,
      ending: next,
      history: this.#closedHistory(),
      messages: this.#messages,
      corrections: this.#scope.corrections.attempts,
    };
  }

  /** One request and all that follows from it. */
  async #takeMessage(message: number, because: RequestReason): Promise<Next> {
    const { corrections, retries, settings } = this.#scope;
    const answer = await askModel({ message, because, history: this.#history }, this.#scope);
    // Where no message is left, what failed is how the turn ends: nothing is taken back that nothing would stand in for.
    const isLast = message + 1 >= settings.maxMessages;
    const waitMs = isLast ? null : await retries.waitFor(answer.roll);
    const step = nextStep(answer.roll, {
      corrections,
      mayHandBack: settings.handBackUnparseable && !this.#hasHandedBack,
      mayReissue: waitMs !== null,
      advice: retries.adviceFor(answer.roll),
    });
    return step.kind === "reissue" ? this.#withdraw(answer, waitMs ?? 0) : this.#stand(answer, step);
  }

  async #withdraw({ message, because, roll }: SettledAnswer, waitMs: number): Promise<Next> {
    const { settings, outbox, stop } = this.#scope;
    this.#messages.push({ message, because, isWithdrawn: true, roll, results: [], mayHaveActed: false });
    outbox.put({ type: "withdrawn", message, ending: roll.ending, waitMs });
    await pause(waitMs, settings.clock, stop.requests);
    return "reissue";
  }

  async #stand(answer: SettledAnswer, step: Exclude<Step, { kind: "reissue" }>): Promise<Next> {
    const { corrections, retries } = this.#scope;
    retries.reset();
    corrections.answer(answer.roll);
    const correct = step.kind === "go-on" ? step.correct : [];
    if (correct.some(({ kind }) => kind === "failed")) this.#hasHandedBack = true;
    const answered = await answerMessage(answer, { history: this.#history, correct }, this.#scope);
    this.#messages.push(answered.report);
    const isAdded = !isEqual(answered.history, this.#history);
    this.#history = answered.history;
    const next = this.#nextOf(step, isAdded);
    // Nobody is asked again; a turn that had come to its own end keeps it.
    const isOpen = typeof next === "string" || answer.roll.ending.cause === "cancelled";
    return (isOpen ? this.#cancelled() : undefined) ?? next;
  }

  /** A pause is continued once with the words of the request before it, and no more: they bring nothing else about. */
  #nextOf(step: Exclude<Step, { kind: "reissue" }>, isAdded: boolean): Next {
    const wasStuck = this.#isStuck;
    this.#isStuck = step.kind === "go-on" && step.because === "continuation" && !isAdded;
    if (step.kind === "end") return step.ending;
    return wasStuck && this.#isStuck ? stuckInPause : step.because;
  }

  /**
   * Behind a pause the history is open, and behind a call of the provider's own that still waited for the client: what the
   * provider's side had to do is given up, as by a lost answer. A history that nothing was added to is its owner's.
   */
  #closedHistory(): History {
    const { history, model } = this.#scope.settings;
    if (this.#history === history) return history;
    const ending = { kind: "abandoned", stop: null, class: null, cause: "cancelled", detail: "" } as const;
    return model.dialect.createScribe().write(this.#history, { ending, outcomes: [], answers: new Map() });
  }

  #cancelled(): TurnEnding | undefined {
    const { by } = this.#scope.stop;
    return by === null ? undefined : cancelledBy(by);
  }
}

/** By identity: a scribe alters no message, it puts another in its place. */
function isEqual(one: History, other: History): boolean {
  return (
    one.previousResponseId === other.previousResponseId &&
    one.messages.length === other.messages.length &&
    one.messages.every((message, place) => message === other.messages[place])
  );
}
