import {
  boolean,
  byKind,
  type Check,
  count,
  type Fields,
  json,
  jsonObject,
  listOf,
  milliseconds,
  nullable,
  objectOf,
  oneOf,
  type Required,
  required,
  string,
  wordOrSize,
} from "./checks.ts";
import { ScriptError } from "./script-error.ts";
import type {
  CallEndFields,
  CallFields,
  CallStartFields,
  CallTextFields,
  Quirks,
  SpokenFields,
  StepFields,
  StepKind,
} from "./step.ts";

/** One check for every field that the type has, so that the two cannot drift apart. */
type ChecksFor<Shape> = { readonly [Field in keyof Shape]-?: Check | Required };

export const checkChunking: Check = wordOrSize(["token", "byte", "unit", "whole"]);

const index: Check = (value, path) => (typeof value === "string" ? oneOf("missing")(value, path) : count(value, path));

const base64: Check = (value, path) => {
  string(value, path);
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(String(value))) {
    throw new ScriptError(path, "expected base64");
  }
};

const spoken: ChecksFor<SpokenFields> = {
  text: string,
  pieces: listOf(string),
  chunking: checkChunking,
  choice: count,
  close: boolean,
};

const quirks: ChecksFor<Quirks> = {
  index,
  laterIndex: index,
  id: oneOf("missing", "empty", "null", "late", "repeated", "new", "blank-later", "null-later"),
  laterIds: listOf(string),
  name: oneOf("missing", "late", "repeated", "blank-later", "null-later"),
  arguments: oneOf("null", "absent", "object"),
};

const callStart: ChecksFor<CallStartFields> = {
  id: string,
  itemId: string,
  name: required(string),
  input: oneOf("json", "text"),
  type: string,
  serverName: string,
  extra: jsonObject,
  text: string,
  quirks: objectOf(quirks),
  legacy: boolean,
  choice: count,
  finish: string,
};

const callEnd: ChecksFor<CallEndFields> = {
  call: count,
  status: string,
  done: boolean,
  doneText: string,
  item: boolean,
  itemText: string,
  output: string,
};

const { text: _text, ...announcement } = callStart;
const { call: _call, ...ending } = callEnd;

const call: ChecksFor<CallFields> = {
  ...announcement,
  ...ending,
  arguments: string,
  pieces: listOf(string),
  doubleEncoded: boolean,
  chunking: checkChunking,
  opening: oneOf("apart", "first-piece", "whole"),
  close: boolean,
};

const callText: ChecksFor<CallTextFields> = {
  text: string,
  pieces: listOf(string),
  chunking: checkChunking,
  call: count,
  finish: string,
};

const stepFields: { readonly [Kind in StepKind]: ChecksFor<StepFields[Kind]> & Fields } = {
  start: {},
  text: { ...spoken },
  reasoning: { ...spoken, signature: string },
  refusal: { ...spoken },
  call: { ...call },
  "call-start": { ...callStart },
  "call-text": { ...callText },
  "call-end": { ...callEnd },
  result: { type: required(string), content: required(json), isError: boolean },
  block: { block: required(jsonObject) },
  fallback: { from: required(string), to: required(string), category: nullable(string) },
  filter: { offsets: objectOf({ check: required(count), start: required(count), end: required(count) }) },
  together: { steps: required(listOf(byKind({ "call-start": { ...callStart }, "call-text": { ...callText } }))) },
  stop: {
    reason: oneOf("calls", "end", "stop-sequence", "ceiling", "context-window", "refusal", "filter", "pause", "failed"),
    word: string,
    details: jsonObject,
    stopSequence: string,
    outputTokens: count,
    closing: oneOf("empty", "blank", "role"),
    choice: count,
    output: oneOf("items", "empty", "missing"),
  },
  usage: { inputTokens: count, outputTokens: count, choices: oneOf("empty", "missing") },
  done: {},
  error: {
    shape: oneOf("record", "event", "in-chunk", "x-groq", "nested"),
    error: required(json),
    requestId: string,
  },
  ping: {},
  comment: { text: required(string) },
  pace: { ms: required(milliseconds) },
  hiccup: { ms: required(milliseconds) },
  frame: { data: required(string), event: string },
  bytes: { text: string, base64 },
};

/** Checks one step. */
export const checkStep: Check = byKind(stepFields);
