import { readStrict } from "../../json/strict.ts";
import type { CallFacts, Outcome } from "../../protocol/outcome.ts";
import { defaultLimits } from "../../wire/limits.ts";
import type { JsonObject } from "../dialect.ts";
import { isFields, type Fields } from "../fields.ts";

/**
 * The key under which a history holds argument text that is no object, or that would be changed by reading it. The input
 * of a `tool_use` is an object; wrapping the text is what the provider suggests for invalid JSON
 * (https://platform.claude.com/docs/en/agents-and-tools/tool-use/fine-grained-tool-streaming, 2026-12-01).
 */
const RAW_ARGUMENTS_KEY = "raw_arguments";

/** The input of a call of the client, as the next request repeats it. */
export function inputOfCall(outcome: Outcome): JsonObject {
  const { call } = outcome;
  // The text, not the parsed value: a tool may have changed the value that it was given.
  const written = writtenObject(call);
  if (written !== null) return written;
  // Only of a string that holds an object, which its tool's schema took as that object.
  if (outcome.kind === "dispatchable" && isFields(outcome.parsed)) return outcome.parsed;
  return { [RAW_ARGUMENTS_KEY]: call.text === "" && call.bytes > 0 ? `(${call.bytes} bytes, not kept)` : call.text };
}

/** The input of a call that the provider ran, or `null` where it did not come whole. */
export function inputOfProviderCall(call: CallFacts, started: unknown): JsonObject | null {
  if (isFields(started) && Object.keys(started).length > 0) return started;
  if (call.closedAtMs === null || (call.text === "" && call.bytes > 0)) return null;
  return call.text === "" ? {} : parseObject(call.text);
}

/** The arguments that an input of a history stands for. */
export function argumentsOf(input: unknown): unknown {
  if (!isFields(input)) return input;
  const raw = input[RAW_ARGUMENTS_KEY];
  return typeof raw === "string" && Object.keys(input).length === 1 ? raw : input;
}

function writtenObject(call: CallFacts): Fields | null {
  if (call.input === "text") return null;
  if (call.text === "") return call.bytes === 0 ? {} : null;
  const reading = readStrict(call.text, defaultLimits.maxDepth);
  if (reading.kind === "unparseable" || reading.blemishes.length > 0) return null;
  return isFields(reading.value) ? reading.value : null;
}

/** Of the provider's own calls the value is enough: nobody on this side acts on it. */
function parseObject(text: string): Fields | null {
  const reading = readStrict(text, defaultLimits.maxDepth);
  return reading.kind === "document" && isFields(reading.value) ? reading.value : null;
}
