import type { Blemish } from "../json/scan.ts";
import { readStrict } from "../json/strict.ts";
import type { InvalidCause, Issue, UnparseableCause } from "../protocol/outcome.ts";
import type { CallRecord } from "./call-record.ts";

/** What the text of a call is worth, before any schema is asked. */
export type TextVerdict =
  | { readonly kind: "object"; readonly value: unknown }
  | { readonly kind: "raw"; readonly value: string }
  /** A JSON string that holds a JSON object; whether it may be unwrapped is for the tool's schema to say. */
  | { readonly kind: "wrapped"; readonly value: unknown; readonly string: string }
  | { readonly kind: "invalid"; readonly cause: InvalidCause; readonly issues: readonly Issue[] }
  | {
      readonly kind: "unparseable";
      readonly cause: UnparseableCause;
      readonly detail: string;
      readonly offset?: number;
    };

export interface TextRules {
  readonly maxDepth: number;
  readonly maxCallBytes: number;
  /** Whether no text at all means `{}`: only for a closed call of a message that stopped cleanly. */
  readonly isEmptyAnObject: boolean;
}

/** Reads the text of a call that its message allows to be trusted. */
export function judgeText(call: CallRecord, rules: TextRules): TextVerdict {
  if (call.isTooLarge) {
    const detail = `${call.bytes} bytes of arguments, ${rules.maxCallBytes} at most (maxCallBytes)`;
    return { kind: "unparseable", cause: "too-large", detail };
  }
  if (call.strayTextAt !== null) {
    const offset = call.strayTextAt;
    return {
      kind: "unparseable",
      cause: "not-json",
      offset,
      detail: `what came at offset ${offset} is no continuation of the text`,
    };
  }
  if (call.input === "text") return { kind: "raw", value: call.text };
  if (call.text === "" && rules.isEmptyAnObject) return { kind: "object", value: {} };
  return judgeJson(call.text, rules.maxDepth);
}

function judgeJson(text: string, maxDepth: number): TextVerdict {
  const reading = readStrict(text, maxDepth);
  if (reading.kind === "unparseable") return reading;
  const { root, value, blemishes } = reading;
  if (root === "string") return judgeString(String(value), maxDepth);
  if (root !== "object") return notAnObject(root);
  const [first] = blemishes;
  if (first !== undefined) return { kind: "invalid", cause: first.code, issues: blemishes.map(issueOf) };
  return { kind: "object", value };
}

function judgeString(string: string, maxDepth: number): TextVerdict {
  const inner = readStrict(string, maxDepth);
  if (inner.kind === "unparseable" || inner.root !== "object" || inner.blemishes.length > 0)
    return notAnObject("string");
  return { kind: "wrapped", value: inner.value, string };
}

/** The verdict on a document whose root is something else. */
export function notAnObject(root: string): TextVerdict & { readonly kind: "invalid" } {
  const issue = {
    path: "",
    keyword: "type",
    expected: "a JSON object",
    received: `a JSON ${root}`,
    message: `the arguments are a JSON ${root}, not an object`,
  };
  return { kind: "invalid", cause: "not-an-object", issues: [issue] };
}

function issueOf(blemish: Blemish): Issue {
  const { code, path, written } = blemish;
  switch (code) {
    case "duplicate-key":
      return {
        path,
        keyword: code,
        expected: "each key once",
        received: written,
        message: "the key is given twice in one object",
      };
    case "inexact-number":
      return {
        path,
        keyword: code,
        expected: "a number that a 64-bit float holds exactly, or the number as text",
        received: written,
        message: "the number would be changed by reading it; send it as text in quotes",
      };
    case "reserved-key":
      return {
        path,
        keyword: code,
        expected: "another key",
        received: written,
        message: "the key is reserved and not accepted",
      };
  }
}
