import type { Emit } from "../../protocol/call-event.ts";
import type { WireRecord } from "../../wire/record.ts";
import { isList } from "../../json/is-list.ts";
import { fieldsAt, identityAt, isFields, isSaid, numberAt, stringAt, type Fields } from "../fields.ts";
import type { Format, FormatReader, RecordKind } from "../format.ts";
import { clean, contentFilter, contextWindow, failed, readStop, tokenLimit, type StopWords } from "../stop-words.ts";
import { createAssembly } from "./assembly.ts";
import { errorField, findError, type StreamError } from "./chunk-error.ts";
import { readLegacyCall, readToolEntry, type DeltaScope } from "./tool-entry.ts";

/** How a host differs from the dialect where the difference cannot be seen in the stream. */
export interface OpenaiChatDialect {
  /** Which of several alternative answers (`n` > 1) is read. Default 0; the others are reported as a fault. */
  readonly choice?: number;
  /**
   * `never-sent`: this host ends a good answer with `[DONE]` and states no `finish_reason`, so that `[DONE]` counts as a
   * clean stop. Default `required`: without a reason the answer ended early.
   */
  readonly finishReason?: "required" | "never-sent";
}

/**
 * OpenAI Chat Completions and its look-alikes, `POST /v1/chat/completions` with `stream: true`, read from `openai` 7.59.0
 * (2026-12-01). Which fragment belongs to which call is told in `assembly.ts`, rule by rule.
 */
export const openaiChat: Format = openaiChatWith({});

/** The same format for a host that differs. */
export function openaiChatWith(dialect: OpenaiChatDialect): Format {
  return { name: "openai-chat", pings: false, createReader: () => createChatReader(dialect) };
}

/**
 * `eos` is Together's and `end` another host's word for a natural end; `model_length` is Mistral's, `max_tokens` and
 * `max_output_tokens` are what gateways pass on from other APIs; `insufficient_system_resource` is DeepSeek's and
 * `network_error` a router's word for a failure.
 */
const STOP_WORDS: StopWords = new Map([
  ["tool_calls", clean],
  ["function_call", clean],
  ["stop", clean],
  ["eos", clean],
  ["end", clean],
  ["length", tokenLimit],
  ["max_tokens", tokenLimit],
  ["max_output_tokens", tokenLimit],
  ["model_length", contextWindow],
  ["content_filter", contentFilter],
  ["error", failed],
  ["failed", failed],
  ["network_error", failed],
  ["insufficient_system_resource", failed],
]);

/** Sees what was read of one message, for what must be repeated in the next request and is no event. */
export interface DeltaListener {
  /** A delta of the choice that is read. */
  onDelta(delta: Fields): void;
  /** An entry of `tool_calls`, and the call that it belongs to. */
  onCall(entry: Fields, call: number): void;
}

/** Makes the reader of one message. */
export function createChatReader(dialect: OpenaiChatDialect, listener?: DeltaListener): FormatReader {
  return new ChatReader(dialect, listener);
}

class ChatReader implements FormatReader {
  readonly #assembly = createAssembly();
  readonly #dialect: OpenaiChatDialect;
  readonly #listener: DeltaListener | undefined;
  #hasStopped = false;
  #otherChoiceSeen = false;

  constructor(dialect: OpenaiChatDialect, listener: DeltaListener | undefined) {
    this.#dialect = dialect;
    this.#listener = listener;
  }

  read(record: WireRecord, emit: Emit): RecordKind {
    const chunk = record.value;
    if (!isFields(chunk)) return "unknown";
    const error = findError(record.event, chunk);
    const scope: ChunkScope = { record, emit, error };
    this.#readChoices(chunk["choices"], scope);
    readUsage(chunk, emit);
    if (error !== undefined) emit({ type: "message-error", ...error });
    return error !== undefined || isChunk(chunk) ? "payload" : "unknown";
  }

  readDone(emit: Emit): void {
    if (this.#dialect.finishReason === "never-sent" && !this.#hasStopped) {
      emit({ type: "message-stop", stop: { word: "[DONE]", class: "clean" } });
    }
    emit({ type: "message-end" });
  }

  get #wanted(): number {
    return this.#dialect.choice ?? 0;
  }

  #readChoices(choices: unknown, scope: ChunkScope): void {
    if (choices === undefined || choices === null) return;
    if (!isList(choices)) return refuse("choices that are no list", scope.emit);
    for (let place = 0; place < choices.length; place += 1) this.#readChoice(choices[place], place, scope);
  }

  #readChoice(choice: unknown, place: number, scope: ChunkScope): void {
    if (!isFields(choice)) return refuse("a choice that is no object", scope.emit);
    if ((numberAt(choice, "index") ?? 0) !== this.#wanted) return this.#reportOtherChoice(scope.emit);
    readUsage(choice, scope.emit);
    // A host that sends the whole answer in one piece calls it a message.
    const member = isSaid(choice["delta"]) ? "delta" : "message";
    const { record, emit } = scope;
    this.#readDelta(choice[member], { record, emit, choice: place, member });
    const ownError = errorField(choice);
    this.#readFinish(choice, scope.error ?? ownError, scope.emit);
    if (ownError !== undefined) scope.emit({ type: "message-error", ...ownError });
  }

  #readDelta(delta: unknown, scope: DeltaScope): void {
    if (!isSaid(delta)) return;
    if (!isFields(delta)) return refuse("a delta that is no object", scope.emit);
    this.#listener?.onDelta(delta);
    readTexts(delta, scope.emit);
    this.#readCalls(delta["tool_calls"], scope);
    const legacy = delta["function_call"];
    if (isFields(legacy)) this.#assembly.take(readLegacyCall(legacy, scope), scope.emit);
  }

  #readCalls(entries: unknown, scope: DeltaScope): void {
    if (!isSaid(entries)) return;
    // One call without the list around it is still one call.
    if (!isList(entries)) return this.#readCall(entries, null, scope);
    for (let place = 0; place < entries.length; place += 1) this.#readCall(entries[place], place, scope);
  }

  #readCall(entry: unknown, place: number | null, scope: DeltaScope): void {
    if (isFields(entry)) {
      const call = this.#assembly.take(readToolEntry(entry, place, scope), scope.emit);
      this.#listener?.onCall(entry, call);
    } else if (entry !== null) refuse("a call that is no object", scope.emit);
  }

  #readFinish(choice: Fields, error: StreamError | undefined, emit: Emit): void {
    const word = identityAt(choice, "finish_reason");
    if (word === null) return;
    this.#hasStopped = true;
    emit({ type: "message-stop", stop: readStop(STOP_WORDS, word), ...error });
  }

  #reportOtherChoice(emit: Emit): void {
    if (this.#otherChoiceSeen) return;
    this.#otherChoiceSeen = true;
    emit({ type: "fault", fault: { code: "other-choice", detail: `only choice ${this.#wanted} of several is read` } });
  }
}

interface ChunkScope {
  readonly record: WireRecord;
  readonly emit: Emit;
  /** The error of the chunk, which tells more than the stop word. */
  readonly error: StreamError | undefined;
}

function readTexts(delta: Fields, emit: Emit): void {
  const reasoning = stringAt(delta, "reasoning_content") ?? stringAt(delta, "reasoning") ?? "";
  if (reasoning !== "") emit({ type: "reasoning", text: reasoning });
  const text = contentText(delta["content"]);
  if (text !== "") emit({ type: "text", text });
  if ((stringAt(delta, "refusal") ?? "") !== "") emit({ type: "refusal" });
}

/** What cannot be read may have been a call. */
function refuse(detail: string, emit: Emit): void {
  emit({ type: "message-error", code: "unreadable-record", detail, isUnreadable: true });
}

/** Content is text; some hosts send a list of parts, of which those with text are text. */
function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part) => (isFields(part) ? (stringAt(part, "text") ?? "") : "")).join("");
}

function readUsage(fields: Fields, emit: Emit): void {
  const outputTokens = numberAt(fieldsAt(fields, "usage"), "completion_tokens");
  if (outputTokens !== undefined) emit({ type: "usage", outputTokens });
}

function isChunk(chunk: Fields): boolean {
  // Nearly every chunk has choices, and is not looked at any further.
  if ("choices" in chunk) return true;
  const hasUsage = numberAt(fieldsAt(chunk, "usage"), "completion_tokens") !== undefined;
  return hasUsage || String(chunk["object"]).startsWith("chat.completion");
}
