/**
 * What the providers refuse in a tool's schema, so that it is said when the tool is made. Only what a tool without
 * `strict` has to meet: for those, no provider publishes a bound on depth or size. All read 2026-12-01.
 */
import type { JsonObject } from "../formats/dialect.ts";
import { isList } from "../json/is-list.ts";
import { isObject } from "./tool-object.ts";
import { behindReference } from "./tool-reference.ts";

/** No provider publishes one; a schema that is deeper than this is a mistake, and would cost the stack. */
const MAX_DEPTH = 100;

/**
 * Anthropic: `input_schema does not support oneOf, allOf, or anyOf at the top level`
 * (https://github.com/anthropics/claude-code/issues/40075). OpenAI: `schema must have type 'object' and not have
 * 'oneOf'/'anyOf'/'allOf'/'enum'/'const'/'not' at the top level` (https://github.com/goruck/home-generative-agent/pull/545).
 */
const NOT_AT_THE_ROOT = ["anyOf", "oneOf", "allOf", "enum", "const", "not"] as const;

/**
 * Anthropic: `Property keys should match pattern`, checked at the top level alone
 * (https://github.com/aws-solutions-library-samples/accelerated-intelligent-document-processing-on-aws/issues/709).
 */
const PROPERTY_KEY = /^[a-zA-Z0-9_.-]{1,64}$/;

const SCHEMAS_BY_NAME = ["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"] as const;
const SCHEMA_LISTS = ["anyOf", "oneOf", "allOf", "prefixItems"] as const;
const SCHEMAS = [
  "items",
  "additionalProperties",
  "unevaluatedItems",
  "unevaluatedProperties",
  "contains",
  "propertyNames",
  "not",
  "if",
  "then",
  "else",
] as const;

/**
 * The schema as it is sent. It says the same as `schema`, with what OpenAI asks for spelled out, and without `$schema`,
 * which no provider needs and which is wrong behind a proxy that knows one draft.
 *
 * @throws {TypeError} where a provider would refuse it; the message says what to change.
 */
export function toProviderSchema(schema: JsonObject, label: string): JsonObject {
  const { $schema: _dialect, ...root } = schema;
  checkRoot(root, label);
  return spellOut({ root, label }, { properties: {}, ...root }, []);
}

function checkRoot(root: JsonObject, label: string): void {
  if ("$ref" in root) {
    throw new TypeError(
      `${label} is a reference ($ref) at its root, and providers want the object itself there: write it out, or leave out the id of the outermost schema`,
    );
  }
  const keyword = NOT_AT_THE_ROOT.find((name) => name in root);
  if (keyword !== undefined) {
    throw new TypeError(
      `${label} has ${keyword} at its root, which Anthropic or OpenAI refuses: make it one object, and put the choice into a property`,
    );
  }
  if (root["type"] !== "object") {
    throw new TypeError(
      `${label} must have type "object" at its root, as every provider asks: put the value into a property of an object`,
    );
  }
  const { properties = {} } = root;
  if (!isObject(properties)) throw new TypeError(`properties in ${label} is an object of schemas`);
  const badKey = Object.keys(properties).find((key) => !PROPERTY_KEY.test(key));
  if (badKey !== undefined) {
    throw new TypeError(
      `${label} has a property ${JSON.stringify(badKey.slice(0, 80))}, which Anthropic refuses: use 1 to 64 of letters from a to z, digits, _, . and -`,
    );
  }
}

interface Whole {
  readonly root: JsonObject;
  readonly label: string;
}

function spellOut(whole: Whole, schema: JsonObject, path: readonly string[]): JsonObject {
  checkPart(whole, schema, path);
  const part: Record<string, unknown> = { ...schema };
  for (const key of SCHEMAS) {
    const inner = schema[key];
    if (isObject(inner)) part[key] = spellOut(whole, inner, [...path, key]);
  }
  for (const key of SCHEMA_LISTS) {
    const list = schema[key];
    if (isList(list)) part[key] = Object.freeze(list.map((inner, at) => within(whole, inner, [...path, key, `${at}`])));
  }
  for (const key of SCHEMAS_BY_NAME) {
    const named = schema[key];
    if (!isObject(named)) continue;
    const entries = Object.entries(named).map(([name, inner]) => [name, within(whole, inner, [...path, key, name])]);
    part[key] = Object.freeze(Object.fromEntries(entries));
  }
  // OpenAI: `array schema missing items` (https://github.com/AnswerDotAI/fastcore/issues/798).
  if (isArraySchema(part) && !("items" in part)) part["items"] = {};
  return Object.freeze(part);
}

/** A schema may also be `true` or `false`. */
function within(whole: Whole, inner: unknown, path: readonly string[]): unknown {
  return isObject(inner) ? spellOut(whole, inner, path) : inner;
}

function checkPart({ root, label }: Whole, schema: JsonObject, path: readonly string[]): void {
  if (path.length > MAX_DEPTH) throw new TypeError(`${label} is nested more than ${MAX_DEPTH} deep: make it flatter`);
  const place = path.length === 0 ? "its root" : path.join(".");
  // Anthropic: `JSON schema is invalid. It must match JSON Schema draft 2020-12`
  // (https://github.com/kintone/mcp-server/issues/553).
  if (isList(schema["items"])) {
    throw new TypeError(
      `${label} has a list as items at ${place}, which draft 2020-12 has not, and Anthropic refuses: call it prefixItems`,
    );
  }
  const { $ref: target } = schema;
  if (target === undefined) return;
  // Nobody fetches a schema to read a request; what leads nowhere is refused as well.
  if (typeof target !== "string" || !target.startsWith("#")) {
    throw new TypeError(
      `${label} refers at ${place} to ${JSON.stringify(target)}, which is not in it: put it into $defs, and refer to "#/$defs/…"`,
    );
  }
  if (target.startsWith("#/") && behindReference(root, target) === undefined) {
    throw new TypeError(`${label} refers at ${place} to ${JSON.stringify(target)}, and there is nothing there`);
  }
}

function isArraySchema({ type }: JsonObject): boolean {
  return type === "array" || (isList(type) && type.includes("array"));
}
