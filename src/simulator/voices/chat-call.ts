import type { Random } from "../random.ts";
import type { CallPart, Move } from "../script/move.ts";
import { ScriptError } from "../script/script-error.ts";
import type { Json } from "../script/script.ts";
import type { Quirks } from "../script/step.ts";
import { type Fields, present } from "./voice.ts";

/** What the chat voice remembers of a call. */
export interface ChatCall {
  readonly start: Move<"call-start">;
  readonly id: string;
  readonly quirks: Quirks;
  /** Its place among the calls of its choice. */
  readonly place: number;
  fragments: number;
}

/** Opens the record of a call. */
export function createChatCall(start: Move<"call-start">, place: number, random: Random): ChatCall {
  return { start, id: start.id ?? `call_${random.word(24)}`, quirks: start.quirks ?? {}, place, fragments: 0 };
}

/** The delta that a fragment of a call amounts to. */
export function callDelta(call: ChatCall, move: CallPart): Fields {
  const fragment = call.fragments++;
  const isFirst = move.kind === "call-start";
  const name = isFirst ? firstName(call) : laterName(call, fragment);
  const text = isFirst ? firstText(call) : move.text;
  if (call.start.legacy === true) {
    return { function_call: present({ name, arguments: text }) };
  }
  const isCustom = call.start.input === "text";
  const said = isCustom ? { custom: present({ name, input: text }) } : { function: present({ name, arguments: text }) };
  const naming = isFirst ? { id: firstId(call), type: typeOf(call) } : laterNaming(call, fragment);
  return {
    tool_calls: [present({ index: indexOf(call, isFirst), ...naming, ...said, ...(isFirst ? call.start.extra : {}) })],
  };
}

function typeOf(call: ChatCall): string {
  return call.start.type ?? (call.start.input === "text" ? "custom" : "function");
}

function indexOf(call: ChatCall, isFirst: boolean): number | undefined {
  const { index, laterIndex } = call.quirks;
  const shown = (isFirst ? index : (laterIndex ?? index)) ?? call.place;
  return shown === "missing" ? undefined : shown;
}

function firstId(call: ChatCall): string | undefined {
  const habit = call.quirks.id;
  if (habit === "missing" || habit === "late") {
    return undefined;
  }
  if (habit === "empty") {
    return "";
  }
  return habit === "null" ? "null" : call.id;
}

/** A look-alike that repeats the id repeats the type beside it. */
function laterNaming(call: ChatCall, fragment: number): Fields {
  const habit = call.quirks.id;
  if (habit === "repeated" || (habit === "late" && fragment === 1)) {
    return { id: call.id, type: typeOf(call) };
  }
  if (habit === "new") {
    return { id: call.quirks.laterIds?.[fragment - 1] ?? `${call.id}-${fragment}`, type: typeOf(call) };
  }
  if (habit === "blank-later") {
    return { id: "" };
  }
  return habit === "null-later" ? { id: null } : {};
}

function firstName(call: ChatCall): string | undefined {
  return call.quirks.name === "late" || call.quirks.name === "missing" ? undefined : call.start.name;
}

function laterName(call: ChatCall, fragment: number): string | null | undefined {
  const habit = call.quirks.name;
  if (habit === "repeated" || (habit === "late" && fragment === 1)) {
    return call.start.name;
  }
  if (habit === "blank-later") {
    return "";
  }
  return habit === "null-later" ? null : undefined;
}

function firstText(call: ChatCall): Json | undefined {
  const text = call.start.text ?? "";
  const habit = call.quirks.arguments;
  if (habit === "null") {
    return null;
  }
  if (habit === "absent") {
    return undefined;
  }
  return habit === "object" ? parseArguments(text, call.start.path) : text;
}

function parseArguments(text: string, path: string): Json {
  try {
    // JSON.parse returns nothing but Json.
    return JSON.parse(text) as Json;
  } catch {
    throw new ScriptError(path, 'arguments that come as an object need "opening": "whole" and a JSON text');
  }
}
