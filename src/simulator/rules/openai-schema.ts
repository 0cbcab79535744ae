import type { Json, JsonObject } from "../script/script.ts";
import type { Finding } from "./history-rule.ts";
import { isJsonObject, textOf } from "./request-body.ts";

const NAME_PATTERN = /^[a-zA-Z0-9_-]+$/;
const MAX_NAME_CHARS = 64;

/** What OpenAI says of a string that is longer than it may be. */
export function tooLong(path: string, maxChars: number, text: string): Finding {
  const message =
    `Invalid '${path}': string too long. Expected a string with maximum length ${maxChars}, but got a string with ` +
    `length ${text.length} instead.`;
  return { path, message };
}

/** What OpenAI says of a field that is not there. */
export function missing(path: string): Finding {
  return { path, message: `Missing required parameter: '${path}'.` };
}

/** What OpenAI says of a field that should be a string. */
export function noString(path: string, value: Json | undefined): Finding {
  if (value === undefined) {
    return missing(path);
  }
  const message = `Invalid type for '${path}': expected a string, but got ${kindOf(value)} instead.`;
  return { path, message };
}

/** What OpenAI says of a word that it does not know. */
export function unknownWord(path: string, word: string, known: readonly string[]): Finding {
  const listed = known.map((name) => `'${name}'`);
  const all = listed.length === 2 ? listed.join(" and ") : `${listed.slice(0, -1).join(", ")}, and ${listed.at(-1)}`;
  return { path, message: `Invalid value: '${word}'. Supported values are: ${all}.` };
}

/** Holds the name of a function to OpenAI's alphabet and length. */
export function checkName(path: string, name: string): readonly Finding[] {
  if (name.length > MAX_NAME_CHARS) {
    return [tooLong(path, MAX_NAME_CHARS, name)];
  }
  const message = `Invalid '${path}': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`;
  return NAME_PATTERN.test(name) ? [] : [{ path, message }];
}

/** Holds the parameters of a declared function to being an object's schema. A function may have none. */
export function checkParameters(path: string, declared: JsonObject): readonly Finding[] {
  const parameters = declared["parameters"];
  if (
    parameters === undefined ||
    parameters === null ||
    (isJsonObject(parameters) && parameters["type"] === "object")
  ) {
    return [];
  }
  const type = isJsonObject(parameters) ? textOf(parameters["type"]) : "";
  const message =
    `Invalid schema for function '${textOf(declared["name"])}': schema must be a JSON Schema of 'type: "object"', ` +
    `got 'type: "${type === "" ? "None" : type}"'.`;
  return [{ path, message }];
}

function kindOf(value: Json): string {
  if (value === null) {
    return "null";
  }
  if (typeof value === "object") {
    return isJsonObject(value) ? "an object" : "an array";
  }
  return `a ${typeof value}`;
}
