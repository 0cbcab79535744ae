import type { History, JsonObject } from "../formats/dialect.ts";
import { isFields } from "../formats/fields.ts";
import { memoryLedger } from "../ledger/memory/memory-ledger.ts";
import { systemClock } from "../protocol/clock.ts";
import { readOptions } from "../settle/options.ts";
import { refuseUnknown } from "../settle/refuse-unknown.ts";
import { systemChance } from "./chance.ts";
import { checkParts } from "./check-parts.ts";
import { readIdentity } from "./read-identity.ts";
import type { StreamOptions, TurnOptions, TurnSettings } from "./turn-options.ts";

const OPTION_NAMES: readonly (keyof TurnOptions)[] = [
  "model",
  "messages",
  "previousResponseId",
  "tools",
  "conversation",
  "turn",
  "ledger",
  "signal",
  "corrections",
  "handBackUnparseable",
  "retries",
  "retryWaitMs",
  "maxParallel",
  "maxMessages",
  "graceMs",
  "stream",
  "clock",
  "chance",
  "reach",
];

const STREAM_OPTION_NAMES: readonly (keyof StreamOptions)[] = [
  "firstMs",
  "progressMs",
  "livenessMs",
  "idleMs",
  "endMs",
  "validateMs",
  "truncation",
  "limits",
];

/** Checks the options and fills in the defaults. @throws {TypeError | RangeError} for what cannot be used. */
export function readTurnOptions(options: TurnOptions): TurnSettings {
  checkShape(options);
  const { model, tools, signal, ledger = memoryLedger(), stream = {} } = options;
  return {
    model,
    history: readHistory(options),
    tools: [...tools],
    turn: readIdentity(options, ledger),
    ledger,
    signal,
    stream,
    ...readBounds(options),
    handBackUnparseable: options.handBackUnparseable ?? false,
    clock: options.clock ?? systemClock,
    chance: options.chance ?? systemChance,
    reach: options.reach ?? (() => {}),
  };
}

function checkShape(options: TurnOptions): void {
  if (!isFields(options)) throw new TypeError("runTurn needs options: runTurn({ model, messages, tools })");
  refuseUnknown("runTurn has no option", Object.keys(options), OPTION_NAMES);
  checkParts(options);
  const { model, tools, stream } = options;
  if (stream !== undefined) refuseUnknown("stream has no option", Object.keys(stream), STREAM_OPTION_NAMES);
  // What `settle` would refuse of the tools and of the stream's options is said before anything begins.
  readOptions({ ...stream, format: model.dialect.format, tools });
}

function readHistory({ messages, previousResponseId }: TurnOptions): History {
  if (!Array.isArray(messages) || !messages.every(isMessage)) {
    throw new TypeError("messages is a list of objects in the shape that the provider takes");
  }
  if (messages.length === 0) throw new TypeError("messages is empty: put the person's words into it");
  return { messages: [...messages], ...(previousResponseId === undefined ? {} : { previousResponseId }) };
}

function readBounds(
  options: TurnOptions,
): Pick<TurnSettings, "corrections" | "retries" | "retryWaitMs" | "maxParallel" | "maxMessages" | "graceMs"> {
  return {
    corrections: count("corrections", options.corrections ?? 2, 0),
    retries: count("retries", options.retries ?? 1, 0),
    retryWaitMs: count("retryWaitMs", options.retryWaitMs ?? 500, 0),
    maxParallel: count("maxParallel", options.maxParallel ?? 8, 1),
    maxMessages: count("maxMessages", options.maxMessages ?? 32, 1),
    graceMs: count("graceMs", options.graceMs ?? 2000, 0),
  };
}

function count(name: string, value: number, least: number): number {
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new RangeError(`${name} is a whole number from ${least}, not ${String(value)}`);
}

function isMessage(value: unknown): value is JsonObject {
  return isFields(value);
}
