import type { Random } from "../random.ts";
import type { Move, SpokenMove } from "../script/move.ts";
import { ScriptError } from "../script/script-error.ts";
import type { Envelope, Json, JsonObject } from "../script/script.ts";
import type { StopReason } from "../script/step.ts";
import { type Fields, namedRecord, type Speakers, speakWith, stopWord, unspeakable, type Voice } from "./voice.ts";

const FORMAT = "anthropic-messages";

const STOP_WORDS: Readonly<Record<StopReason, string | null>> = {
  calls: "tool_use",
  end: "end_turn",
  "stop-sequence": "stop_sequence",
  ceiling: "max_tokens",
  "context-window": "model_context_window_exceeded",
  refusal: "refusal",
  filter: "refusal",
  pause: "pause_turn",
  failed: null,
};

/** What the voice knows of the message so far. */
interface Told {
  readonly envelope: Envelope;
  readonly random: Random;
  hasStarted: boolean;
  blocks: number;
  /** The block of each call. */
  readonly blockOfCall: Map<number, number>;
  lastOwnCallId: string;
  outputTokens: number;
}

/** Speaks as Anthropic's Messages API does. */
export function createAnthropicVoice(envelope: Envelope, random: Random): Voice {
  const told: Told = {
    envelope,
    random,
    hasStarted: false,
    blocks: 0,
    blockOfCall: new Map(),
    lastOwnCallId: "",
    outputTokens: 60,
  };
  const speakers = createSpeakers(told);
  return {
    keepAlive: record({ type: "ping" }),
    speak: (move) => {
      const spoken = speakWith(speakers, move);
      return told.hasStarted || !opensMessage(move) ? spoken : [startMessage(told), ...spoken];
    },
  };
}

// An error can be the very first record of a stream, and a ping says nothing of a message.
function opensMessage(move: Move): boolean {
  return move.kind !== "ping" && move.kind !== "error";
}

function createSpeakers(told: Told): Speakers {
  return {
    start: () => [],
    text: (move) => speakText(told, move),
    reasoning: (move) => speakThinking(told, move),
    refusal: unspeakable(FORMAT, 'use a stop with the reason "refusal"'),
    "call-start": (move) => [startCall(told, move)],
    "call-text": (move) => [startDelta(blockOf(told, move), { type: "input_json_delta", partial_json: move.text })],
    "call-end": (move) => [stopBlock(blockOf(told, move))],
    result: (move) => wholeBlock(told, resultBlock(told, move)),
    block: (move) => wholeBlock(told, move.block),
    fallback: (move) => wholeBlock(told, fallbackBlock(move)),
    filter: unspeakable(FORMAT, "it is a habit of Azure's chat completions"),
    together: unspeakable(FORMAT, "every record carries one thing"),
    stop: (move) => [stopMessage(told, move)],
    usage: (move) => [usageRecord(move.outputTokens ?? told.outputTokens, {})],
    done: () => [record({ type: "message_stop" })],
    error: (move) => [speakError(told, move)],
    ping: () => [record({ type: "ping" })],
  };
}

function record(data: Fields & { readonly type: string }): string {
  return namedRecord(data.type, data);
}

function startMessage(told: Told): string {
  told.hasStarted = true;
  const { envelope, random } = told;
  const message: JsonObject = {
    id: envelope.id ?? `msg_01${random.word(22)}`,
    type: "message",
    role: "assistant",
    model: envelope.model ?? "claude-sonnet-5-5",
    content: [],
    stop_reason: null,
    stop_sequence: null,
    stop_details: null,
    container: null,
    diagnostics: null,
    usage: {
      input_tokens: envelope.inputTokens ?? 412,
      output_tokens: 1,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
    },
  };
  return record({ type: "message_start", message });
}

function startBlock(told: Told, block: JsonObject): { readonly index: number; readonly text: string } {
  const index = told.blocks++;
  return { index, text: record({ type: "content_block_start", index, content_block: block }) };
}

function startDelta(index: number, delta: JsonObject): string {
  return record({ type: "content_block_delta", index, delta });
}

function stopBlock(index: number): string {
  return record({ type: "content_block_stop", index });
}

function wholeBlock(told: Told, block: JsonObject): readonly string[] {
  const { index, text } = startBlock(told, block);
  return [text, stopBlock(index)];
}

function speakText(told: Told, move: SpokenMove): readonly string[] {
  const { index, text } = startBlock(told, { type: "text", text: "", citations: null });
  const deltas = move.pieces.map((piece) => startDelta(index, { type: "text_delta", text: piece }));
  return [text, ...deltas, ...(move.close ? [stopBlock(index)] : [])];
}

function speakThinking(told: Told, move: Move<"reasoning">): readonly string[] {
  const { index, text } = startBlock(told, { type: "thinking", thinking: "", signature: "" });
  const deltas = move.pieces.map((piece) => startDelta(index, { type: "thinking_delta", thinking: piece }));
  const signature = move.signature ?? told.random.word(32);
  const closing = [startDelta(index, { type: "signature_delta", signature }), stopBlock(index)];
  return [text, ...deltas, ...(move.close ? closing : [])];
}

function startCall(told: Told, move: Move<"call-start">): string {
  const type = move.type ?? "tool_use";
  const id = move.id ?? `${idPrefix(type)}_01${told.random.word(22)}`;
  const { index, text } = startBlock(told, {
    type,
    id,
    name: move.name,
    ...(move.serverName === undefined ? {} : { server_name: move.serverName }),
    input: parseInput(move),
    // An MCP call has a server where the others have a caller.
    ...(type === "mcp_tool_use" ? {} : { caller: { type: "direct" } }),
    ...move.extra,
  });
  told.blockOfCall.set(move.call, index);
  if (type !== "tool_use") {
    told.lastOwnCallId = id;
  }
  return text;
}

function idPrefix(type: string): string {
  const prefixes: Readonly<Record<string, string>> = { server_tool_use: "srvtoolu", mcp_tool_use: "mcptoolu" };
  return prefixes[type] ?? "toolu";
}

function parseInput(move: Move<"call-start">): Json {
  if (move.input === "text") {
    throw new ScriptError(move.path, `${FORMAT} has no freeform tools`);
  }
  if (move.text === undefined || move.text === "") {
    return {};
  }
  try {
    return parseJson(move.text);
  } catch {
    throw new ScriptError(
      move.path,
      `a block can only start with whole arguments, and these are no JSON: ${move.text}`,
    );
  }
}

function parseJson(text: string): Json {
  // JSON.parse returns nothing but Json.
  return JSON.parse(text) as Json;
}

function blockOf(told: Told, move: Move<"call-text"> | Move<"call-end">): number {
  const block = told.blockOfCall.get(move.call);
  if (block === undefined) {
    throw new ScriptError(move.path, `call ${move.call} was not started`);
  }
  return block;
}

function resultBlock(told: Told, move: Move<"result">): JsonObject {
  const about: JsonObject = { type: move.type, tool_use_id: told.lastOwnCallId };
  return move.type === "mcp_tool_result"
    ? { ...about, is_error: move.isError ?? false, content: move.content }
    : { ...about, caller: { type: "direct" }, content: move.content };
}

function fallbackBlock(move: Move<"fallback">): JsonObject {
  return {
    type: "fallback",
    from: { model: move.from },
    to: { model: move.to },
    trigger: { type: "refusal", category: move.category ?? null },
  };
}

function stopMessage(told: Told, move: Move<"stop">): string {
  const word = stopWord(FORMAT, move, STOP_WORDS);
  told.outputTokens = move.outputTokens ?? told.outputTokens;
  return usageRecord(told.outputTokens, {
    stop_reason: word,
    stop_sequence: move.stopSequence ?? null,
    stop_details: move.details ?? null,
    container: null,
  });
}

function usageRecord(outputTokens: number, delta: JsonObject): string {
  return record({
    type: "message_delta",
    delta,
    usage: {
      output_tokens: outputTokens,
      input_tokens: null,
      cache_creation_input_tokens: null,
      cache_read_input_tokens: null,
      server_tool_use: null,
      output_tokens_details: null,
    },
  });
}

function speakError(told: Told, move: Move<"error">): string {
  if (move.shape !== undefined && move.shape !== "record") {
    throw new ScriptError(move.path, `${FORMAT} has errors of the shape "record" only`);
  }
  return record({ type: "error", error: move.error, request_id: move.requestId ?? `req_01${told.random.word(22)}` });
}
