import type { Emit, RunBy } from "../../protocol/call-event.ts";
import type { WireRecord } from "../../wire/record.ts";
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
  const blocks = new Map<number, Block>();
  let calls = 0;

  function announce(block: Fields, runBy: RunBy, emit: Emit): number {
    const call = calls;
    calls += 1;
    const id = identityAt(block, "id");
    const name = identityAt(block, "name");
    emit({ type: "call-start", call, id, name, runBy, input: "json", closes: true });
    return call;
  }

  function startCall(record: WireRecord, start: BlockStart, emit: Emit): void {
    const { index, block } = start;
    const call = announce(block, stringAt(block, "type") === "tool_use" ? "client" : "provider", emit);
    blocks.set(index, { kind: "call", call });
    const input = block["input"];
    // `{}` is a placeholder for the fragments to come; anything else is the whole input already.
    if (isPlaceholder(input)) return;
    emit({ type: "call-snapshot", call, text: writtenText(record, [...start.path, "input"], input) });
    emit({ type: "call-end", call });
  }

  function readInputText(index: number, text: string, emit: Emit): void {
    let block = blocks.get(index);
    if (block === undefined) {
      // The start of this block never came. Its text is a call all the same, one that nobody can name.
      block = { kind: "call", call: announce({}, "client", emit) };
      blocks.set(index, block);
    }
    if (block.kind === "call") emit({ type: "call-delta", call: block.call, text });
    else emit({ type: "fault", fault: { code: "orphan-fragment", detail: `input for block ${index}, which is no call` } });
  }

  return {
    start(record, start, emit) {
      const { index, block } = start;
      if (blocks.has(index)) {
        emit({ type: "fault", fault: { code: "index-reused", detail: `a second block starts at index ${index}` } });
      }
      if (isCallBlock(block)) return startCall(record, start, emit);
      blocks.set(index, { kind: "other" });
      if (stringAt(block, "type") === "fallback") emit({ type: "calls-refused" });
      readText(stringAt(block, "text"), emit);
      readReasoning(stringAt(block, "thinking"), emit);
    },
    read(index, delta, emit) {
      switch (stringAt(delta, "type")) {
        case "input_json_delta":
          return readInputText(index, stringAt(delta, "partial_json") ?? "", emit);
        case "text_delta":
          return readText(stringAt(delta, "text"), emit);
        case "thinking_delta":
          return readReasoning(stringAt(delta, "thinking"), emit);
        case "signature_delta":
        case "citations_delta":
        case "compaction_delta":
          return;
        default:
          return readUnknownDelta(blocks.get(index), stringAt(delta, "type") ?? "none", emit);
      }
    },
    stop(index, emit) {
      const block = blocks.get(index);
      if (block?.kind === "call") emit({ type: "call-end", call: block.call });
    },
  };
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
function isCallBlock(block: Fields): boolean {
  const type = stringAt(block, "type") ?? "";
  if (type.endsWith("tool_use")) return true;
  return identityAt(block, "id") !== null && identityAt(block, "name") !== null && "input" in block;
}

function isPlaceholder(input: unknown): boolean {
  if (input === undefined || input === null || input === "") return true;
  return isFields(input) && Object.keys(input).length === 0;
}

function readText(text: string | undefined, emit: Emit): void {
  if (text !== undefined && text !== "") emit({ type: "text", text });
}

function readReasoning(text: string | undefined, emit: Emit): void {
  if (text !== undefined && text !== "") emit({ type: "reasoning", text });
}

