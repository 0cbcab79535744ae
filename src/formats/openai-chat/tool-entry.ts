import type { Emit, InputKind, RunBy } from "../../protocol/call-event.ts";
import type { WireRecord } from "../../wire/record.ts";
import { fieldsAt, identityAt, isFields, isSaid, writtenText, type Fields } from "../fields.ts";

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

/** The delta that is being read, and where it stands in its record. */
export interface DeltaScope {
  readonly record: WireRecord;
  readonly emit: Emit;
  readonly choice: number;
  readonly member: "delta" | "message";
}

/** Reads one entry of `delta.tool_calls`, at this place of the list; `null` where there is no list around it. */
export function readToolEntry(entry: Fields, place: number | null, scope: DeltaScope): ToolEntry {
  const isCustom = entry["type"] === "custom" || isFields(entry["custom"]);
  const member = isCustom ? "custom" : "function";
  const body = fieldsAt(entry, member);
  const key = isCustom ? "input" : "arguments";
  const value = body[key];
  const isDocument = isSaid(value) && typeof value !== "string";
  return {
    index: readIndex(entry["index"]),
    // Before May 2025 llama.cpp put the id inside `function`.
    id: identityAt(entry, "id") ?? identityAt(body, "id"),
    name: identityAt(body, "name"),
    runBy: CLIENT_TYPES.has(entry["type"]) ? "client" : "provider",
    input: isCustom ? "text" : "json",
    text: isDocument
      ? writtenValue(value, place === null ? ["tool_calls", member, key] : ["tool_calls", place, member, key], scope)
      : readText(value),
    isDocument,
  };
}

/** Reads the deprecated `delta.function_call`. */
export function readLegacyCall(call: Fields, scope: DeltaScope): ToolEntry {
  const value = call["arguments"];
  const isDocument = isSaid(value) && typeof value !== "string";
  return {
    index: LEGACY_INDEX,
    id: null,
    name: identityAt(call, "name"),
    runBy: "client",
    input: "json",
    text: isDocument ? writtenValue(value, ["function_call", "arguments"], scope) : readText(value),
    isDocument,
  };
}

/** A host that sends the parsed value gets its text back. */
function writtenValue(value: unknown, path: readonly (string | number)[], scope: DeltaScope): string {
  return writtenText(scope.record, ["choices", scope.choice, scope.member, ...path], value);
}

/** Argument text; `null` and nothing are no text. */
function readText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function readIndex(index: unknown): number | null {
  if (typeof index === "number") return index;
  return typeof index === "string" && /^\d+$/.test(index) ? Number(index) : null;
}
