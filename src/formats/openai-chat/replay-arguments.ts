import { scanJson } from "../../json/scan.ts";
import type { Outcome } from "../../protocol/outcome.ts";

/** The key under which text that is no JSON object goes back to the model. */
const UNREADABLE_KEY = "unreadable_arguments";

/**
 * The argument text of a call as the next request has it. Every JSON object stays as it was written, keys given twice and
 * numbers that no double can hold included: it is text. Anything else is wrapped in an object, since strict hosts read the
 * arguments of a history and refuse the request.
 */
export function replayArguments(outcome: Outcome): string {
  const { text, bytes } = outcome.call;
  if (bytes === 0) return "{}";
  if (isTooDeep(outcome) || !isObjectText(text)) return unwrapped(outcome) ?? wrapped(text, bytes);
  return text;
}

/** The text of an object that the model sent inside a JSON string, where the tool took the object. */
function unwrapped(outcome: Outcome): string | undefined {
  if (outcome.kind !== "dispatchable") return undefined;
  const string: unknown = JSON.parse(outcome.call.text);
  return typeof string === "string" && isObjectText(string) ? string : undefined;
}

/** The roll keeps nothing of a text that outgrew its limit. */
function wrapped(text: string, bytes: number): string {
  return JSON.stringify({ [UNREADABLE_KEY]: text === "" ? `${bytes} bytes, too many to be kept` : text });
}

function isTooDeep(outcome: Outcome): boolean {
  return outcome.kind === "failed" && outcome.cause === "too-deep";
}

function isObjectText(text: string): boolean {
  const scan = scanJson(text, Infinity);
  return scan.kind === "document" && scan.root === "object";
}
