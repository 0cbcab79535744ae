import type { JsonObject } from "../formats/dialect.ts";
import { isList } from "../json/is-list.ts";

/** Whether `value` has members: not `null`, and no list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !isList(value);
}
