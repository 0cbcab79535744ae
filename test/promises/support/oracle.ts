/**
 * What a stream must amount to, worked out from the design's rules alone: from what its records say, how much of it came
 * and how it was left. It is written to be read beside the design and shares no code with the machines that it judges.
 */
import type { ExpectedStream, SettledCall } from "../../support/settle-stream.ts";
import { made } from "../../support/settle-stream.ts";
import type { PlannedRecord, Said, SaidStop, Worth } from "./said.ts";
import type { WrittenPlan } from "./plans.ts";

/** How a stream is left. `dry` is silence with a live clock; `left` is a consumer that goes. */
export type Exit = "eof" | "reset" | "cancel" | "left" | "dry";

/** What the settings add to the rules. */
export interface OracleOptions {
  readonly truncation?: "all" | "last";
  /** The ceiling of the request. */
  readonly maxOutputTokens?: number;
}

type Loss = "ended-early" | "disconnected" | "cancelled" | "idle" | "stalled" | "provider-error";

interface CallNotes {
  readonly opened: Extract<Said, { say: "call" }>;
  id: string | null;
  name: string | null;
  text: string;
  isClosed: boolean;
  isContradicted: boolean;
  isUnfinished: boolean;
  /** How many facts had been read when the call was last added to. */
  lastTouched: number;
}

interface MessageNotes {
  readonly calls: Map<number, CallNotes>;
  stop: SaidStop | null;
  end: "open" | "complete" | Loss;
  text: string;
  tokens: number | null;
  hasRefusal: boolean;
  factsRead: number;
  /** Places among the facts where the model turned to a call or a text. */
  readonly openings: number[];
}

/** The records that a reader has seen when `cut` bytes came and the stream was then left in this way. */
export function seenRecords({ spans }: WrittenPlan, cut: number, exit: Exit): readonly PlannedRecord[] {
  const isOverForGood = exit === "eof" || exit === "reset";
  const seen = spans.filter((span) => {
    // The last record needs no blank line where the stream is over, provided that it can be read.
    const needed = isOverForGood && span.record.kind !== "unreadable" ? span.linesEnd : span.end;
    return needed <= cut;
  });
  return seen.map((span) => span.record);
}

/** The cause that silence has at this place: whether anything at all came behind the last payload. */
export function drynessAt({ spans }: WrittenPlan, cut: number): "idle" | "stalled" {
  const payloads = spans.filter((span) => span.record.kind === "payload" && span.end <= cut);
  return cut > (payloads.at(-1)?.end ?? 0) ? "stalled" : "idle";
}

/** What the records that were seen amount to. `loss` is the cause if no stop is known. */
export function expectedOf(
  seen: readonly PlannedRecord[],
  exit: { readonly loss: Loss; readonly isEvenBehindStop: boolean },
  options: OracleOptions = {},
): ExpectedStream {
  const notes = readFacts(seen.flatMap((record) => record.says));
  const isLost = notes.stop === null || exit.isEvenBehindStop;
  const end = notes.end === "open" ? (isLost ? exit.loss : "complete") : notes.end;
  const stop = end === "complete" ? judgedStop(notes, options) : notes.stop;
  const calls = [...notes.calls.values()].map((call) => outcomeOf(call, { notes, end, stop, options }));
  const stated = { stop: stop?.word ?? null, class: stop?.class ?? null };
  const ending: ExpectedStream["ending"] =
    end === "complete" ? { kind: "complete", ...stated, cause: null } : { kind: "abandoned", ...stated, cause: end };
  return { ending, calls, text: notes.text };
}

/** How each exit treats a message that has not ended. */
export function lossOf(
  exit: Exit,
  dryness: "idle" | "stalled",
): { readonly loss: Loss; readonly isEvenBehindStop: boolean } {
  switch (exit) {
    case "eof":
      return { loss: "ended-early", isEvenBehindStop: false };
    case "reset":
      return { loss: "disconnected", isEvenBehindStop: false };
    case "dry":
      return { loss: dryness, isEvenBehindStop: false };
    case "cancel":
    case "left":
      return { loss: "cancelled", isEvenBehindStop: true };
  }
}

function readFacts(facts: readonly Said[]): MessageNotes {
  const notes: MessageNotes = {
    calls: new Map(),
    stop: null,
    end: "open",
    text: "",
    tokens: null,
    hasRefusal: false,
    factsRead: 0,
    openings: [],
  };
  for (const fact of facts) {
    if (notes.end !== "open") break;
    notes.factsRead += 1;
    if ("call" in fact) readCallFact(fact, notes);
    else readMessageFact(fact, notes);
  }
  return notes;
}

function readMessageFact(fact: Exclude<Said, { call: number }>, notes: MessageNotes): void {
  switch (fact.say) {
    case "text":
      notes.text += fact.text;
      notes.openings.push(notes.factsRead);
      return;
    case "refusal":
      notes.hasRefusal = true;
      return;
    case "tokens":
      notes.tokens = fact.count;
      return;
    case "error":
      notes.end = "provider-error";
      return;
    case "end":
      notes.end = notes.stop === null ? "ended-early" : "complete";
      return;
    case "stop":
      if (notes.stop !== null && notes.stop.word !== fact.word) notes.end = "provider-error";
      notes.stop ??= fact;
      if (notes.stop.class === "failed") notes.end = "provider-error";
      return;
  }
}

function readCallFact(fact: Extract<Said, { call: number }>, notes: MessageNotes): void {
  if (fact.say === "call") {
    const { id, name } = fact;
    notes.openings.push(notes.factsRead);
    notes.calls.set(fact.call, {
      opened: fact,
      id,
      name,
      text: "",
      isClosed: false,
      isContradicted: notes.stop !== null,
      isUnfinished: false,
      lastTouched: notes.factsRead,
    });
    return;
  }
  const call = notes.calls.get(fact.call);
  if (call === undefined) throw new Error("the plan speaks of a call that it has not opened");
  switch (fact.say) {
    case "named":
      call.id ??= fact.id ?? null;
      call.name ??= fact.name ?? null;
      return;
    case "piece":
      if (fact.text === "") return;
      if (call.isClosed || notes.stop !== null) call.isContradicted = true;
      else addText(call, call.text + fact.text, notes);
      return;
    case "whole":
      if (!fact.text.startsWith(call.text)) call.isContradicted = true;
      else if (fact.text !== call.text) addText(call, fact.text, notes);
      return;
    case "closed":
      call.isClosed = true;
      return;
    case "unfinished":
      call.isUnfinished = true;
      return;
  }
}

function addText(call: CallNotes, text: string, notes: MessageNotes): void {
  call.text = text;
  call.lastTouched = notes.factsRead;
}

/** The stop that counts: a refusal in words and a ceiling that the tokens give away outrank a clean word. */
function judgedStop(notes: MessageNotes, { maxOutputTokens }: OracleOptions): SaidStop | null {
  const { stop } = notes;
  if (stop === null) return null;
  const { word } = stop;
  if (notes.hasRefusal && stop.class !== "filtered") return { say: "stop", word, class: "filtered", cause: "refused" };
  const isAtCeiling = maxOutputTokens !== undefined && notes.tokens !== null && notes.tokens >= maxOutputTokens;
  const last = [...notes.calls.values()].findLast((call) => call.opened.runBy === "client");
  const looksCut =
    last !== undefined &&
    (last.opened.input === "text" || last.text === "" || causeOf(last.opened.worth) === "incomplete");
  if (stop.class === "clean" && isAtCeiling && looksCut)
    return { say: "stop", word, class: "ceiling", cause: "token-limit" };
  return stop;
}

function causeOf(worth: Worth): string | null {
  return worth.kind === "dispatchable" ? null : worth.cause;
}

interface Scope {
  readonly end: "complete" | Loss;
  readonly notes: MessageNotes;
  readonly stop: SaidStop | null;
  readonly options: OracleOptions;
}

function outcomeOf(call: CallNotes, scope: Scope): SettledCall {
  const { opened } = call;
  const who = { id: call.id ?? made, name: call.name ?? "", runBy: opened.runBy };
  if (opened.runBy === "provider") return { ...who, kind: "observed" };
  const { end } = scope;
  if (end !== "complete") return { ...who, kind: "failed", reason: "abandoned", cause: end };
  if (call.isContradicted || call.name === null)
    return { ...who, kind: "failed", reason: "abandoned", cause: "provider-error" };
  return { ...who, ...underStop(call, scope) };
}

function underStop(call: CallNotes, { notes, stop, options }: Scope): Omit<SettledCall, "id" | "name" | "runBy"> {
  const isClosed = call.isClosed || !call.opened.closes;
  const isSpared =
    options.truncation === "last" &&
    stop?.class === "ceiling" &&
    isClosed &&
    !call.isUnfinished &&
    notes.openings.some((at) => at > call.lastTouched);
  if (stop?.class !== "clean" && !isSpared)
    return { kind: "failed", reason: "truncated", cause: stop?.cause ?? "unknown-stop" };
  if (!isClosed) return { kind: "failed", reason: "abandoned", cause: "ended-early" };
  if (call.isUnfinished) return { kind: "failed", reason: "truncated", cause: "unknown-stop" };
  // No text means `{}` only under a stop that was clean itself.
  const isMissing = isSpared && call.text === "" && call.opened.input === "json";
  return worthAsOutcome(isMissing ? { kind: "unparseable", cause: "incomplete" } : call.opened.worth);
}

function worthAsOutcome(worth: Worth): Omit<SettledCall, "id" | "name" | "runBy"> {
  switch (worth.kind) {
    case "dispatchable":
      return { kind: "dispatchable", args: worth.args };
    case "invalid":
      return { kind: "invalid", cause: worth.cause };
    case "unparseable":
      return { kind: "failed", reason: "unparseable", cause: worth.cause };
  }
}
