import type { Emit, RunBy } from "../../protocol/call-event.ts";
import type { WireRecord } from "../../wire/record.ts";
import { createShortMap } from "../../wire/short-map.ts";
import { identityAt, isFields, stringAt, writtenText, type Fields } from "../fields.ts";

/** A content block as it starts: its place, its fields, and where they stand in the record. */
export interface BlockStart {
  readonly index: number;
  readonly block: Fields;
  readonly path: readonly (string | number)[];
}

/** Reads the content blocks of one message. Blocks carry a message-wide `index`; it is the only key of a delta. */
export interface BlockReader {
  start(record: WireRecord, start: BlockStart, emit: Emit): void;
  read(index: number, delta: Fields, emit: Emit): void;
  stop(index: number, emit: Emit): void;
}

type Block = { readonly kind: "call"; readonly call: number } | { readonly kind: "other" };

/** Makes a reader for one message. */
export function createBlockReader(): BlockReader {
  return new MessageBlocks();
}

class MessageBlocks implements BlockReader {
  readonly #blocks = createShortMap<number, Block>();
  #calls = 0;

  start(record: WireRecord, start: BlockStart, emit: Emit): void {
    const { index, block } = start;
    if (this.#blocks.has(index)) {
      const detail = `a second block starts at index ${index}`;
      emit({ type: "fault", fault: { code: "index-reused", detail } });
    }
    if (isCallBlock(block)) return this.#startCall(record, start, emit);
    this.#blocks.set(index, { kind: "other" });
    emit(stringAt(block, "type") === "fallback" ? { type: "calls-refused" } : { type: "block-start" });
    pass("text", stringAt(block, "text"), emit);
    pass("reasoning", stringAt(block, "thinking"), emit);
  }

  read(index: number, delta: Fields, emit: Emit): void {
    const type = stringAt(delta, "type") ?? "";
    switch (type) {
      case "input_json_delta":
        return this.#readInput(index, delta["partial_json"] ?? "", emit);
      case "text_delta":
        return pass("text", stringAt(delta, "text"), emit);
      case "thinking_delta":
        return pass("reasoning", stringAt(delta, "thinking"), emit);
      case "signature_delta":
      case "citations_delta":
      case "compaction_delta":
        return;
      default:
        return readUnknownDelta(this.#blocks.get(index), type, emit);
    }
  }

  stop(index: number, emit: Emit): void {
    const block = this.#blocks.get(index);
    if (block?.kind === "call") emit({ type: "call-end", call: block.call });
  }

  #startCall(record: WireRecord, start: BlockStart, emit: Emit): void {
    const { index, block, path } = start;
    const call = this.#announce(block, stringAt(block, "type") === "tool_use" ? "client" : "provider", emit);
    this.#blocks.set(index, { kind: "call", call });
    const input = block["input"];
    // `{}` is a placeholder for the fragments to come; anything else is the whole input already.
    if (isPlaceholder(input)) return;
    emit({ type: "call-snapshot", call, text: writtenText(record, [...path, "input"], input) });
    emit({ type: "call-end", call });
  }

  #announce(block: Fields, runBy: RunBy, emit: Emit): number {
    const call = this.#calls;
    this.#calls += 1;
    const id = identityAt(block, "id");
    const name = identityAt(block, "name");
    emit({ type: "call-start", call, id, name, runBy, input: "json", closes: true });
    return call;
  }

  #readInput(index: number, text: unknown, emit: Emit): void {
    const call = this.#callAt(index, emit);
    if (typeof text === "string") return emit({ type: "call-delta", call, text });
    // What was lost with such a delta, nobody knows.
    const fault = { code: "fragment-unreadable", detail: "a delta of input is not text" };
    emit({ type: "call-conflict", call, fault });
  }

  /** Where the start of a call never came, its input is a call all the same, one that nobody can name. */
  #callAt(index: number, emit: Emit): number {
    const block = this.#blocks.get(index);
    if (block?.kind === "call") return block.call;
    const call = this.#announce({}, "client", emit);
    this.#blocks.set(index, { kind: "call", call });
    return call;
  }
}

/** A delta of a kind that nobody knows may be a part of the input: without it the call is not the one that was meant. */
function readUnknownDelta(block: Block | undefined, type: string, emit: Emit): void {
  const fault = { code: "unknown-delta", detail: `a delta of type ${type}` };
  if (block?.kind === "call") emit({ type: "call-conflict", call: block.call, fault });
  else emit({ type: "fault", fault });
}

/**
 * `tool_use` is the client's; `server_tool_use` and `mcp_tool_use` are the provider's, and so is a kind that nobody knows
 * but that has what a call has.
 */
export function isCallBlock(block: Fields): boolean {
  const type = stringAt(block, "type") ?? "";
  if (type.endsWith("tool_use")) return true;
  return identityAt(block, "id") !== null && identityAt(block, "name") !== null && "input" in block;
}

function isPlaceholder(input: unknown): boolean {
  if (input === undefined || input === null || input === "") return true;
  return isFields(input) && Object.keys(input).length === 0;
}

function pass(type: "text" | "reasoning", text: string | undefined, emit: Emit): void {
  if (text !== undefined && text !== "") emit({ type, text });
}
