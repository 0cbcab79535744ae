import type { Emit } from "../../protocol/call-event.ts";
import type { WireRecord } from "../../wire/record.ts";
import { fieldsAt, identityAt, isFields, listAt, numberAt, stringAt, type Fields } from "../fields.ts";
import type { Format, FormatReader, RecordKind } from "../format.ts";
import { speaksOfError } from "../record-error.ts";
import { reportError } from "../report-error.ts";
import { clean, contextWindow, failed, paused, readStop, refused, tokenLimit, type StopWords } from "../stop-words.ts";
import { createBlockReader } from "./blocks.ts";

/**
 * Anthropic Messages, `POST /v1/messages` with `stream: true`, read from `@anthropic-ai/sdk` 1.14.0 and
 * https://platform.claude.com/docs/en/build-with-claude/streaming (2026-12-01).
 */
export const anthropicMessages: Format = {
  name: "anthropic-messages",
  pings: true,
  createReader: createAnthropicReader,
};

/** Stop words from `Message.stop_reason` of the SDK; `error` and `failed` are what look-alike hosts put there. */
const STOP_WORDS: StopWords = new Map([
  ["tool_use", clean],
  ["end_turn", clean],
  ["stop_sequence", clean],
  ["compaction", clean],
  ["max_tokens", tokenLimit],
  ["model_context_window_exceeded", contextWindow],
  ["refusal", refused],
  ["pause_turn", paused],
  ["error", failed],
  ["failed", failed],
]);

function createAnthropicReader(): FormatReader {
  return new MessageReader();
}

class MessageReader implements FormatReader {
  readonly #blocks = createBlockReader();

  read(record: WireRecord, emit: Emit): RecordKind {
    const fields = record.value;
    if (!isFields(fields)) return "unknown";
    if (speaksOfError(record, fields)) {
      reportError(fields, emit);
      return "payload";
    }
    if (typeOf(record, fields) === "ping") return "keep-alive";
    return this.#readEvent(record, fields, emit) ? "payload" : "unknown";
  }

  readDone(emit: Emit): void {
    emit({ type: "message-end" });
  }

  #readEvent(record: WireRecord, fields: Fields, emit: Emit): boolean {
    switch (typeOf(record, fields)) {
      case "content_block_delta":
        readBlockEvent(fields, emit, (index) => this.#blocks.read(index, fieldsAt(fields, "delta"), emit));
        return true;
      case "content_block_start":
        this.#startBlock(record, fields, emit);
        return true;
      case "content_block_stop":
        readBlockEvent(fields, emit, (index) => this.#blocks.stop(index, emit));
        return true;
      case "message_start":
        this.#startMessage(record, fields, emit);
        return true;
      case "message_delta":
        readMessageDelta(fields, emit);
        return true;
      case "message_stop":
        emit({ type: "message-end" });
        return true;
      case "error":
        reportError(fields, emit);
        return true;
      default:
        return false;
    }
  }

  #startBlock(record: WireRecord, fields: Fields, emit: Emit): void {
    const block = fieldsAt(fields, "content_block");
    readBlockEvent(fields, emit, (index) =>
      this.#blocks.start(record, { index, block, path: ["content_block"] }, emit),
    );
  }

  #startMessage(record: WireRecord, fields: Fields, emit: Emit): void {
    const message = fieldsAt(fields, "message");
    readUsage(message, emit);
    // A deferred programmatic call arrives whole in here, and no block events follow for it.
    listAt(message, "content").forEach((block, index) => {
      if (!isFields(block)) return;
      this.#blocks.start(record, { index, block, path: ["message", "content", index] }, emit);
      this.#blocks.stop(index, emit);
    });
  }
}

function typeOf(record: WireRecord, fields: Fields): string {
  return stringAt(fields, "type") ?? record.event ?? "";
}

/** Without its index an event of a block cannot be read: it may be a part of any call. */
function readBlockEvent(fields: Fields, emit: Emit, read: (index: number) => void): void {
  const index = numberAt(fields, "index");
  if (index !== undefined) return read(index);
  const detail = "an event of a block without an index";
  emit({ type: "message-error", code: "unreadable-record", detail, isUnreadable: true });
}

function readMessageDelta(fields: Fields, emit: Emit): void {
  readUsage(fields, emit);
  const word = identityAt(fieldsAt(fields, "delta"), "stop_reason");
  if (word !== null) emit({ type: "message-stop", stop: readStop(STOP_WORDS, word) });
}

function readUsage(fields: Fields, emit: Emit): void {
  const outputTokens = numberAt(fieldsAt(fields, "usage"), "output_tokens");
  if (outputTokens !== undefined) emit({ type: "usage", outputTokens });
}
