import { rawSlice } from "../json/raw-slice.ts";
import type { WireRecord } from "../wire/record.ts";

/** An object of the wire, of which nothing is known yet. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether `value` is a JSON object. */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object at `key`, or one without fields. */
export function fieldsAt(fields: Fields, key: string): Fields {
  const value = fields[key];
  return isFields(value) ? value : NO_FIELDS;
}

const NO_FIELDS: Fields = {};

/** The objects of the list at `key`; whatever else is in it is left out. */
export function listAt(fields: Fields, key: string): readonly unknown[] {
  const value = fields[key];
  return Array.isArray(value) ? value : [];
}

/** Whether there is anything: `null` says as much as nothing. */
export function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** The string at `key`, or `undefined` where there is none. */
export function stringAt(fields: Fields, key: string): string | undefined {
  const value = fields[key];
  return typeof value === "string" ? value : undefined;
}

/** The number at `key`, or `undefined` where there is none. */
export function numberAt(fields: Fields, key: string): number | undefined {
  const value = fields[key];
  return typeof value === "number" ? value : undefined;
}

/** An id or a name, or `null` where the provider sent a blank or a placeholder (`""`, `"null"`) instead. */
export function identityAt(fields: Fields, key: string): string | null {
  const value = fields[key];
  if (typeof value !== "string") return null;
  const trimmed = value.trim();
  return trimmed === "" || trimmed === "null" ? null : value;
}

/**
 * The JSON text of an object that stands where argument text is expected: what the provider wrote, where the frame's
 * source is at hand, since parsing it has rounded its numbers and dropped its repeated keys.
 */
export function writtenText(record: WireRecord, path: readonly (string | number)[], value: unknown): string {
  const written = record.source === undefined ? undefined : rawSlice(record.source, path);
  return written ?? JSON.stringify(value);
}
