import type { StandardSchemaV1 } from "@standard-schema/spec";
import { toPointer } from "../json/scan.ts";
import type { Issue } from "../protocol/outcome.ts";
import { isList } from "../json/is-list.ts";
import { describeReceived, valueAt } from "./received.ts";

/** Whether `value` is a schema of zod, valibot, arktype or any other library that follows the Standard Schema. */
export function isStandardSchema(value: unknown): value is StandardSchemaV1 {
  const isHolder = (typeof value === "object" && value !== null) || typeof value === "function";
  return isHolder && "~standard" in value;
}

/** What libraries add to an issue; arktype has it as getters of a class. */
const EXTRA_KEYS = ["code", "type", "expected", "values", "options", "requirement"] as const;

/** Brings an issue of any library into our shape; what it knows beyond the standard is taken where it is recognized. */
export function toIssue(issue: StandardSchemaV1.Issue, root: unknown): Issue {
  const path = toPointer((issue.path ?? []).map((step) => (typeof step === "object" ? step.key : step)));
  const extra = new Map<string, unknown>(EXTRA_KEYS.map((key) => [key, Reflect.get(issue, key)]));
  const allowed = allowedValues(extra);
  return {
    path,
    keyword: firstText(extra, ["code", "type"]) ?? "invalid",
    expected:
      firstText(extra, ["expected"]) ?? (allowed === undefined ? issue.message : `one of ${JSON.stringify(allowed)}`),
    ...(allowed === undefined ? {} : { allowed }),
    received: describeReceived(valueAt(root, path)),
    message: issue.message,
  };
}

/** zod lists `values`; valibot keeps the schema's `options` in `requirement` or spells them out in `expected`. */
function allowedValues(extra: ReadonlyMap<string, unknown>): readonly unknown[] | undefined {
  const values = extra.get("values") ?? extra.get("options") ?? extra.get("requirement");
  if (isList(values)) return values;
  const expected = extra.get("expected");
  return typeof expected === "string" ? spelledOutValues(expected) : undefined;
}

/** `("low" | "normal" | "urgent")`, as valibot writes a picklist, or `"low", "normal" or "urgent"`, as arktype does. */
function spelledOutValues(expected: string): readonly unknown[] | undefined {
  const parts = expected.replace(/^\((.*)\)$/, "$1").split(/ \| |, | or /);
  const isQuoted = parts.length > 1 && parts.every((part) => /^"[^"\\]*"$/.test(part));
  return isQuoted ? parts.map((part) => part.slice(1, -1)) : undefined;
}

function firstText(extra: ReadonlyMap<string, unknown>, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = extra.get(key);
    if (typeof value === "string") return value;
  }
  return undefined;
}
