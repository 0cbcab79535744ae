/**
 * One call on the board, through every attempt of the model at it.
 *
 * - K1 It ends once; nothing is said of it afterwards.
 * - K2 An outcome that is no request to run is kept until its message stands: it may be corrected or taken back before.
 */
import type { CallFacts, Outcome } from "../../protocol/outcome.ts";
import { toolName } from "../wording.ts";
import { outcomeVerdict, type Verdict } from "../words/statements.ts";
import type { CallStatus, LiveStatus } from "./block.ts";
import { endedCall, type Attempt, type CardScope, type SentCall } from "./card-scope.ts";
import type { ViewChange } from "./change.ts";
import { ShownArguments } from "./shown-arguments.ts";
import { utf8Bytes } from "./utf8-bytes.ts";

/** @see the head of this file */
export class CallCard {
  readonly key: string;
  readonly #scope: CardScope;
  #attempt: Attempt;
  #sent: SentCall;
  #shown: ShownArguments;
  /** What came before this attempt. */
  #earlier = { bytes: 0, fragments: 0 };
  #isSettled = false;
  #verdict: Verdict | null = null;
  /** Why it went back to the model. */
  #misfit: Verdict | null = null;

  constructor(key: string, attempt: Attempt, scope: CardScope) {
    this.key = key;
    this.#scope = scope;
    this.#attempt = attempt;
    this.#sent = {
      kind: "call",
      key,
      message: attempt.message,
      index: attempt.index,
      tool: toolName(attempt.name, scope.words),
      runBy: attempt.runBy,
      status: "preparing",
      statement: null,
      line: null,
      bytes: 0,
      fragments: 0,
      startedAtMs: scope.nowMs(),
      lastFragmentAtMs: null,
      endedAtMs: null,
      correction: 0,
    };
    this.#shown = new ShownArguments(attempt, scope);
  }

  get isEnded(): boolean {
    return this.#sent.endedAtMs !== null;
  }

  /** How it ends if its message stands; `null` while nothing is known, and for a call that can run. */
  get verdict(): Verdict | null {
    return this.#verdict;
  }

  /** What is said of it if the model goes on without it. */
  get lastWord(): Verdict | null {
    return this.#misfit ?? this.#verdict;
  }

  get isCorrected(): boolean {
    return this.#misfit !== null;
  }

  get status(): CallStatus {
    return this.#sent.status;
  }

  /** Whether another call may take its place. */
  isLike(attempt: Attempt): boolean {
    return this.#attempt.name === attempt.name && this.#attempt.runBy === attempt.runBy;
  }

  /** Appears on the board, or moves. */
  placeBehind(after: string | null): void {
    this.#scope.board.change({ type: "put", block: this.#sent, after });
  }

  /** The model tries again. What is shown of the arguments stays until there is more to show. */
  retry(attempt: Attempt): void {
    const { bytes, fragments } = this.#sent;
    this.#shown = new ShownArguments(attempt, this.#scope, bytes + bytes - this.#earlier.bytes);
    this.#earlier = { bytes, fragments };
    this.#attempt = attempt;
    this.#isSettled = false;
    this.#verdict = null;
    this.#put({ message: attempt.message, index: attempt.index, status: "preparing" });
  }

  fragment(text: string): void {
    if (this.isEnded || this.#isSettled || text === "") return;
    const bytes = this.#sent.bytes + utf8Bytes(text);
    const fragments = this.#sent.fragments + 1;
    this.#grow({ bytes, fragments, lastFragmentAtMs: this.#scope.nowMs(), patches: this.#shown.push(text, bytes) });
  }

  settle(outcome: Outcome): void {
    if (this.isEnded || this.#isSettled) return;
    this.#isSettled = true;
    this.#count(outcome.call);
    if (this.#sent.status !== "preparing") return;
    if (outcome.kind === "dispatchable") this.show("ready");
    else this.#verdict = outcomeVerdict(outcome, this.#scope.words);
  }

  show(status: LiveStatus): void {
    if (this.isEnded || this.#sent.status === status) return;
    // R9: of a tool that has begun only its result can say what became of it.
    if (status === "running") this.#verdict = null;
    this.#put({ status });
  }

  /** It goes back to the model. */
  correct(correction: number): void {
    if (this.isEnded) return;
    this.#misfit = this.#verdict;
    this.#put({ status: "preparing", correction });
  }

  /** What the provider runs ends as that, whatever became of the message. */
  end(verdict: Verdict): void {
    if (this.isEnded) return;
    const { words, nowMs } = this.#scope;
    const isTheirs = this.#sent.runBy === "provider";
    const told: Verdict = isTheirs ? { status: "observed", statement: words.results.observed } : verdict;
    this.#put(endedCall(this.#sent, told, nowMs()));
  }

  /** The outcome knows exactly what came. A number that only ever grew does not shrink. */
  #count(facts: CallFacts): void {
    const bytes = Math.max(this.#sent.bytes, this.#earlier.bytes + facts.bytes);
    const fragments = Math.max(this.#sent.fragments, this.#earlier.fragments + facts.fragments);
    const patches = this.#shown.end();
    const isNew = bytes > this.#sent.bytes || fragments > this.#sent.fragments || patches.length > 0;
    if (isNew) this.#grow({ bytes, fragments, lastFragmentAtMs: this.#sent.lastFragmentAtMs, patches });
  }

  #grow(facts: Omit<Extract<ViewChange, { readonly type: "progress" }>, "type" | "key">): void {
    const { bytes, fragments, lastFragmentAtMs } = facts;
    this.#sent = { ...this.#sent, bytes, fragments, lastFragmentAtMs };
    this.#scope.board.change({ type: "progress", key: this.key, ...facts });
  }

  #put(facts: Partial<SentCall>): void {
    this.#sent = { ...this.#sent, ...facts };
    const { board } = this.#scope;
    board.change({ type: "put", block: this.#sent, after: board.before(this.key) });
  }
}
