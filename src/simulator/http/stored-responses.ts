import type { StoredCall, StoredResponse } from "../rules/check-history.ts";
import type { JsonObject, ScriptFormat } from "../script/script.ts";
import type { Timeline } from "../timeline.ts";
import { isObject, objectsIn, textIn } from "./json-object.ts";
import type { ConversationContext, Remembered } from "./read-context.ts";

/** A response that can be named as the previous one. */
export interface KeptResponse extends StoredResponse, Remembered {}

/** What a provider that keeps conversations remembers: the newest thousand responses. */
export interface ResponseMemory {
  find(id: string): KeptResponse | undefined;
  keep(response: KeptResponse): void;
}

/** A response that a timeline brings to its end, once so many bytes of it are written. */
export interface FinishedResponse {
  readonly response: KeptResponse;
  readonly atByte: number;
}

const KEPT_RESPONSES = 1000;

/** The items that the client answers, and the type of their answer. */
const OUTPUT_TYPES: Readonly<Record<string, string>> = {
  function_call: "function_call_output",
  custom_tool_call: "custom_tool_call_output",
  computer_call: "computer_call_output",
  local_shell_call: "local_shell_call_output",
  shell_call: "shell_call_output",
  apply_patch_call: "apply_patch_call_output",
};

/** Makes an empty memory. */
export function createResponseMemory(): ResponseMemory {
  const kept = new Map<string, KeptResponse>();
  return {
    find: (id) => kept.get(id),
    keep(response) {
      kept.delete(response.id);
      kept.set(response.id, response);
      const [oldest] = kept.keys();
      if (kept.size > KEPT_RESPONSES && oldest !== undefined) {
        kept.delete(oldest);
      }
    },
  };
}

/** The response before this one, where the request names one that is kept. */
export function findPrevious(memory: ResponseMemory, body: JsonObject): KeptResponse | undefined {
  const id = textIn(body["previous_response_id"]);
  return id === undefined ? undefined : memory.find(id);
}

/** What an exchange is about to finish, and what was asked. */
export interface Finishing {
  readonly format: ScriptFormat;
  readonly body: JsonObject;
  readonly context: ConversationContext;
  readonly timeline: Timeline;
}

/** Finds the response that is to be kept; `undefined` where there is none, or the request said not to. */
export function findFinished({ format, body, context, timeline }: Finishing): FinishedResponse | undefined {
  if (format !== "openai-responses" || body["store"] === false) {
    return undefined;
  }
  const decoder = new TextDecoder();
  const items = new Map<string, JsonObject>();
  let text = "";
  let bytes = 0;
  for (const beat of timeline.beats) {
    if (beat.kind !== "write") continue;
    bytes += beat.bytes.length;
    text += decoder.decode(beat.bytes, { stream: true });
    const records = text.split("\n\n");
    text = records.pop() ?? "";
    for (const data of records.map(readRecord)) {
      noteItems(items, data);
      const id = finishedId(data);
      if (id !== undefined) {
        return { atByte: bytes, response: remember(id, [...items.values()], context) };
      }
    }
  }
  return undefined;
}

function remember(id: string, items: readonly JsonObject[], context: ConversationContext): KeptResponse {
  const { answers, corrections, messages } = context;
  // One more than there are items: a later turn never stands where an earlier one did.
  return { id, calls: items.flatMap(callOf), answers, corrections, messages: messages + items.length + 1 };
}

function callOf(item: JsonObject): readonly StoredCall[] {
  const callId = textIn(item["call_id"]);
  const outputType = OUTPUT_TYPES[textIn(item["type"]) ?? ""];
  return outputType === undefined || callId === undefined ? [] : [{ callId, outputType }];
}

/** The terminal event repeats the items, but not on every host; an item may also have no end of its own. */
function noteItems(items: Map<string, JsonObject>, data: JsonObject): void {
  const output = isObject(data["response"]) ? data["response"]["output"] : [];
  for (const item of [...objectsIn([data["item"]]), ...objectsIn(output)]) {
    items.set(textIn(item["id"]) ?? "", item);
  }
}

function finishedId({ type, response }: JsonObject): string | undefined {
  if ((type !== "response.completed" && type !== "response.incomplete") || !isObject(response)) {
    return undefined;
  }
  return textIn(response["id"]);
}

function readRecord(record: string): JsonObject {
  const data = record
    .split("\n")
    .filter((line) => line.startsWith("data: "))
    .map((line) => line.slice("data: ".length));
  try {
    const value: unknown = JSON.parse(data.join("\n"));
    return isObject(value) ? value : {};
  } catch {
    // A script may write what is no JSON.
    return {};
  }
}
