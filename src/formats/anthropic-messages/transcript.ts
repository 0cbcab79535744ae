import type { CallEvent } from "../../protocol/call-event.ts";
import type { WireRecord } from "../../wire/record.ts";
import { fieldsAt, identityAt, isFields, listAt, numberAt, stringAt, type Fields } from "../fields.ts";
import type { Listener } from "../listen.ts";
import { isCallBlock } from "./blocks.ts";
import { createCallPlaces } from "./call-places.ts";

/** A content block of the message, as far as it came. */
export interface TakenBlock {
  /** The block as it started, with what its deltas added. The input of a call is not in here: its outcome has it. */
  readonly fields: Fields;
  /** Which of the reader's calls it is; `null` for everything that is no call. */
  readonly call: number | null;
  /** The provider closed the block, or sent it whole. */
  readonly isClosed: boolean;
  /** A delta came that nobody can add to the block. */
  readonly isMangled: boolean;
}

/** Takes down the content blocks of one message. */
export interface Transcript {
  readonly listen: Listener;
  readonly blocks: readonly TakenBlock[];
  /** The container in which the provider ran code for this message; `null` where it named none. */
  readonly container: string | null;
  /** The place among the outcomes of one of the reader's calls; `null` where it has no outcome. */
  placeOf(call: number): number | null;
}

/** Makes the transcript of one message. */
export function createTranscript(): Transcript {
  return new MessageTranscript();
}

interface OpenBlock extends TakenBlock {
  readonly fields: Record<string, unknown>;
  isClosed: boolean;
  isMangled: boolean;
}

class MessageTranscript implements Transcript {
  readonly blocks: OpenBlock[] = [];
  container: string | null = null;
  readonly #byIndex = new Map<number, OpenBlock>();
  readonly #places = createCallPlaces();

  readonly listen: Listener = (record, events) => {
    for (const event of events) this.#places.note(event);
    if (isFields(record.value)) this.#takeDown(record, record.value, events);
  };

  placeOf(call: number): number | null {
    return this.#places.placeOf(call);
  }

  #takeDown(record: WireRecord, fields: Fields, events: readonly CallEvent[]): void {
    const index = numberAt(fields, "index");
    switch (stringAt(fields, "type") ?? record.event ?? "") {
      case "message_start":
        this.#noteContainer(fieldsAt(fields, "message"));
        return this.#openWhole(listAt(fieldsAt(fields, "message"), "content"), events);
      case "message_delta":
        return this.#noteContainer(fieldsAt(fields, "delta"));
      case "content_block_start":
        if (index !== undefined) this.#open(index, fieldsAt(fields, "content_block"), startedCalls(events)[0] ?? null);
        return;
      case "content_block_delta":
        if (index !== undefined) this.#add(index, fieldsAt(fields, "delta"), startedCalls(events)[0] ?? null);
        return;
      case "content_block_stop":
        if (index !== undefined) this.#close(index);
        return;
      default:
        return;
    }
  }

  #noteContainer(holder: Fields): void {
    this.container = identityAt(fieldsAt(holder, "container"), "id") ?? this.container;
  }

  /** A deferred call stands in the start of the message; no events of its block follow. */
  #openWhole(content: readonly unknown[], events: readonly CallEvent[]): void {
    const calls = startedCalls(events);
    let seen = 0;
    content.forEach((block, index) => {
      if (!isFields(block)) return;
      const isCall = isCallBlock(block);
      this.#open(index, block, isCall ? (calls[seen] ?? null) : null);
      if (isCall) seen += 1;
      this.#close(index);
    });
  }

  #open(index: number, fields: Fields, call: number | null): OpenBlock {
    const block = { fields: { ...fields }, call, isClosed: false, isMangled: false };
    this.blocks.push(block);
    this.#byIndex.set(index, block);
    return block;
  }

  /** A delta whose block never started: text is text all the same, and the reader announces input as a call. */
  #add(index: number, delta: Fields, call: number | null): void {
    let block = call === null ? this.#byIndex.get(index) : this.#open(index, { type: "tool_use" }, call);
    if (block === undefined && stringAt(delta, "type") === "text_delta") {
      block = this.#open(index, { type: "text", text: "" }, null);
    }
    if (block !== undefined && !addDelta(block.fields, delta)) block.isMangled = true;
  }

  #close(index: number): void {
    const block = this.#byIndex.get(index);
    if (block !== undefined) block.isClosed = true;
  }
}

function startedCalls(events: readonly CallEvent[]): readonly number[] {
  return events.flatMap((event) => (event.type === "call-start" ? [event.call] : []));
}

/** Adds a delta to its block, and says whether it could. */
function addDelta(fields: Record<string, unknown>, delta: Fields): boolean {
  switch (stringAt(delta, "type") ?? "") {
    case "text_delta":
      return addText(fields, "text", delta);
    case "thinking_delta":
      return addText(fields, "thinking", delta);
    case "signature_delta":
      fields["signature"] = delta["signature"];
      return true;
    case "citations_delta":
      fields["citations"] = [...listAt(fields, "citations"), delta["citation"]];
      return true;
    case "compaction_delta":
      return addCompaction(fields, delta);
    case "input_json_delta":
      return true;
    default:
      return false;
  }
}

function addText(fields: Record<string, unknown>, key: "text" | "thinking", delta: Fields): boolean {
  fields[key] = (stringAt(fields, key) ?? "") + (stringAt(delta, key) ?? "");
  return true;
}

/** The delta has the final values; the start of the block is a shell. */
function addCompaction(fields: Record<string, unknown>, delta: Fields): boolean {
  fields["content"] = delta["content"];
  if ("encrypted_content" in delta) fields["encrypted_content"] = delta["encrypted_content"];
  return true;
}
