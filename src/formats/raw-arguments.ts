import { parseJson } from "../json/parse-json.ts";
import { scanJson } from "../json/scan.ts";
import type { CallFacts, Outcome } from "../protocol/outcome.ts";
import type { JsonObject } from "./dialect.ts";
import { isFields } from "./fields.ts";

/**
 * The key under which a history holds argument text that cannot stand there by itself. Wrapping it is what Anthropic
 * suggests for invalid JSON (https://platform.claude.com/docs/en/agents-and-tools/tool-use/fine-grained-tool-streaming,
 * 2026-12-01).
 */
const RAW_ARGUMENTS_KEY = "raw_arguments";

/** The text of a call in an object. The roll keeps nothing of a text that outgrew its limit. */
export function wrapArguments({ text, bytes }: CallFacts): JsonObject {
  const isDropped = text === "" && bytes > 0;
  return { [RAW_ARGUMENTS_KEY]: isDropped ? `(${bytes} bytes, not kept)` : text.toWellFormed() };
}

/** The arguments that an object of a history stands for: the raw text where it only wraps one. */
export function unwrapArguments(value: unknown): unknown {
  if (!isFields(value)) return value;
  const raw = value[RAW_ARGUMENTS_KEY];
  return typeof raw === "string" && Object.keys(value).length === 1 ? raw : value;
}

/**
 * The argument text of a call, for a wire that repeats it as text. Every JSON object stays as it was written, keys given
 * twice and numbers that no double can hold included. Anything else is wrapped in an object, since strict hosts read the
 * arguments of a history and refuse the request.
 */
export function repeatedArguments(outcome: Outcome): string {
  const { call } = outcome;
  if (call.bytes === 0) return "{}";
  if (!isTooDeep(outcome) && isObjectText(call.text)) return call.text.toWellFormed();
  return unwrappedText(outcome) ?? JSON.stringify(wrapArguments(call));
}

/** The arguments that stand in a history as text. Some hosts have the value where its text belongs. */
export function readArguments(written: unknown): unknown {
  if (written === "" || written === undefined || written === null) return {};
  return typeof written === "string" ? unwrapArguments(parse(written)) : written;
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

/** The text of an object that the model sent inside a JSON string, where the tool took the object. */
function unwrappedText(outcome: Outcome): string | undefined {
  if (outcome.kind !== "dispatchable") return undefined;
  const string = parse(outcome.call.text);
  return typeof string === "string" && isObjectText(string) ? string.toWellFormed() : undefined;
}

/** By the caller's own limit. */
function isTooDeep(outcome: Outcome): boolean {
  return outcome.kind === "failed" && outcome.cause === "too-deep";
}

function isObjectText(text: string): boolean {
  const scan = scanJson(text, Infinity);
  return scan.kind === "document" && scan.root === "object";
}
