import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { Effect } from "../ledger/effect.ts";
import type { Reconcile } from "../ledger/reconcile.ts";
import type { Dispatchable } from "../protocol/outcome.ts";
import type { JsonSchema } from "../settle/json-schema.ts";
import { isDispatchable, ownArguments } from "../settle/seal.ts";
import { readDisplay } from "./tool-display.ts";
import { readKey } from "./tool-key.ts";
import { readOptions } from "./tool-options.ts";
import { readJsonSchema } from "./tool-schema.ts";

/** What the arguments of a tool must be: a schema of zod, valibot, arktype…, or a JSON Schema. */
export type ToolInput = StandardSchemaV1 | JsonSchema;

/** The arguments that a tool runs with: what its schema made of them; of a JSON Schema a plain object. */
export type ToolArguments<Input extends ToolInput> = Input extends StandardSchemaV1
  ? StandardSchemaV1.InferOutput<Input>
  : Readonly<Record<string, unknown>>;

/** What may be shown of a field: all of it, nothing of it, or nothing anywhere, not in a log or a record either. */
export type DisplayRule = "show" | "hide" | "sensitive";

/**
 * What may be shown, by the path of a field, such as `customer.name`. A list takes no step of its own: `lines.price` is the
 * price of every line. A rule holds for all that is inside a field, where nothing closer says otherwise. `*` is what holds
 * for fields that are not named; without it they are hidden.
 */
export type ToolDisplay = Readonly<Record<string, DisplayRule>>;

/** Which turn a call belongs to. */
export interface TurnIdentity {
  readonly conversation: string;
  readonly id: string;
}

/** What a tool is given when it runs, beside its arguments. */
export interface ToolContext {
  /** Aborts at the timeout and at a cancel. */
  readonly signal: AbortSignal;
  /** What the ledger knows this effect by. Hand it on where the other side knows idempotency keys. */
  readonly intentKey: string;
  /** The id of the call. A repeated request has new ids for the same effects: what must not happen twice goes by `intentKey`. */
  readonly callId: string;
  readonly turn: TurnIdentity;
  /** From 1; above 1 only after it was known that nothing had happened. */
  readonly attempt: number;
}

/** A tool, and how it is to be run. */
export interface ToolOptions<Input extends ToolInput> {
  /** 1 to 64 letters, digits, `_` and `-`: what every provider takes. */
  readonly name: string;
  /** What the model reads: what the tool does, and when to call it. */
  readonly description: string;
  readonly input: Input;
  /** The JSON Schema that the provider is sent. Default: made from `input`. */
  readonly jsonSchema?: JsonSchema;
  /** What may be shown of the arguments. Default: nothing is declared. */
  readonly display?: DisplayOf<Input>;
  /** Default `once`: a tool that says nothing is never run twice for one intent. */
  readonly effect?: Effect;
  /**
   * Names what a call is meant to bring about. Two calls with one key have one effect, in all turns and conversations.
   * Default: a hash of the conversation, the turn, the tool and the arguments.
   */
  readonly intent?: (args: ToolArguments<Input>, turn: TurnIdentity) => string;
  /** Longest run in milliseconds. Default: none. */
  readonly timeoutMs?: number;
  /** How often the model may correct calls of this tool in one turn, from 0. It can only lower the turn's own bound. */
  readonly corrections?: number;
  /** Asks the other side what became of an effect in doubt. */
  readonly reconcile?: Reconcile;
  /**
   * Brings it about, and gives the result: a string is told to the model as it is, anything else as JSON. May return or
   * throw `didNotHappen(reason)`.
   */
  readonly run: (args: ToolArguments<Input>, context: ToolContext) => unknown;
}

/** A tool whose arguments have any type: only its own schema and its own functions know which. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly input: ToolInput;
  /** What the provider is sent. */
  readonly jsonSchema: JsonSchema;
  /** `undefined` where nothing is declared. */
  readonly display: ToolDisplay | undefined;
  readonly effect: Effect;
  /** `undefined` for no limit. */
  readonly timeoutMs: number | undefined;
  /** `undefined` where the turn's bound holds. */
  readonly corrections: number | undefined;
  readonly reconcile: Reconcile | undefined;
  /**
   * The tool's own key for a call; `undefined` where the default key is to be used. Throws what the tool's function throws.
   *
   * @throws {TypeError} for a call that is not of this tool, and where the function gives no key.
   */
  intentOf(call: Dispatchable, turn: TurnIdentity): string | undefined;
  /**
   * Runs the tool: nothing but a settled call gets in (R3). Gives what the tool returns, which may be a promise.
   *
   * @throws {TypeError} for a call that is not of this tool; it has not run then.
   */
  execute(call: Dispatchable, context: ToolContext): unknown;
}

type FieldOf<Value> = unknown extends Value ? string : Value extends object ? Extract<keyof Value, string> : never;

type InputFieldOf<Input extends ToolInput> = Input extends StandardSchemaV1
  ? FieldOf<StandardSchemaV1.InferInput<Input>>
  : Input extends { readonly properties: infer Properties }
    ? FieldOf<Properties>
    : string;

/** The display map of a tool: its own fields, paths below them, and `*`. */
export type DisplayOf<Input extends ToolInput> = {
  readonly [Path in "*" | InputFieldOf<Input> | `${InputFieldOf<Input>}.${string}`]?: DisplayRule;
};

/**
 * Makes a tool.
 *
 * @throws {TypeError} where a provider would refuse it, or an option is wrong; the message says what to change.
 */
export function tool<Input extends ToolInput>(options: ToolOptions<Input>): Tool {
  const own = readOptions(options);
  const { name, description, input, intent, run } = own;
  const jsonSchema = readJsonSchema({ name, input, jsonSchema: own.jsonSchema });
  return Object.freeze<Tool>({
    name,
    description,
    input,
    jsonSchema,
    display: own.display === undefined ? undefined : readDisplay(own.display, jsonSchema, name),
    effect: own.effect ?? "once",
    timeoutMs: own.timeoutMs,
    corrections: own.corrections,
    reconcile: own.reconcile,
    intentOf(call, turn) {
      if (!isCallOf(own, call)) throw notOf(name);
      return intent === undefined ? undefined : readKey(name, intent(ownArguments(call), turn));
    },
    execute(call, context) {
      if (!isCallOf(own, call)) throw notOf(name);
      return run(ownArguments(call), context);
    },
  });
}

/**
 * The one place where arguments get the type of their tool. It is the type that the tool's schema gave them: the finalizer
 * makes a dispatchable call only of arguments that passed the schema of the tool it names, and nobody can change it
 * afterwards. So this holds for calls that were settled with the tools that run them, and for nothing settled with "any".
 */
function isCallOf<Input extends ToolInput>(
  { name }: ToolOptions<Input>,
  call: Dispatchable,
): call is Dispatchable & { readonly args: ToolArguments<Input> } {
  return isDispatchable(call) && call.call.name === name;
}

function notOf(name: string): TypeError {
  return new TypeError(`"${name}" runs settled calls of its own alone: pass a dispatchable outcome of settle`);
}
