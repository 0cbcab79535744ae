import type { Random } from "../random.ts";
import type { CallPart, Move } from "../script/move.ts";
import { ScriptError } from "../script/script-error.ts";
import type { Envelope } from "../script/script.ts";
import type { StopReason } from "../script/step.ts";
import { callDelta, type ChatCall, createChatCall } from "./chat-call.ts";
import {
  bareRecord,
  type Fields,
  namedRecord,
  present,
  type Speakers,
  speakWith,
  stopWord,
  unspeakable,
  type Voice,
} from "./voice.ts";

const FORMAT = "openai-chat";

const STOP_WORDS: Readonly<Record<StopReason, string | null>> = {
  calls: "tool_calls",
  end: "stop",
  "stop-sequence": "stop",
  ceiling: "length",
  "context-window": "length",
  refusal: "stop",
  filter: "content_filter",
  pause: null,
  failed: null,
};

/** What the voice knows of the message so far. */
interface Told {
  readonly envelope: Envelope;
  readonly random: Random;
  readonly id: string;
  /** The choices that have said their role. */
  readonly started: Set<number>;
  readonly calls: Map<number, ChatCall>;
  readonly callsOfChoice: Map<number, number>;
  hasShownGroqId: boolean;
}

/** What one chunk says for one choice. */
interface Part {
  readonly choice: number;
  readonly delta: Fields;
  readonly finish: string | null;
}

/** Speaks as OpenAI's Chat Completions API does, and as its look-alikes do where the script says so. */
export function createChatVoice(envelope: Envelope, random: Random): Voice {
  const told: Told = {
    envelope,
    random,
    id: envelope.id ?? `chatcmpl-${random.word(29)}`,
    started: new Set(),
    calls: new Map(),
    callsOfChoice: new Map(),
    hasShownGroqId: false,
  };
  const speakers = createSpeakers(told);
  return { keepAlive: ": keep-alive\n\n", speak: (move) => speakWith(speakers, move) };
}

function createSpeakers(told: Told): Speakers {
  const pieces = (key: string) => (move: Move<"text" | "reasoning" | "refusal">) =>
    move.pieces.flatMap((piece) => say(told, { choice: move.choice, delta: { [key]: piece }, finish: null }));
  return {
    start: () => startChoice(told, 0, false),
    text: pieces("content"),
    reasoning: pieces("reasoning_content"),
    refusal: pieces("refusal"),
    "call-start": (move) => say(told, callPart(told, move)),
    "call-text": (move) => say(told, callPart(told, move)),
    // This wire has no word for the end of a call.
    "call-end": () => [],
    result: unspeakable(FORMAT, "it has no tools that the provider runs"),
    block: unspeakable(FORMAT, "use a frame"),
    fallback: unspeakable(FORMAT, "it is a block of anthropic-messages"),
    filter: (move) => [speakFilter(move)],
    together: (move) => say(told, mergeParts(move.moves.map((part) => callPart(told, part)))),
    stop: (move) => say(told, stopPart(move)),
    usage: (move) => [speakUsage(told, move)],
    done: () => ["data: [DONE]\n\n"],
    error: (move) => [speakError(told, move)],
    ping: () => [": keep-alive\n\n"],
  };
}

function say(told: Told, part: Part): readonly string[] {
  const style = roleStyle(told, isCall(part));
  if (told.started.has(part.choice) || style === "missing") {
    return [chunk(told, part)];
  }
  if (style === "apart") {
    return [...startChoice(told, part.choice, isCall(part)), chunk(told, part)];
  }
  told.started.add(part.choice);
  return [chunk(told, { ...part, delta: { ...roleFields(told, true), ...part.delta, ...refusalField(told) } })];
}

function startChoice(told: Told, choice: number, beforeCall: boolean): readonly string[] {
  told.started.add(choice);
  const { roleContent } = told.envelope;
  const content = roleContent === undefined ? defaultContent(told, beforeCall) : roleContent;
  return [chunk(told, { choice, delta: { role: "assistant", content, ...refusalField(told) }, finish: null })];
}

function defaultContent(told: Told, beforeCall: boolean): string | null {
  return told.envelope.plain === true || beforeCall ? null : "";
}

function roleStyle(told: Told, beforeCall: boolean): "apart" | "first" | "missing" {
  return told.envelope.role ?? (told.envelope.plain !== true && beforeCall ? "first" : "apart");
}

function roleFields(told: Told, beforeCall: boolean): Fields {
  const { plain, roleContent } = told.envelope;
  if (roleContent === undefined && plain === true) {
    return { role: "assistant" };
  }
  return { role: "assistant", content: roleContent ?? defaultContent(told, beforeCall) };
}

function refusalField(told: Told): Fields {
  return told.envelope.plain === true ? {} : { refusal: null };
}

function isCall(part: Part): boolean {
  return "tool_calls" in part.delta || "function_call" in part.delta;
}

function head(told: Told): Fields {
  const { envelope } = told;
  return {
    id: told.id,
    object: "chat.completion.chunk",
    created: envelope.created ?? 1_796_000_000,
    model: envelope.model ?? "gpt-6.2",
    ...(envelope.plain === true ? {} : { service_tier: "default", system_fingerprint: null }),
  };
}

function chunk(told: Told, part: Part): string {
  const choice = present({
    index: part.choice,
    delta: present(part.delta),
    ...(told.envelope.plain === true ? {} : { logprobs: null }),
    finish_reason: part.finish,
  });
  return bareRecord({
    ...head(told),
    choices: [choice],
    ...(told.envelope.usageNull === true ? { usage: null } : {}),
    ...padding(told),
    ...groqField(told),
  });
}

function padding(told: Told): Fields {
  const { plain, padding: fixed } = told.envelope;
  if (fixed === null || (fixed === undefined && plain === true)) {
    return {};
  }
  return { obfuscation: fixed ?? told.random.word(1 + told.random.below(14)) };
}

function groqField(told: Told): Fields {
  if (told.envelope.groqId === undefined || told.hasShownGroqId) {
    return {};
  }
  told.hasShownGroqId = true;
  return { x_groq: { id: told.envelope.groqId } };
}

function callPart(told: Told, move: CallPart): Part {
  const call = move.kind === "call-start" ? openCall(told, move) : told.calls.get(move.call);
  if (call === undefined) {
    throw new ScriptError(move.path, `call ${move.call} was not started`);
  }
  return { choice: call.start.choice ?? 0, delta: callDelta(call, move), finish: move.finish ?? null };
}

function openCall(told: Told, move: Move<"call-start">): ChatCall {
  const choice = move.choice ?? 0;
  const place = told.callsOfChoice.get(choice) ?? 0;
  told.callsOfChoice.set(choice, place + 1);
  const call = createChatCall(move, place, told.random);
  told.calls.set(move.call, call);
  return call;
}

function mergeParts(parts: readonly Part[]): Part {
  const entries = parts.flatMap((part) => part.delta["tool_calls"] ?? []);
  const finish = parts.findLast((part) => part.finish !== null)?.finish ?? null;
  return { choice: parts[0]?.choice ?? 0, delta: { tool_calls: entries }, finish };
}

function stopPart(move: Move<"stop">): Part {
  const word = stopWord(FORMAT, move, STOP_WORDS);
  const deltas = { empty: {}, blank: { content: "" }, role: { role: "assistant" } };
  return { choice: move.choice ?? 0, delta: deltas[move.closing ?? "empty"], finish: word };
}

function speakUsage(told: Told, move: Move<"usage">): string {
  const prompt = move.inputTokens ?? told.envelope.inputTokens ?? 88;
  const completion = move.outputTokens ?? 31;
  const usage = { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
  return bareRecord({ ...head(told), ...(move.choices === "missing" ? {} : { choices: [] }), usage });
}

function speakFilter(move: Move<"filter">): string {
  const blank = { id: "", object: "", created: 0, model: "" };
  if (move.offsets === undefined) {
    const results = [{ prompt_index: 0, content_filter_results: {} }];
    return bareRecord({ ...blank, choices: [], prompt_filter_results: results });
  }
  const { check, start, end } = move.offsets;
  const offsets = { check_offset: check, start_offset: start, end_offset: end };
  const choice = { index: 0, finish_reason: null, content_filter_results: {}, content_filter_offsets: offsets };
  return bareRecord({ ...blank, choices: [choice] });
}

function speakError(told: Told, move: Move<"error">): string {
  const { error, shape = "record" } = move;
  switch (shape) {
    case "record":
      return bareRecord({ error });
    case "event":
      return namedRecord("error", { error });
    case "in-chunk": {
      const choice = { index: 0, delta: { content: "" }, finish_reason: "error", native_finish_reason: null };
      return bareRecord({ ...head(told), error, choices: [choice] });
    }
    case "x-groq": {
      const plain = told.envelope.plain === true ? {} : { logprobs: null };
      const choice = { index: 0, delta: {}, ...plain, finish_reason: null };
      return bareRecord({ ...head(told), choices: [choice], x_groq: { id: told.envelope.groqId ?? "req_1", error } });
    }
    case "nested":
      throw new ScriptError(move.path, `${FORMAT} has no error of the shape "nested"`);
  }
}
