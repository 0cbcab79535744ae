/**
 * What a caller without types may pass in the place of a part of a turn: each is refused before anything begins, with words
 * that say what is wanted.
 */
import { isFields } from "../formats/fields.ts";
import type { Model } from "../formats/model.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { Tool } from "./tool.ts";
import type { TurnOptions } from "./turn-options.ts";

const LEDGER_METHODS: readonly (keyof Ledger)[] = ["claim", "renew", "isLive", "conclude", "read", "list", "resolve"];

/** @throws {TypeError} for the first part that is none. */
export function checkParts(options: TurnOptions): void {
  for (const [isRight, wanted] of wantedParts(options)) {
    if (!isRight) throw new TypeError(wanted);
  }
}

type Wanted = readonly [isRight: boolean, wanted: string];

function wantedParts(options: TurnOptions): readonly Wanted[] {
  const { model, tools, ledger, signal, stream } = options;
  return [
    [
      isModel(model),
      'runTurn needs a model: runTurn({ model: anthropicModel(client, { model: "…", max_tokens }), … })',
    ],
    [
      Array.isArray(tools) && tools.every(isTool),
      "tools is a list of what tool({ name, description, input, run }) gives",
    ],
    [
      ledger === undefined || isLedger(ledger),
      'ledger is a ledger: sqliteLedger("ledger.db"), postgresLedger(pool) or memoryLedger(); leave it out for one in memory',
    ],
    [
      signal === undefined || hasMethods(signal, ["addEventListener", "removeEventListener"]),
      "signal is an AbortSignal: pass controller.signal, not the controller",
    ],
    [
      stream === undefined || isFields(stream),
      "stream is an object of options: { firstMs, idleMs, … }; or leave it out",
    ],
    ...wantedPorts(options),
  ];
}

function wantedPorts({
  handBackUnparseable,
  previousResponseId,
  clock,
  chance,
  reach,
}: TurnOptions): readonly Wanted[] {
  return [
    [
      handBackUnparseable === undefined || typeof handBackUnparseable === "boolean",
      "handBackUnparseable is true or false",
    ],
    [
      previousResponseId === undefined || (typeof previousResponseId === "string" && previousResponseId !== ""),
      "previousResponseId is the id of a response, such as history.previousResponseId of the turn before; or leave it out",
    ],
    [
      clock === undefined || hasMethods(clock, ["now", "after"]),
      "clock is a clock: { now(), after(delayMs, callback) }; leave it out for that of the machine",
    ],
    [
      chance === undefined || typeof chance === "function",
      "chance is a function that gives a number from 0 to 1; leave it out for that of the machine",
    ],
    [reach === undefined || typeof reach === "function", "reach is a function: (point) => …; or leave it out"],
  ];
}

function isModel(value: unknown): value is Model {
  if (!isFields(value) || !hasMethods(value, ["send"])) return false;
  const { dialect } = value;
  return hasMethods(dialect, ["createScribe", "standingCalls", "isRetryable"]) && isFields(dialect["format"]);
}

function isTool(value: unknown): value is Tool {
  if (!isFields(value) || !hasMethods(value, ["execute", "intentOf"])) return false;
  return typeof value["name"] === "string" && isFields(value["jsonSchema"]) && typeof value["effect"] === "string";
}

function isLedger(value: unknown): value is Ledger {
  return hasMethods(value, LEDGER_METHODS) && typeof value["isDurable"] === "boolean";
}

/** Whether it is an object with these functions: its own, or those of its class. */
function hasMethods(value: unknown, names: readonly string[]): value is Readonly<Record<string, unknown>> {
  return isFields(value) && names.every((name) => typeof value[name] === "function");
}
