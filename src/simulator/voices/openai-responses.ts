import type { Random } from "../random.ts";
import type { Move, SpokenMove } from "../script/move.ts";
import { ScriptError } from "../script/script-error.ts";
import type { Envelope, Json, JsonObject } from "../script/script.ts";
import { type CallItem, createCallItem, writeCallItem } from "./response-items.ts";
import { type Terminal, readTerminal, writeResponse } from "./response-object.ts";
import { bareRecord, type Fields, namedRecord, type Speakers, speakWith, unspeakable, type Voice } from "./voice.ts";

const FORMAT = "openai-responses";

/** What the voice knows of the response so far. */
interface Told {
  readonly envelope: Envelope;
  readonly random: Random;
  readonly id: string;
  hasStarted: boolean;
  sequence: number;
  /** Writes every item as it stands, by its place. */
  readonly output: (() => JsonObject)[];
  readonly calls: Map<number, CallItem>;
  inputTokens: number;
  outputTokens: number;
}

/** Speaks as OpenAI's Responses API does. */
export function createResponsesVoice(envelope: Envelope, random: Random): Voice {
  const told: Told = {
    envelope,
    random,
    id: envelope.id ?? `resp_${random.word(32)}`,
    hasStarted: false,
    sequence: 0,
    output: [],
    calls: new Map(),
    inputTokens: envelope.inputTokens ?? 70,
    outputTokens: 20,
  };
  const speakers = createSpeakers(told);
  return {
    keepAlive: ": keep-alive\n\n",
    speak: (move) => {
      if (told.hasStarted || move.kind === "ping" || move.kind === "error") {
        return speakWith(speakers, move);
      }
      return [...startResponse(told), ...speakWith(speakers, move)];
    },
  };
}

function createSpeakers(told: Told): Speakers {
  return {
    start: () => [],
    text: (move) => speakMessage(told, move, "output_text"),
    refusal: (move) => speakMessage(told, move, "refusal"),
    reasoning: (move) => speakReasoning(told, move),
    "call-start": (move) => startCall(told, move),
    "call-text": (move) => [continueCall(told, move)],
    "call-end": (move) => endCall(told, move),
    result: unspeakable(FORMAT, "give the call its output"),
    block: (move) => wholeItem(told, move.block),
    fallback: unspeakable(FORMAT, "it is a block of anthropic-messages"),
    filter: unspeakable(FORMAT, "it is a habit of Azure's chat completions"),
    together: unspeakable(FORMAT, "every record carries one thing"),
    stop: (move) => [stopResponse(told, move)],
    usage: unspeakable(FORMAT, "give the stop its tokens"),
    done: () => ["data: [DONE]\n\n"],
    error: (move) => [speakError(told, move)],
    ping: () => [": keep-alive\n\n"],
  };
}

function record(told: Told, type: string, data: Fields): string {
  return namedRecord(type, { type, ...data, sequence_number: told.sequence++ });
}

function startResponse(told: Told): readonly string[] {
  told.hasStarted = true;
  const response = writeResponse(told, { status: "in_progress" }, []);
  return [record(told, "response.created", { response }), record(told, "response.in_progress", { response })];
}

function padding(told: Told): Fields {
  const { padding: fixed } = told.envelope;
  return fixed === null ? {} : { obfuscation: fixed ?? told.random.word(1 + told.random.below(14)) };
}

function addItem(told: Told, item: JsonObject): { readonly outputIndex: number; readonly text: string } {
  const outputIndex = told.output.length;
  told.output.push(() => item);
  return { outputIndex, text: record(told, "response.output_item.added", { output_index: outputIndex, item }) };
}

function endItem(told: Told, outputIndex: number, item: JsonObject): string {
  told.output[outputIndex] = () => item;
  return record(told, "response.output_item.done", { output_index: outputIndex, item });
}

function wholeItem(told: Told, item: JsonObject): readonly string[] {
  const { outputIndex, text } = addItem(told, item);
  return [text, endItem(told, outputIndex, item)];
}

function speakMessage(told: Told, move: SpokenMove, type: "output_text" | "refusal"): readonly string[] {
  const id = `msg_${told.random.word(24)}`;
  const isText = type === "output_text";
  const field = isText ? "text" : "refusal";
  const part = (text: string): JsonObject => ({
    type,
    ...(isText ? { annotations: [], logprobs: [] } : {}),
    [field]: text,
  });
  const message = (status: string, content: readonly Json[]): JsonObject => ({
    id,
    type: "message",
    status,
    content,
    role: "assistant",
  });
  const logprobs = isText ? { logprobs: [] } : {};
  const { outputIndex, text: added } = addItem(told, message("in_progress", []));
  const place = { item_id: id, output_index: outputIndex, content_index: 0 };
  const opened = record(told, "response.content_part.added", { ...place, part: part("") });
  const deltas = move.pieces.map((delta) =>
    record(told, `response.${type}.delta`, { ...place, delta, ...logprobs, ...(isText ? padding(told) : {}) }),
  );
  const whole = move.pieces.join("");
  if (!move.close) {
    told.output[outputIndex] = () => message("incomplete", [part(whole)]);
    return [added, opened, ...deltas];
  }
  return [
    added,
    opened,
    ...deltas,
    record(told, `response.${type}.done`, { ...place, [field]: whole, ...logprobs }),
    record(told, "response.content_part.done", { ...place, part: part(whole) }),
    endItem(told, outputIndex, message("completed", [part(whole)])),
  ];
}

function summaryPart(text: string): JsonObject {
  return { type: "summary_text", text };
}

function speakReasoning(told: Told, move: SpokenMove): readonly string[] {
  const id = `rs_${told.random.word(24)}`;
  const { outputIndex, text: added } = addItem(told, { id, type: "reasoning", summary: [] });
  const place = { item_id: id, output_index: outputIndex, summary_index: 0 };
  const opened = record(told, "response.reasoning_summary_part.added", { ...place, part: summaryPart("") });
  const deltas = move.pieces.map((delta) =>
    record(told, "response.reasoning_summary_text.delta", { ...place, delta, ...padding(told) }),
  );
  if (!move.close) {
    return [added, opened, ...deltas];
  }
  const text = move.pieces.join("");
  return [
    added,
    opened,
    ...deltas,
    record(told, "response.reasoning_summary_text.done", { ...place, text }),
    record(told, "response.reasoning_summary_part.done", { ...place, part: summaryPart(text) }),
    endItem(told, outputIndex, { id, type: "reasoning", summary: [summaryPart(text)] }),
  ];
}

function startCall(told: Told, move: Move<"call-start">): readonly string[] {
  const item = createCallItem(move, told.output.length, told.random);
  item.text = move.text ?? "";
  const { text: added } = addItem(told, writeCallItem(item, "in_progress", { text: item.text }));
  told.output[item.outputIndex] = () => writeCallItem(item, "incomplete", { text: item.text });
  told.calls.set(move.call, item);
  return [added, ...item.kind.before.map((event) => record(told, event, ownPlace(item)))];
}

/** The events of a call that OpenAI runs itself name the index first. */
function ownPlace(item: CallItem): Fields {
  return { output_index: item.outputIndex, item_id: item.id };
}

function textPlace(item: CallItem): Fields {
  const isOwn = item.kind.before.length > 0;
  return isOwn ? ownPlace(item) : { item_id: item.id, output_index: item.outputIndex };
}

function findCall(told: Told, move: Move<"call-text"> | Move<"call-end">): CallItem {
  const item = told.calls.get(move.call);
  if (item === undefined) {
    throw new ScriptError(move.path, `call ${move.call} was not started`);
  }
  return item;
}

function continueCall(told: Told, move: Move<"call-text">): string {
  const item = findCall(told, move);
  if (item.kind.textEvent === null) {
    throw new ScriptError(move.path, `a ${item.type} has no argument text`);
  }
  item.text += move.text;
  const padded = item.kind.isPadded ? padding(told) : {};
  return record(told, `${item.kind.textEvent}.delta`, { ...textPlace(item), delta: move.text, ...padded });
}

function endCall(told: Told, move: Move<"call-end">): readonly string[] {
  const item = findCall(told, move);
  const { kind } = item;
  const spoken: string[] = [];
  if (kind.textEvent !== null && move.done !== false) {
    const whole = { [kind.textField]: move.doneText ?? item.text };
    spoken.push(record(told, `${kind.textEvent}.done`, { ...textPlace(item), ...whole }));
  }
  for (const event of kind.after) spoken.push(record(told, event, ownPlace(item)));
  const text = move.itemText ?? move.doneText ?? item.text;
  const output = move.output === undefined ? {} : { output: move.output };
  const written = writeCallItem(item, move.status ?? "completed", { text, ...output });
  told.output[item.outputIndex] = () => written;
  return move.item === false ? spoken : [...spoken, endItem(told, item.outputIndex, written)];
}

function stopResponse(told: Told, move: Move<"stop">): string {
  const terminal = readTerminal(move);
  told.outputTokens = move.outputTokens ?? told.outputTokens;
  return record(told, `response.${terminal.status}`, {
    response: writeResponse(told, terminal, writeOutput(told, move, terminal)),
  });
}

function writeOutput(told: Told, move: Move<"stop">, terminal: Terminal): readonly Json[] | null {
  const repeats = move.output ?? (terminal.status === "failed" ? "empty" : "items");
  if (repeats !== "items") {
    return repeats === "empty" ? [] : null;
  }
  return told.output.map((write) => write());
}

function speakError(told: Told, move: Move<"error">): string {
  const { error, shape = "record" } = move;
  if (shape === "nested") {
    return record(told, "error", { error });
  }
  if (shape !== "record") {
    throw new ScriptError(move.path, `${FORMAT} has errors of the shapes "record" and "nested" only`);
  }
  return isObject(error) ? record(told, "error", error) : bareRecord({ error });
}

function isObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
