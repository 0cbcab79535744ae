import type { Emit } from "../../protocol/call-event.ts";
import type { WireRecord } from "../../wire/record.ts";
import { fieldsAt, isFields, listAt, numberAt, stringAt, type Fields } from "../fields.ts";
import type { Format, FormatReader, RecordKind } from "../format.ts";
import { createItemReader, type ItemReader } from "./items.ts";
import { readTerminal } from "./terminal.ts";

/**
 * OpenAI Responses, `POST /v1/responses` with `stream: true`, read from `openai` 7.59.0 (2026-12-01). Items are keyed by
 * `output_index` and `item_id`; only an item itself carries the `call_id` that a result needs, and its name.
 */
export const openaiResponses: Format = { name: "openai-responses", pings: false, createReader: createResponsesReader };

type EventReader = (event: Fields, record: WireRecord, emit: Emit) => void;

function createResponsesReader(): FormatReader {
  const items = createItemReader();
  const readers = eventReaders(items);

  return {
    read(record, emit): RecordKind {
      const event = record.value;
      if (!isFields(event)) return "unknown";
      const type = stringAt(event, "type") ?? record.event ?? "";
      const readEvent = readers.get(type);
      if (readEvent !== undefined) {
        readEvent(event, record, emit);
        return "payload";
      }
      return type.startsWith("response.") ? "payload" : "unknown";
    },
    readDone(emit) {
      emit({ type: "message-end" });
    },
  };
}

/** Every event that says something about a call, the text or the end; the other `response.*` events are only progress. */
function eventReaders(items: ItemReader): ReadonlyMap<string, EventReader> {
  return new Map<string, EventReader>([
    ["response.function_call_arguments.delta", (event, _, emit) => items.readDelta("function_call", event, emit)],
    ["response.custom_tool_call_input.delta", (event, _, emit) => items.readDelta("custom_tool_call", event, emit)],
    ["response.mcp_call_arguments.delta", (event, _, emit) => items.readDelta("mcp_call", event, emit)],
    [
      "response.code_interpreter_call_code.delta",
      (event, _, emit) => items.readDelta("code_interpreter_call", event, emit),
    ],
    ["response.function_call_arguments.done", (event, _, emit) => items.readDone("function_call", event, emit)],
    ["response.custom_tool_call_input.done", (event, _, emit) => items.readDone("custom_tool_call", event, emit)],
    ["response.mcp_call_arguments.done", (event, _, emit) => items.readDone("mcp_call", event, emit)],
    [
      "response.code_interpreter_call_code.done",
      (event, _, emit) => items.readDone("code_interpreter_call", event, emit),
    ],
    ["response.output_item.added", (event, record, emit) => items.readAdded(itemPlace(event, record), emit)],
    ["response.output_item.done", (event, record, emit) => items.readFinished(itemPlace(event, record), emit)],
    ["response.output_text.delta", (event, _, emit) => readText("text", event, emit)],
    ["response.reasoning_text.delta", (event, _, emit) => readText("reasoning", event, emit)],
    ["response.reasoning_summary_text.delta", (event, _, emit) => readText("reasoning", event, emit)],
    ["response.refusal.delta", (_event, _, emit) => emit({ type: "refusal" })],
    ["response.refusal.done", (_event, _, emit) => emit({ type: "refusal" })],
    ["response.created", readCeiling],
    ["response.queued", readCeiling],
    ["response.in_progress", readCeiling],
    ["response.completed", (event, record, emit) => readEnd("completed", { event, record, items, emit })],
    ["response.incomplete", (event, record, emit) => readEnd("incomplete", { event, record, items, emit })],
    ["response.failed", (event, record, emit) => readEnd("failed", { event, record, items, emit })],
    ["response.cancelled", (event, record, emit) => readEnd("cancelled", { event, record, items, emit })],
    ["error", (event, _, emit) => readError(event, emit)],
  ]);
}

function itemPlace(event: Fields, record: WireRecord) {
  return { record, item: fieldsAt(event, "item"), path: ["item"], outputIndex: numberAt(event, "output_index") };
}

function readText(type: "text" | "reasoning", event: Fields, emit: Emit): void {
  const text = stringAt(event, "delta") ?? "";
  if (text !== "") emit({ type, text });
}

function readCeiling(event: Fields, _record: WireRecord, emit: Emit): void {
  const maxOutputTokens = numberAt(fieldsAt(event, "response"), "max_output_tokens");
  if (maxOutputTokens !== undefined) emit({ type: "usage", maxOutputTokens });
}

interface EndPlace {
  readonly event: Fields;
  readonly record: WireRecord;
  readonly items: ItemReader;
  readonly emit: Emit;
}

/** The terminal event repeats every item; an item that it leaves out is not taken back by that. */
function readEnd(eventStatus: string, { event, record, items, emit }: EndPlace): void {
  const response = fieldsAt(event, "response");
  listAt(response, "output").forEach((item, index) => {
    if (isFields(item)) {
      items.readFinished(
        { record, item, path: ["response", "output", index], outputIndex: undefined, position: index },
        emit,
      );
    }
  });
  readCeiling(event, record, emit);
  const outputTokens = numberAt(fieldsAt(response, "usage"), "output_tokens");
  if (outputTokens !== undefined) emit({ type: "usage", outputTokens });
  readTerminal(eventStatus, response, emit);
}

/** First-party hosts send the error flat or nested under `error`. */
function readError(event: Fields, emit: Emit): void {
  const error = isFields(event["error"]) ? event["error"] : event;
  emit({
    type: "message-error",
    code: stringAt(error, "code") ?? stringAt(error, "type") ?? "error",
    detail: stringAt(error, "message") ?? "",
  });
}
