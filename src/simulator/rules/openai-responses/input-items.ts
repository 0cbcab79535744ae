import type { JsonObject } from "../../script/script.ts";
import type { Finding, FindStored, HistoryRule, StoredResponse } from "../history-rule.ts";
import { entriesOf, textOf } from "../request-body.ts";

/** One item of the input. */
export interface Item {
  /** Such as `input[3]`. */
  readonly path: string;
  readonly index: number;
  /** A message may leave its type out. */
  readonly type: string;
  readonly value: JsonObject;
}

/** Where an input goes on. */
export type Origin =
  /** It is the whole conversation. */
  | { readonly kind: "beginning" }
  /** The provider has a response before it, and remembers these calls. */
  | { readonly kind: "stored"; readonly response: StoredResponse }
  /** The provider does not have the response. */
  | { readonly kind: "unknown"; readonly id: string }
  /** What stands before it cannot be seen from here. */
  | { readonly kind: "unseen" };

/** A request as the rules read it. */
export interface ItemRequest {
  readonly body: JsonObject;
  readonly items: readonly Item[];
  readonly origin: Origin;
}

/** A call of the client that stands in the input. */
export interface ItemCall {
  readonly item: Item;
  /** Empty where it has none. */
  readonly callId: string;
  /** The type of the item that answers it. */
  readonly outputType: string;
}

/** A rule of the Responses API. */
export interface ItemRule extends Pick<HistoryRule, "name" | "title" | "source"> {
  readonly find: (request: ItemRequest) => readonly Finding[];
}

/** The calls that the client answers, by type, and the type of the answer. */
const OUTPUT_TYPES: ReadonlyMap<string, string> = new Map([
  ["function_call", "function_call_output"],
  ["custom_tool_call", "custom_tool_call_output"],
  ["computer_call", "computer_call_output"],
  ["local_shell_call", "local_shell_call_output"],
  ["shell_call", "shell_call_output"],
  ["apply_patch_call", "apply_patch_call_output"],
]);

const ANSWER_TYPES: ReadonlySet<string> = new Set(OUTPUT_TYPES.values());

/** Makes a rule of the Responses API. */
export function itemRule({ find, ...rule }: ItemRule): HistoryRule {
  return {
    ...rule,
    format: "openai-responses",
    readOn: "2026-12-01",
    check: (body, findStored) => find({ body, items: readItems(body), origin: readOrigin(body, findStored) }),
  };
}

/** The calls of the client, in their order. A shell that runs in the provider's container is not its business. */
export function callsOf(items: readonly Item[]): readonly ItemCall[] {
  return items.flatMap((item) => {
    const outputType = OUTPUT_TYPES.get(item.type);
    const isProviders = item.type === "shell_call" && runsInContainer(item.value);
    return outputType === undefined || isProviders ? [] : [{ item, callId: callIdOf(item), outputType }];
  });
}

/** The answers of the client. */
export function answersOf(items: readonly Item[]): readonly Item[] {
  return items.filter(({ type }) => ANSWER_TYPES.has(type));
}

/** The id that pairs a call with its answer. The local shell's answer has it in another field. */
export function callIdOf({ type, value }: Item): string {
  return textOf(value[type === "local_shell_call_output" ? "id" : "call_id"]);
}

/** A type in words, such as `function call output`. */
export function inWords(type: string): string {
  return type.replaceAll("_", " ");
}

function readItems(body: JsonObject): readonly Item[] {
  return entriesOf(body["input"]).map(({ index, value }) => {
    const isMessage = value["type"] === undefined && typeof value["role"] === "string";
    return { path: `input[${index}]`, index, type: isMessage ? "message" : textOf(value["type"]), value };
  });
}

function readOrigin(body: JsonObject, findStored: FindStored | undefined): Origin {
  const id = body["previous_response_id"];
  if (typeof id === "string") {
    if (findStored === undefined) {
      return { kind: "unseen" };
    }
    const response = findStored(id);
    return response === undefined ? { kind: "unknown", id } : { kind: "stored", response };
  }
  const isKept = isGiven(body, "conversation") || isGiven(body, "prompt");
  return { kind: isKept ? "unseen" : "beginning" };
}

function isGiven(body: JsonObject, field: string): boolean {
  return body[field] !== undefined && body[field] !== null;
}

function runsInContainer(call: JsonObject): boolean {
  const environment = call["environment"];
  return (
    typeof environment === "object" &&
    environment !== null &&
    "type" in environment &&
    textOf(environment["type"]).startsWith("container")
  );
}
