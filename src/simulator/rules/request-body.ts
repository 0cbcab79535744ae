import type { Json, JsonObject } from "../script/script.ts";

/** One object of a list of the body, with its place in that list. */
export interface Entry {
  readonly index: number;
  readonly value: JsonObject;
}

/** Says whether a value is an object with fields. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The items of a list; none where there is no list. */
export function itemsOf(value: Json | undefined): readonly Json[] {
  return isList(value) ? value : [];
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** The objects of a list. What is no object stands for an empty one, so that places keep their numbers. */
export function entriesOf(value: Json | undefined): readonly Entry[] {
  return itemsOf(value).map((item, index) => ({ index, value: isJsonObject(item) ? item : {} }));
}

/** The text of a field; empty where it has none. */
export function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

/** The values that stand more than once, at each place but the first. */
export function repeated<Value>(values: readonly Value[], keyOf: (value: Value) => string): readonly Value[] {
  const seen = new Set<string>();
  return values.filter((value) => {
    const key = keyOf(value);
    const isKnown = seen.has(key);
    seen.add(key);
    return isKnown;
  });
}
