import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import type { JsonObject } from "../formats/dialect.ts";
import { parseJson } from "../json/parse-json.ts";
import { compileJsonSchema } from "../settle/json-schema.ts";
import { isStandardSchema } from "../settle/standard-schema.ts";
import { describeThrown } from "../protocol/describe-thrown.ts";
import { isObject } from "./tool-object.ts";
import { toProviderSchema } from "./tool-schema-rules.ts";
import type { ToolInput } from "./tool.ts";

/** What a tool's schema is made from. */
export interface SchemaSource {
  /** The tool's, which has been checked. */
  readonly name: string;
  readonly input: ToolInput;
  readonly jsonSchema: unknown;
}

/**
 * The JSON Schema that the provider is sent: the explicit one, else what the input's library writes, else the input
 * itself. Frozen.
 *
 * @throws {TypeError} where none can be made, or a provider would refuse it; the message says what to change.
 */
export function readJsonSchema({ name, input, jsonSchema }: SchemaSource): JsonObject {
  const label = `tool "${name}"`;
  if (!isStandardSchema(input)) {
    if (!isObject(input)) {
      throw new TypeError(`${label} needs an input: a schema of zod, valibot, arktype…, or a JSON Schema object`);
    }
    // Its calls are checked by it: one that does not compile is said now, and not by the first request.
    compileJsonSchema(input, name);
  }
  if (jsonSchema !== undefined) {
    return toProviderSchema(toPlainJson(jsonSchema, `jsonSchema of ${label}`), `jsonSchema of ${label}`);
  }
  const written = isStandardSchema(input) ? writeSchema(input, label) : input;
  return toProviderSchema(toPlainJson(written, `the input of ${label}`), `the input of ${label}`);
}

function writeSchema(input: StandardSchemaV1, label: string): unknown {
  const { vendor } = input["~standard"];
  if (!hasWriter(input)) {
    const wrap =
      vendor === "valibot" ? "wrap it, input: toStandardJsonSchema(schema) from @valibot/to-json-schema, or " : "";
    throw new TypeError(
      `the input of ${label} is a schema of ${vendor} that does not write itself as JSON Schema: ${wrap}say what the provider is sent, jsonSchema: { type: "object", … }`,
    );
  }
  try {
    return input["~standard"].jsonSchema.input({ target: "draft-2020-12" });
  } catch (error) {
    throw new TypeError(
      `${vendor} cannot write the input of ${label} as JSON Schema (${describeThrown(error)}): change that part, or say what the provider is sent, jsonSchema: { type: "object", … }`,
      { cause: error },
    );
  }
}

function hasWriter(schema: StandardSchemaV1): schema is StandardSchemaV1 & StandardJSONSchemaV1 {
  const standard: object = schema["~standard"];
  return (
    "jsonSchema" in standard && isObject(standard.jsonSchema) && typeof standard.jsonSchema["input"] === "function"
  );
}

/** A copy of what goes over the wire. What JSON would drop or change without a word is refused. */
function toPlainJson(schema: unknown, label: string): JsonObject {
  let copy: unknown;
  try {
    copy = parseJson(JSON.stringify(schema, refuseLoss));
  } catch (error) {
    throw new TypeError(`${label} cannot be written as JSON: ${describeThrown(error)}`, { cause: error });
  }
  if (isObject(copy)) return copy;
  throw new TypeError(`${label} is no JSON Schema object`);
}

function refuseLoss(key: string, value: unknown): unknown {
  const isLost = typeof value === "function" || typeof value === "symbol" || typeof value === "bigint";
  if (isLost || (typeof value === "number" && !Number.isFinite(value))) {
    throw new TypeError(`a ${typeof value} has no place in it, and ${JSON.stringify(key)} is one`);
  }
  return value;
}
