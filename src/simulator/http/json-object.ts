import type { JsonObject } from "../script/script.ts";

/** Says whether a value is an object with fields. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The objects of a list; none where there is no list. */
export function objectsIn(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** A value that should be a text; `undefined` where it is none. */
export function textIn(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
