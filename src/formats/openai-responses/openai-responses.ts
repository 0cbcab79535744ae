import type { Emit } from "../../protocol/call-event.ts";
import type { WireRecord } from "../../wire/record.ts";
import { fieldsAt, isFields, listAt, numberAt, stringAt, type Fields } from "../fields.ts";
import type { Format, FormatReader, RecordKind } from "../format.ts";
import { speaksOfError } from "../record-error.ts";
import { reportError } from "../report-error.ts";
import { createItemReader, type ItemReader } from "./items.ts";
import { readTerminal } from "./terminal.ts";
import { createTextParts, type TextParts } from "./text-parts.ts";

/**
 * OpenAI Responses, `POST /v1/responses` with `stream: true`, read from `openai` 7.59.0 (2026-12-01). Items are keyed by
 * `output_index` and `item_id`; only an item itself carries the `call_id` that a result needs, and its name.
 */
export const openaiResponses: Format = { name: "openai-responses", pings: false, createReader: createResponsesReader };

/** One event, and what its reader needs besides. */
interface EventPlace {
  readonly event: Fields;
  readonly record: WireRecord;
  readonly items: ItemReader;
  readonly texts: TextParts;
  readonly emit: Emit;
}

type EventReader = (place: EventPlace) => void;

const ARGUMENTS_DELTA = "response.function_call_arguments.delta";

function createResponsesReader(): FormatReader {
  return new ResponseReader();
}

class ResponseReader implements FormatReader {
  readonly #items = createItemReader();
  readonly #texts = createTextParts();

  read(record: WireRecord, emit: Emit): RecordKind {
    const event = record.value;
    if (!isFields(event)) return "unknown";
    const type = stringAt(event, "type") ?? record.event ?? "";
    // Nearly every event is one of these; comparing costs less than hashing a name of this length each time.
    if (type === ARGUMENTS_DELTA) {
      this.#items.readDelta("function_call", event, emit);
      return "payload";
    }
    if (speaksOfError(record, event)) {
      reportError(event, emit);
      return "payload";
    }
    const readEvent = EVENT_READERS.get(type);
    if (readEvent !== undefined) {
      readEvent({ event, record, items: this.#items, texts: this.#texts, emit });
      return "payload";
    }
    return type.startsWith("response.") ? "payload" : "unknown";
  }

  readDone(emit: Emit): void {
    emit({ type: "message-end" });
  }
}

/** Every event that says something about a call, the text or the end; the other `response.*` events are only progress. */
const EVENT_READERS: ReadonlyMap<string, EventReader> = new Map<string, EventReader>([
  ["response.custom_tool_call_input.delta", deltaReader("custom_tool_call")],
  ["response.mcp_call_arguments.delta", deltaReader("mcp_call")],
  ["response.code_interpreter_call_code.delta", deltaReader("code_interpreter_call")],
  ["response.function_call_arguments.done", doneReader("function_call")],
  ["response.custom_tool_call_input.done", doneReader("custom_tool_call")],
  ["response.mcp_call_arguments.done", doneReader("mcp_call")],
  ["response.code_interpreter_call_code.done", doneReader("code_interpreter_call")],
  ["response.output_item.added", ({ event, record, items, emit }) => items.readAdded(itemPlace(event, record), emit)],
  ["response.output_item.done", readItemDone],
  ["response.output_text.delta", ({ event, texts, emit }) => texts.readDelta(event, emit)],
  ["response.output_text.done", ({ event, texts, emit }) => texts.readDone(event, emit)],
  ["response.reasoning_text.delta", readReasoning],
  ["response.reasoning_summary_text.delta", readReasoning],
  ["response.content_part.added", readPart],
  ["response.content_part.done", readPart],
  ["response.refusal.delta", ({ emit }) => emit({ type: "refusal" })],
  ["response.refusal.done", ({ emit }) => emit({ type: "refusal" })],
  ["response.created", readCeiling],
  ["response.queued", readCeiling],
  ["response.in_progress", readCeiling],
  ["response.completed", (place) => readEnd("completed", place)],
  ["response.incomplete", (place) => readEnd("incomplete", place)],
  ["response.failed", (place) => readEnd("failed", place)],
  ["response.cancelled", (place) => readEnd("cancelled", place)],
  ["error", ({ event, emit }) => reportError(event, emit)],
]);

function deltaReader(itemType: string): EventReader {
  return ({ event, items, emit }) => items.readDelta(itemType, event, emit);
}

function doneReader(itemType: string): EventReader {
  return ({ event, items, emit }) => items.readDone(itemType, event, emit);
}

function itemPlace(event: Fields, record: WireRecord) {
  return { record, item: fieldsAt(event, "item"), path: ["item"], outputIndex: numberAt(event, "output_index") };
}

function readItemDone({ event, record, items, texts, emit }: EventPlace): void {
  items.readFinished(itemPlace(event, record), emit);
  texts.readItem(fieldsAt(event, "item"), "items", emit);
}

function readReasoning({ event, emit }: EventPlace): void {
  const text = stringAt(event, "delta") ?? "";
  if (text !== "") emit({ type: "reasoning", text });
}

/** A refusal may have no text of its own. */
function readPart({ event, emit }: EventPlace): void {
  if (stringAt(fieldsAt(event, "part"), "type") === "refusal") emit({ type: "refusal" });
}

function readCeiling({ event, emit }: EventPlace): void {
  const maxOutputTokens = numberAt(fieldsAt(event, "response"), "max_output_tokens");
  if (maxOutputTokens !== undefined) emit({ type: "usage", maxOutputTokens });
}

/** The terminal event repeats every item; an item that it leaves out is not taken back by that. */
function readEnd(eventStatus: string, place: EventPlace): void {
  const { event, record, items, texts, emit } = place;
  const response = fieldsAt(event, "response");
  listAt(response, "output").forEach((item, index) => {
    if (!isFields(item)) return;
    const path = ["response", "output", index];
    items.readFinished({ record, item, path, outputIndex: undefined, position: index }, emit);
    texts.readItem(item, "terminal", emit);
  });
  readCeiling(place);
  const outputTokens = numberAt(fieldsAt(response, "usage"), "output_tokens");
  if (outputTokens !== undefined) emit({ type: "usage", outputTokens });
  readTerminal(eventStatus, response, emit);
}
