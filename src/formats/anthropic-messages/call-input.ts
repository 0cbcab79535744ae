import { readStrict } from "../../json/strict.ts";
import type { CallFacts, Outcome } from "../../protocol/outcome.ts";
import { defaultLimits } from "../../wire/limits.ts";
import type { JsonObject } from "../dialect.ts";
import { isFields, type Fields } from "../fields.ts";
import { wrapArguments } from "../raw-arguments.ts";

/**
 * The input of a call of the client, as the next request repeats it. It is an object; text that is none, or that would be
 * changed by reading it, is wrapped in one.
 */
export function inputOfCall(outcome: Outcome): JsonObject {
  const { call } = outcome;
  // The text, not the parsed value: a tool may have changed the value that it was given.
  const written = writtenValue(call);
  if (isFields(written)) return written;
  // A string that holds an object, which its tool's schema took as that object.
  const held = outcome.kind === "dispatchable" && typeof written === "string" ? readUnchanged(written) : null;
  return isFields(held) ? held : wrapArguments(call);
}

/** The input of a call that the provider ran, or `null` where it did not come whole. */
export function inputOfProviderCall(call: CallFacts, started: unknown): JsonObject | null {
  if (isFields(started) && Object.keys(started).length > 0) return started;
  if (call.closedAtMs === null || (call.text === "" && call.bytes > 0)) return null;
  return call.text === "" ? {} : parseObject(call.text);
}

/** The value of the argument text; `null` where reading would change it. */
function writtenValue(call: CallFacts): unknown {
  if (call.input === "text") return null;
  if (call.text === "") return call.bytes === 0 ? {} : null;
  return readUnchanged(call.text);
}

function readUnchanged(text: string): unknown {
  const reading = readStrict(text, defaultLimits.maxDepth);
  return reading.kind === "unparseable" || reading.blemishes.length > 0 ? null : reading.value;
}

/** Of the provider's own calls the value is enough: nobody on this side acts on it. */
function parseObject(text: string): Fields | null {
  const reading = readStrict(text, defaultLimits.maxDepth);
  return reading.kind === "document" && isFields(reading.value) ? reading.value : null;
}
