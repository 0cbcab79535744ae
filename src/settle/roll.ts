/**
 * The roll: every call that a message announced, each with what is known of it.
 *
 * Owns: accumulation, the identity of calls, and the moment at which the message is over. Does not own: time (it is told),
 * the stream (the pipe closes the roll when the stream ends) and the outcomes (the finalizer's).
 *
 * In: `apply` (what a reader reports), `close` (how the stream ended). Out: `onEvent`.
 *
 * - A1 A call enters the roll once and never leaves it; only an entry that never had an id, a name or text is dropped.
 * - A2 Until the message is over, an error wins over a stop; once it is over, nothing changes it.
 * - A3 Text behind a call's close or behind the stop does not extend the call: it makes the call untrustworthy.
 * - A4 What is held is bounded by `maxCalls` and `maxCallBytes`.
 */
import type { CallEvent } from "../protocol/call-event.ts";
import type { RollEvent } from "../protocol/roll-event.ts";
import type { Limits } from "../wire/limits.ts";
import { utf8Length } from "../wire/utf8.ts";
import { createCallIds } from "./call-ids.ts";
import { createCallRecord, type CallRecord } from "./call-record.ts";
import type { FaultList } from "./faults.ts";
import { advance } from "./lifecycle.ts";
import { lossOf, type Exit, type MessageState } from "./message-state.ts";
import { toProviderError } from "./provider-error.ts";

/** What the provider counted and what was asked for. */
export interface Usage {
  readonly outputTokens: number | null;
  readonly maxOutputTokens: number | null;
}

export interface Roll {
  apply(event: CallEvent): void;
  close(exit: Exit): void;
  readonly message: MessageState;
  readonly isOver: boolean;
  /** The calls in the order of announcement; complete only when the message is over. */
  readonly calls: readonly CallRecord[];
  readonly usage: Usage;
  /** The model refused in words. */
  readonly hasRefusal: boolean;
  /** Openings (calls, texts) seen so far; a call that has seen fewer was gone past. */
  readonly openings: number;
}

export interface RollOptions {
  readonly limits: Limits;
  readonly faults: FaultList;
  /** Milliseconds since the stream was opened, at the arrival of what is being applied. */
  readonly timeMs: () => number;
  readonly onEvent: (event: RollEvent) => void;
}

/** Makes the roll of one message. */
export function createRoll(options: RollOptions): Roll {
  return new RollMachine(options);
}

class RollMachine implements Roll {
  message: MessageState = { kind: "open" };
  hasRefusal = false;
  openings = 0;
  readonly #options: RollOptions;
  /** By the reader's number. */
  #entries: CallRecord[] = [];
  #announced: CallRecord[] = [];
  readonly #ids = createCallIds();
  #outputTokens: number | null = null;
  #maxOutputTokens: number | null = null;
  #isInText = false;

  constructor(options: RollOptions) {
    this.#options = options;
  }

  get isOver(): boolean {
    return this.message.kind === "complete" || this.message.kind === "abandoned";
  }

  get calls(): readonly CallRecord[] {
    return this.#announced;
  }

  get usage(): Usage {
    return { outputTokens: this.#outputTokens, maxOutputTokens: this.#maxOutputTokens };
  }

  apply(event: CallEvent): void {
    if (this.isOver) return;
    switch (event.type) {
      case "call-delta":
        return this.#addText(event.call, event.text);
      case "call-stray":
        return this.#markStray(this.#entry(event.call));
      case "call-repeat":
        return this.#passOver(this.#entry(event.call));
      case "block-start":
        this.openings += 1;
        return;
      case "text":
      case "reasoning":
        return this.#passOn(event);
      case "call-start":
        return this.#start(event);
      case "call-name":
        return this.#rename(this.#entry(event.call), event);
      case "call-snapshot":
        return this.#addSnapshot(event.call, event.text);
      case "call-end":
        return this.#closeCall(this.#entry(event.call));
      case "call-conflict":
        return this.#distrust(this.#entry(event.call), event.fault.code, event.fault.detail);
      case "call-unfinished":
        return this.#noteStatus(this.#entry(event.call), event.status);
      case "calls-refused":
        return this.#refuseCalls();
      case "message-stop":
      case "message-end":
      case "message-error":
      case "refusal":
      case "usage":
      case "fault":
        return this.#applyToMessage(event);
    }
  }

  close(exit: Exit): void {
    if (this.isOver) return;
    const { message } = this;
    const stop = message.kind === "stopped" ? message.stop : null;
    if (exit.kind === "broken" || stop === null) {
      this.message = { kind: "abandoned", stop, ...lossOf(exit) };
    } else {
      this.message = { kind: "complete", stop };
      if (exit.kind === "eof" && !exit.isMarkerHidden)
        this.#fault("end-missing", "the stream ended without its end marker");
      if (exit.kind === "lost") this.#fault("end-missing", exit.detail);
    }
    this.#settleEntries();
  }

  #applyToMessage(event: MessageEvent): void {
    switch (event.type) {
      case "message-stop":
        return this.#stop(event);
      case "message-end":
        return this.close({ kind: "end-marker" });
      case "message-error":
        return this.#reportError(event);
      case "refusal":
        this.hasRefusal = true;
        return;
      case "usage":
        this.#outputTokens = event.outputTokens ?? this.#outputTokens;
        this.#maxOutputTokens = event.maxOutputTokens ?? this.#maxOutputTokens;
        return;
      case "fault":
        return this.#fault(event.fault.code, event.fault.detail);
    }
  }

  #passOn(event: Extract<CallEvent, { type: "text" | "reasoning" }>): void {
    if (!this.#isInText) this.openings += 1;
    this.#isInText = true;
    this.#options.onEvent(event);
  }

  #start(event: Extract<CallEvent, { type: "call-start" }>): void {
    const { maxCalls } = this.#options.limits;
    if (this.#entries.length >= maxCalls) return this.#break(`more than ${maxCalls} calls (maxCalls)`);
    this.#isInText = false;
    this.openings += 1;
    const { runBy, input, closes } = event;
    const announcedAtMs = this.#options.timeMs();
    const call = createCallRecord({ runBy, input, closes, openingsSeen: this.openings, announcedAtMs });
    this.#entries = withCall(this.#entries, call);
    this.#rename(call, event);
    if (this.message.kind === "stopped") this.#distrust(call, "call-after-stop", "a call began behind the stop");
  }

  #rename(call: CallRecord, said: { readonly id: string | null; readonly name: string | null }): void {
    if (call.id === null && said.id !== null) call.id = this.#takeId(said.id);
    if (call.index === null && (said.id !== null || said.name !== null)) this.#enter(call);
    if (said.name === null || said.name === call.name) return;
    if (call.name !== null) return this.#distrust(call, "name-changed", `call ${call.index} came under two names`);
    call.name = said.name;
    this.#announce(call);
  }

  #takeId(id: string): string {
    const taken = this.#ids.take(id);
    if (taken !== id) this.#fault("id-repeated", `two calls came with the id ${id}; the later one is ${taken}`);
    return taken;
  }

  #enter(call: CallRecord): void {
    call.index = this.#announced.length;
    this.#announced = withCall(this.#announced, call);
  }

  /** Tells the consumer of a call, and of the text that came before its name. */
  #announce(call: CallRecord): void {
    const { id, name, runBy, input, text } = call;
    const index = call.index ?? 0;
    this.#options.onEvent({ type: "announced", index, id, name: name ?? "", runBy, input });
    if (text !== "") this.#options.onEvent({ type: "fragment", index, text });
    if (call.closedAtMs !== null) this.#options.onEvent({ type: "closed", index });
  }

  #addText(number: number, text: string): void {
    if (text === "") return;
    const call = this.#entry(number);
    if (this.message.kind === "stopped") {
      return this.#distrust(call, "text-after-stop", `call ${call.index} went on behind the stop`);
    }
    if (call.closedAtMs !== null) {
      return this.#distrust(call, "text-after-close", `call ${call.index} went on behind its close`);
    }
    this.#append(call, text);
  }

  #markStray(call: CallRecord): void {
    call.strayTextAt ??= call.text.length;
  }

  /** The same document again counts once; behind the stop nothing may come at all. */
  #passOver(call: CallRecord): void {
    const detail = `call ${call.index} was sent twice and counts once`;
    if (this.message.kind === "stopped") this.#distrust(call, "text-after-stop", detail);
    else this.#fault("document-repeated", detail);
  }

  #append(call: CallRecord, text: string): void {
    const now = this.#options.timeMs();
    this.#isInText = false;
    call.state = call.state === "announced" ? advance(call.state, "fragment") : call.state;
    call.openingsSeen = this.openings;
    call.largestGapMs = Math.max(call.largestGapMs, now - (call.lastFragmentAtMs ?? call.announcedAtMs));
    call.lastFragmentAtMs = now;
    call.fragments += 1;
    call.bytes += utf8Length(text);
    if (call.bytes > this.#options.limits.maxCallBytes) call.isTooLarge = true;
    if (call.isTooLarge) call.written.clear();
    else call.written.append(text);
    if (call.name !== null) this.#options.onEvent({ type: "fragment", index: call.index ?? 0, text });
  }

  /** Text that goes on where the fragments ended is taken; any other text is a contradiction. */
  #addSnapshot(number: number, text: string): void {
    const call = this.#entry(number);
    if (call.isTooLarge || text === call.text) return;
    if (!text.startsWith(call.text)) {
      return this.#distrust(
        call,
        "snapshot-differs",
        `call ${call.index} was stated to have another text than its fragments`,
      );
    }
    this.#append(call, text.slice(call.written.length));
  }

  #closeCall(call: CallRecord): void {
    if (call.closedAtMs !== null) return;
    call.state = advance(call.state, "close");
    call.closedAtMs = this.#options.timeMs();
    if (call.name !== null) this.#options.onEvent({ type: "closed", index: call.index ?? 0 });
  }

  #distrust(call: CallRecord, code: string, detail: string): void {
    if (call.conflict === null) this.#fault(code, detail);
    call.conflict ??= `${code}: ${detail}`;
  }

  #noteStatus(call: CallRecord, status: string): void {
    call.unfinishedStatus ??= status;
  }

  #refuseCalls(): void {
    for (const call of this.#entries) call.isRefused = true;
  }

  #stop(event: Extract<CallEvent, { type: "message-stop" }>): void {
    const { stop } = event;
    if (this.message.kind === "stopped") {
      if (this.message.stop.word === stop.word) return;
      const detail = `the stop ${this.message.stop.word} was followed by another: ${stop.word}`;
      return this.#break(detail, codeOfFailure(event));
    }
    this.message = { kind: "stopped", stop };
    // Where the wire has no word for the end of a call, the stop is that word.
    for (const call of this.#entries) if (!call.closes) this.#closeCall(call);
    if (stop.class === "failed") this.#break(wordsOfFailure(event), codeOfFailure(event));
  }

  #reportError({ code, detail, isUnreadable }: Extract<CallEvent, { type: "message-error" }>): void {
    this.#break(`${code === "" ? "error" : code}: ${detail}`, isUnreadable === true ? undefined : code);
  }

  /** `code` is the provider's; without one it reported nothing. */
  #break(detail: string, code?: string): void {
    const error = code === undefined ? {} : { error: toProviderError(code) };
    this.close({ kind: "broken", cause: "provider-error", detail, ...error });
  }

  /** The message is over: whoever has no name yet is announced without one, and every call gets an id. */
  #settleEntries(): void {
    for (const call of this.#entries) {
      if (call.index === null && call.bytes === 0) {
        this.#fault("phantom-call", "an entry without id, name and text was dropped");
        continue;
      }
      if (call.index === null) this.#enter(call);
      if (call.id === null) {
        call.id = this.#ids.make(call.index ?? 0);
        this.#fault("id-missing", `call ${call.index} came without an id and is ${call.id}`);
      }
      if (call.name === null) this.#announce(call);
    }
  }

  #entry(number: number): CallRecord {
    const call = this.#entries[number];
    if (call === undefined) throw new RangeError(`a reader spoke of call ${number} before it started`);
    return call;
  }

  #fault(code: string, detail: string): void {
    this.#options.faults.add(code, detail);
  }
}

/** Adds to the list. One that is made with its first call has room for one; one that is pushed to has room for seventeen. */
function withCall(calls: CallRecord[], call: CallRecord): CallRecord[] {
  if (calls.length === 0) return [call];
  calls.push(call);
  return calls;
}

/** A failure has the provider's own code, else the word that it stopped with; any other stop is none. */
function codeOfFailure({ stop, code = "" }: Extract<CallEvent, { type: "message-stop" }>): string | undefined {
  if (stop.class !== "failed") return undefined;
  return code === "" ? stop.word : code;
}

function wordsOfFailure(event: Extract<CallEvent, { type: "message-stop" }>): string {
  if (event.detail === undefined) return `the provider stopped with ${event.stop.word}`;
  return `${codeOfFailure(event)}: ${event.detail}`;
}

type MessageEvent = Extract<
  CallEvent,
  { type: "message-stop" | "message-end" | "message-error" | "refusal" | "usage" | "fault" }
>;
