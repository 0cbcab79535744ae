import type { InputKind, RunBy } from "../../protocol/call-event.ts";
import type { WireRecord } from "../../wire/record.ts";
import { fieldsAt, identityAt, isFields, writtenText, type Fields } from "../fields.ts";

/** One entry of `delta.tool_calls`, with the blanks and placeholders taken out. */
export interface ToolEntry {
  /** `null` where the entry has none. */
  readonly index: number | null;
  readonly id: string | null;
  readonly name: string | null;
  readonly runBy: RunBy;
  readonly input: InputKind;
  /** The piece of argument text; `""` where there is none. */
  readonly text: string;
  /** The host sent a value instead of text: a document of its own. */
  readonly isDocument: boolean;
}

/** The legacy single call has no index; this one cannot meet an index of the wire. */
const LEGACY_INDEX = -1;
const CLIENT_TYPES: ReadonlySet<unknown> = new Set(["function", "custom", "", null, undefined]);

/** Reads one entry of `delta.tool_calls`; `path` is where it stands in the record. */
export function readToolEntry(record: WireRecord, entry: Fields, path: readonly (string | number)[]): ToolEntry {
  const isCustom = entry["type"] === "custom" || isFields(entry["custom"]);
  const member = isCustom ? "custom" : "function";
  const body = fieldsAt(entry, member);
  const key = isCustom ? "input" : "arguments";
  const value = body[key];
  return {
    index: readIndex(entry["index"]),
    // Before May 2025 llama.cpp put the id inside `function`.
    id: identityAt(entry, "id") ?? identityAt(body, "id"),
    name: identityAt(body, "name"),
    runBy: CLIENT_TYPES.has(entry["type"]) ? "client" : "provider",
    input: isCustom ? "text" : "json",
    text: readArguments(record, value, [...path, member, key]),
    isDocument: isValue(value),
  };
}

/** Reads the deprecated `delta.function_call`. */
export function readLegacyCall(record: WireRecord, call: Fields, path: readonly (string | number)[]): ToolEntry {
  return {
    index: LEGACY_INDEX,
    id: null,
    name: identityAt(call, "name"),
    runBy: "client",
    input: "json",
    text: readArguments(record, call["arguments"], [...path, "arguments"]),
    isDocument: isValue(call["arguments"]),
  };
}

function readIndex(index: unknown): number | null {
  if (typeof index === "number") return index;
  return typeof index === "string" && /^\d+$/.test(index) ? Number(index) : null;
}

function isValue(value: unknown): boolean {
  return value !== null && value !== undefined && typeof value !== "string";
}

/** Argument text; `null` and nothing are no text, and a host that sends the parsed value gets its text back. */
function readArguments(record: WireRecord, value: unknown, path: readonly (string | number)[]): string {
  if (typeof value === "string") return value;
  return isValue(value) ? writtenText(record, path, value) : "";
}
