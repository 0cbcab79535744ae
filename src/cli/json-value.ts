import { parseJson } from "../json/parse-json.ts";

/** Says whether a JSON value is an object, and no array. */
export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Names a JSON value in an error, such as `a string` or `an array`. */
export function describeJson(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** Reads JSON text; a string that is no JSON gives the parser's complaint. */
export function readJson(
  text: string,
): { readonly kind: "json"; readonly value: unknown } | { readonly kind: "not-json"; readonly complaint: string } {
  try {
    return { kind: "json", value: parseJson(text) };
  } catch (error) {
    return { kind: "not-json", complaint: error instanceof Error ? error.message : String(error) };
  }
}
