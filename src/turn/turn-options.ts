import type { History, JsonObject } from "../formats/dialect.ts";
import { isFields } from "../formats/fields.ts";
import type { Model } from "../formats/model.ts";
import type { ReachCrashPoint } from "../ledger/crash-points.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { systemOwnerTokens } from "../ledger/machine.ts";
import { memoryLedger } from "../ledger/memory/memory-ledger.ts";
import { systemClock, type Clock } from "../protocol/clock.ts";
import { readOptions, type SettleOptions } from "../settle/options.ts";
import { systemChance, type Chance } from "./chance.ts";
import type { Tool, TurnIdentity } from "./tool.ts";

/** How the model's messages are settled, where the defaults of `settle` do not fit. */
export type StreamOptions = Pick<
  SettleOptions,
  "firstMs" | "progressMs" | "livenessMs" | "idleMs" | "endMs" | "validateMs" | "truncation" | "limits"
>;

/** How a turn is run. `model`, `messages` and `tools` must be given. */
export interface TurnOptions {
  readonly model: Model;
  /** The conversation so far, the person's words last, in the shape that the model's provider takes. */
  readonly messages: readonly object[];
  /** Only where the provider keeps the conversation: the response that `messages` follow. */
  readonly previousResponseId?: string;
  readonly tools: readonly Tool[];
  /** The id of the conversation: the same in every process and after every restart. A durable ledger needs it. */
  readonly conversation?: string;
  /** The id of this turn in its conversation. A request that is made again has the same one. */
  readonly turn?: string;
  /** Where effects are remembered. Default: in memory, for this turn. */
  readonly ledger?: Ledger;
  /** The person calls it off: the request is aborted, tools are told to stop, and everything settles as cancelled. */
  readonly signal?: AbortSignal | undefined;
  /** How often calls that do not fit may go back to the model. Default 2. */
  readonly corrections?: number;
  /** Hands calls that cannot be read back to the model, once in a turn, as one of the corrections. Default false. */
  readonly handBackUnparseable?: boolean;
  /** How often a request that failed is sent again, where nothing can have happened. Default 1. */
  readonly retries?: number;
  /** The wait before the first retry, doubled for each further one and shortened by up to half by chance. Default 500. */
  readonly retryWaitMs?: number;
  /** How many tools run at once. Default 8. */
  readonly maxParallel?: number;
  /** How often the model is asked at most, retries included. Default 32. */
  readonly maxMessages?: number;
  /** How long a tool that was told to stop may take to say what happened, in milliseconds. Default 2000. */
  readonly graceMs?: number;
  readonly stream?: StreamOptions;
  readonly clock?: Clock;
  readonly chance?: Chance;
  /** Called at the places at which a process can die with a difference. For tests. */
  readonly reach?: ReachCrashPoint;
}

/** The options with every default filled in. */
export interface TurnSettings {
  readonly model: Model;
  readonly history: History;
  readonly tools: readonly Tool[];
  readonly turn: TurnIdentity;
  readonly ledger: Ledger;
  readonly signal: AbortSignal | undefined;
  readonly corrections: number;
  readonly handBackUnparseable: boolean;
  readonly retries: number;
  readonly retryWaitMs: number;
  readonly maxParallel: number;
  readonly maxMessages: number;
  readonly graceMs: number;
  readonly stream: StreamOptions;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly reach: ReachCrashPoint;
}

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
  const { model, tools, signal, stream } = options;
  if (!isModel(model)) {
    throw new TypeError(
      'runTurn needs a model: runTurn({ model: anthropicModel(client, { model: "…", max_tokens }), … })',
    );
  }
  if (!Array.isArray(tools) || !tools.every(isTool)) {
    throw new TypeError("tools is a list of what tool({ name, description, input, run }) gives");
  }
  if (signal !== undefined && !(isFields(signal) && "addEventListener" in signal)) {
    throw new TypeError("signal is an AbortSignal: pass controller.signal, not the controller");
  }
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

/** A key that is made up anew would let every restart pay again. */
function readIdentity({ conversation, turn }: TurnOptions, ledger: Ledger): TurnIdentity {
  if (ledger.isDurable && !(isId(conversation) && isId(turn))) {
    throw new TypeError(
      "a durable ledger needs to know which turn this is, also after a restart: " +
        'runTurn({ conversation: "c-17", turn: "t-3", … })',
    );
  }
  return { conversation: readId("conversation", conversation), id: readId("turn", turn) };
}

function readId(name: string, given: string | undefined): string {
  if (given === undefined) return systemOwnerTokens();
  if (isId(given)) return given;
  throw new TypeError(`${name} is a string that is not empty`);
}

function isId(value: string | undefined): value is string {
  return typeof value === "string" && value !== "";
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

function refuseUnknown(complaint: string, names: readonly string[], known: readonly string[]): void {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new TypeError(`${complaint} ${unknown}; there are ${known.join(", ")}`);
}

function isModel(value: unknown): value is Model {
  return isFields(value) && "dialect" in value && "send" in value;
}

function isTool(value: unknown): value is Tool {
  return isFields(value) && "execute" in value && "jsonSchema" in value;
}

function isMessage(value: unknown): value is JsonObject {
  return isFields(value);
}
