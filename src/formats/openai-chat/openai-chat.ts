import type { Emit } from "../../protocol/call-event.ts";
import type { WireRecord } from "../../wire/record.ts";
import { fieldsAt, identityAt, isFields, listAt, numberAt, stringAt, type Fields } from "../fields.ts";
import type { Format, FormatReader, RecordKind } from "../format.ts";
import { clean, contentFilter, failed, readStop, tokenLimit, type StopWords } from "../stop-words.ts";
import { createAssembly, type Assembly } from "./assembly.ts";
import { errorField, findError, textOfError, type ProviderError } from "./chunk-error.ts";
import { readLegacyCall, readToolEntry } from "./tool-entry.ts";

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
 * `eos` is Together's and `end` another host's word for a natural end; `insufficient_system_resource` is DeepSeek's and
 * `network_error` a router's word for a failure.
 */
const STOP_WORDS: StopWords = new Map([
  ["tool_calls", clean],
  ["function_call", clean],
  ["stop", clean],
  ["eos", clean],
  ["end", clean],
  ["length", tokenLimit],
  ["content_filter", contentFilter],
  ["error", failed],
  ["failed", failed],
  ["network_error", failed],
  ["insufficient_system_resource", failed],
]);

function createChatReader(dialect: OpenaiChatDialect): FormatReader {
  return new ChatReader(dialect);
}

class ChatReader implements FormatReader {
  readonly #assembly = createAssembly();
  readonly #dialect: OpenaiChatDialect;
  #hasStopped = false;
  #otherChoiceSeen = false;

  constructor(dialect: OpenaiChatDialect) {
    this.#dialect = dialect;
  }

  read(record: WireRecord, emit: Emit): RecordKind {
    const chunk = record.value;
    if (!isFields(chunk)) return "unknown";
    const error = findError(record.event, chunk);
    listAt(chunk, "choices").forEach((choice, index) => {
      if (isFields(choice)) this.#readChoice(record, { choice, path: ["choices", index], error }, emit);
    });
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

  #readChoice(record: WireRecord, place: ChoicePlace, emit: Emit): void {
    const { choice } = place;
    if ((numberAt(choice, "index") ?? 0) !== this.#wanted) return this.#reportOtherChoice(emit);
    readUsage(choice, emit);
    const isDelta = isFields(choice["delta"]);
    const member = isDelta ? "delta" : "message";
    const out = { assembly: this.#assembly, emit };
    readDelta(record, { fields: fieldsAt(choice, member), path: [...place.path, member] }, out);
    const ownError = errorField(choice);
    this.#readFinish(choice, place.error ?? ownError, emit);
    if (ownError !== undefined) emit({ type: "message-error", ...ownError });
  }

  #readFinish(choice: Fields, error: ProviderError | undefined, emit: Emit): void {
    const word = identityAt(choice, "finish_reason");
    if (word === null) return;
    this.#hasStopped = true;
    const stop = readStop(STOP_WORDS, word);
    emit(
      error === undefined ? { type: "message-stop", stop } : { type: "message-stop", stop, detail: textOfError(error) },
    );
  }

  #reportOtherChoice(emit: Emit): void {
    if (this.#otherChoiceSeen) return;
    this.#otherChoiceSeen = true;
    emit({ type: "fault", fault: { code: "other-choice", detail: `only choice ${this.#wanted} of several is read` } });
  }
}

interface ChoicePlace {
  readonly choice: Fields;
  readonly path: readonly (string | number)[];
  /** The error of the same chunk, which tells more than the stop word. */
  readonly error: ProviderError | undefined;
}

interface DeltaPlace {
  readonly fields: Fields;
  readonly path: readonly (string | number)[];
}

interface DeltaReaders {
  readonly assembly: Assembly;
  readonly emit: Emit;
}

function readDelta(record: WireRecord, delta: DeltaPlace, out: DeltaReaders): void {
  const { fields, path } = delta;
  const { assembly, emit } = out;
  const reasoning = stringAt(fields, "reasoning_content") ?? stringAt(fields, "reasoning") ?? "";
  if (reasoning !== "") emit({ type: "reasoning", text: reasoning });
  const text = contentText(fields["content"]);
  if (text !== "") emit({ type: "text", text });
  if ((stringAt(fields, "refusal") ?? "") !== "") emit({ type: "refusal" });
  readToolCalls(record, delta, out);
  const legacy = fields["function_call"];
  if (isFields(legacy)) assembly.take(readLegacyCall(record, legacy, [...path, "function_call"]), emit);
}

function readToolCalls(record: WireRecord, { fields, path }: DeltaPlace, { assembly, emit }: DeltaReaders): void {
  const entries = fields["tool_calls"];
  // One call without the list around it is still one call.
  if (isFields(entries)) return assembly.take(readToolEntry(record, entries, [...path, "tool_calls"]), emit);
  listAt(fields, "tool_calls").forEach((entry, index) => {
    if (isFields(entry)) assembly.take(readToolEntry(record, entry, [...path, "tool_calls", index]), emit);
    else if (entry !== null)
      emit({ type: "message-error", code: "unreadable-record", detail: "a call that is no object" });
  });
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
  const hasUsage = numberAt(fieldsAt(chunk, "usage"), "completion_tokens") !== undefined;
  return "choices" in chunk || hasUsage || String(chunk["object"]).startsWith("chat.completion");
}
