/** Takes down one run for the inspector. Owns the times; does not own what anything means. */
import type { Clock, RollEvent, Tool, TurnEvent } from "rollcall";
import type { RolledCall, RolledMessage, RunRoll, RunSummary } from "../../shared/api.ts";
import { askedBecause, explainEnding, explainOutcome, explainResult, explainTurn } from "./explain.ts";
import { type FieldRules, redact } from "./redact.ts";

/** @see the head of this file */
export interface RollRecorder {
  apply(event: TurnEvent): void;
  /** What there is so far. */
  roll(state: RunSummary["state"]): RunRoll;
  /** How the turn ended, in words; `null` before. */
  readonly ending: string | null;
}

/** @see createRollRecorder */
export interface RollRecorderOptions {
  readonly turn: string;
  readonly run: number;
  readonly tools: readonly Tool[];
  readonly clock: Clock;
}

type Open<Shape> = { -readonly [Key in keyof Shape]: Shape[Key] };
type OpenCall = Open<Omit<RolledCall, "fragments">> & { fragments: RolledCall["fragments"][number][]; text: string };
type OpenMessage = Open<Omit<RolledMessage, "calls">> & { readonly calls: Map<number, OpenCall> };

/** Begins to record. */
export function createRollRecorder(options: RollRecorderOptions): RollRecorder {
  return new Recorder(options);
}

class Recorder implements RollRecorder {
  readonly #options: RollRecorderOptions;
  readonly #rules: ReadonlyMap<string, FieldRules>;
  readonly #messages = new Map<number, OpenMessage>();
  readonly #encoder = new TextEncoder();
  readonly #begunAtMs: number;
  #end: { readonly words: string; readonly atMs: number } | null = null;

  constructor(options: RollRecorderOptions) {
    this.#options = options;
    this.#rules = new Map(options.tools.map((tool) => [tool.name, tool.display ?? {}]));
    this.#begunAtMs = options.clock.now();
  }

  get ending(): string | null {
    return this.#end?.words ?? null;
  }

  apply(event: TurnEvent): void {
    switch (event.type) {
      case "request": {
        const { message, because } = event;
        const asked = { askedAtMs: this.#nowMs(), asked: askedBecause[because], isWithdrawn: false, stop: null };
        this.#messages.set(message, { message, ...asked, calls: new Map() });
        return;
      }
      case "message":
        return this.#applyRoll(event.message, event.event);
      case "running":
        return change(this.#callAt(event.message, event.index), { runningAtMs: this.#nowMs() });
      case "answered": {
        const { kind } = event.result;
        const isReplay = kind === "done" && event.result.isReplay;
        const result = { atMs: this.#nowMs(), kind, isReplay, because: explainResult(event.result) };
        return change(this.#callAt(event.message, event.index), { result });
      }
      case "withdrawn":
        return change(this.#messages.get(event.message), { isWithdrawn: true });
      case "turn-ended":
        this.#end = { words: explainTurn(event.ending), atMs: this.#nowMs() };
        return;
      case "correcting":
        return;
    }
  }

  roll(state: RunSummary["state"]): RunRoll {
    const { turn, run } = this.#options;
    const messages = [...this.#messages.values()].map(({ calls, ...message }) => ({
      ...message,
      calls: [...calls.values()].map((call) => closeCall(call, this.#rulesOf(call.tool))),
    }));
    return { turn, run, state, lastsMs: this.#end?.atMs ?? this.#nowMs(), because: this.ending, messages };
  }

  #applyRoll(message: number, event: RollEvent): void {
    switch (event.type) {
      case "announced":
        this.#messages.get(message)?.calls.set(event.index, openCall(event.index, event.name, this.#nowMs()));
        return;
      case "fragment":
        return this.#addFragment(this.#callAt(message, event.index), event.text);
      case "closed":
        return change(this.#callAt(message, event.index), { closedAtMs: this.#nowMs() });
      case "settled": {
        const { outcome } = event;
        const { kind, call } = outcome;
        const because = explainOutcome(outcome, this.#rulesOf(call.name));
        const settled = { atMs: this.#nowMs(), kind, cause: "cause" in outcome ? outcome.cause : null, because };
        return change(this.#callAt(message, call.index), { tool: call.name, settled });
      }
      case "ended": {
        const { stop: word, kind, class: stopClass } = event.ending;
        const isClean = kind === "complete" && stopClass === "clean";
        const stop = { atMs: this.#nowMs(), word, isClean, because: explainEnding(event.ending) };
        return change(this.#messages.get(message), { stop });
      }
      case "text":
      case "reasoning":
      case "fault":
        return;
    }
  }

  #addFragment(call: OpenCall | undefined, text: string): void {
    if (call === undefined) return;
    call.text += text;
    call.fragments.push({ atMs: this.#nowMs(), bytes: this.#encoder.encode(text).length });
  }

  #nowMs(): number {
    return Math.round(this.#options.clock.now() - this.#begunAtMs);
  }

  #callAt(message: number, index: number): OpenCall | undefined {
    return this.#messages.get(message)?.calls.get(index);
  }

  #rulesOf(tool: string): FieldRules {
    return this.#rules.get(tool) ?? {};
  }
}

function openCall(index: number, tool: string, announcedAtMs: number): OpenCall {
  const nothingYet = { closedAtMs: null, settled: null, runningAtMs: null, result: null };
  return { index, tool, announcedAtMs, ...nothingYet, fragments: [], raw: "", text: "" };
}

function change<Shape extends object>(shape: Shape | undefined, news: Partial<Shape>): void {
  if (shape !== undefined) Object.assign(shape, news);
}

function closeCall({ text, fragments, ...call }: OpenCall, rules: FieldRules): RolledCall {
  return { ...call, fragments: [...fragments], raw: redact(text, rules) };
}
