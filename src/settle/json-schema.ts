import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { toPointer } from "../json/scan.ts";
import type { Issue } from "../protocol/outcome.ts";
import { isList } from "../json/is-list.ts";
import { describeReceived, NOTHING, valueAt } from "./received.ts";

/** A JSON Schema (draft 2020-12, or draft-07 where `$schema` says so). */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Checks one value; `null` means that it fits. */
export type JsonSchemaCheck = (value: unknown) => readonly Issue[] | null;

// Without a logger: what is odd about a schema that compiles is nothing for somebody's console.
const OPTIONS = { allErrors: true, strict: false, verbose: true, addUsedSchema: false, logger: false } as const;

// Schemas are compiled once per schema object: compiling takes tens of milliseconds, checking well under one.
const compiled = new WeakMap<JsonSchema, ValidateFunction>();
let modern: Ajv2020 | undefined;
let draft07: Ajv | undefined;

/** Compiles `schema`. @throws {TypeError} if it is no schema that can be compiled here; the message says why. */
export function compileJsonSchema(schema: JsonSchema, toolName: string): JsonSchemaCheck {
  const validate = compiled.get(schema) ?? compile(schema, toolName);
  compiled.set(schema, validate);
  return (value) => {
    if (validate(value)) return null;
    return (validate.errors ?? []).filter(isCause).map((error) => toIssue(error, value));
  };
}

function compile(schema: JsonSchema, toolName: string): ValidateFunction {
  if (typeof schema !== "object" || schema === null || isList(schema)) {
    throw new TypeError(`the input of tool "${toolName}" is no schema: pass a Standard Schema or a JSON Schema object`);
  }
  // Ajv's own extension answers with a promise, which would pass for a yes.
  if (schema["$async"] === true) {
    throw new TypeError(`the input schema of tool "${toolName}" has $async, which is no JSON Schema: leave it out`);
  }
  const ajv = validatorFor(schema, toolName);
  try {
    // The dialect is chosen; under another spelling of its address the validator would not find it.
    const { $schema: _dialect, ...plain } = schema;
    const validate = ajv.compile(plain);
    // The validator would keep every schema for as long as it lives.
    ajv.removeSchema(plain);
    return validate;
  } catch (error) {
    // A runtime without `eval`; compiling is all that cannot be done there.
    if (error instanceof EvalError) {
      throw new TypeError(
        `the input schema of tool "${toolName}" cannot be compiled: this runtime allows no code generation, which JSON Schema needs; pass a Standard Schema (zod, valibot, arktype…)`,
        { cause: error },
      );
    }
    const reason = error instanceof Error ? error.message : String(error);
    throw new TypeError(`the input schema of tool "${toolName}" does not compile: ${reason}`, { cause: error });
  }
}

function validatorFor(schema: JsonSchema, toolName: string): Ajv | Ajv2020 {
  const dialect = schema["$schema"];
  if (dialect === undefined || isDialect(dialect, "2020-12")) return (modern ??= withFormats(new Ajv2020(OPTIONS)));
  if (isDialect(dialect, "draft-07")) return (draft07 ??= withFormats(new Ajv(OPTIONS)));
  throw new TypeError(
    `the input schema of tool "${toolName}" is written in ${JSON.stringify(dialect)}; draft 2020-12 and draft-07 are understood`,
  );
}

function isDialect(dialect: unknown, name: string): boolean {
  return typeof dialect === "string" && /^https?:\/\/json-schema\.org\//.test(dialect) && dialect.includes(name);
}

function withFormats<Validator extends Ajv | Ajv2020>(validator: Validator): Validator {
  addFormats.default(validator);
  return validator;
}

/** `if` only says that one of its branches failed, and that branch has an error of its own. */
function isCause(error: ErrorObject): boolean {
  return error.keyword !== "if";
}

function toIssue(error: ErrorObject, value: unknown): Issue {
  const key = subjectKey(error);
  const path = key === undefined ? error.instancePath : error.instancePath + toPointer([key]);
  const allowed = allowedValues(error);
  return {
    path,
    keyword: error.keyword,
    expected: expectation(error, allowed),
    ...(allowed === undefined ? {} : { allowed }),
    received: error.keyword === "required" ? NOTHING : describeReceived(valueAt(value, path)),
    message: error.message ?? "does not fit",
  };
}

/** A few keywords speak of a property of the value that they stand at. */
function subjectKey(error: ErrorObject): string | undefined {
  const name: unknown =
    error.params["missingProperty"] ?? error.params["additionalProperty"] ?? error.params["unevaluatedProperty"];
  return typeof name === "string" ? name : undefined;
}

function allowedValues(error: ErrorObject): readonly unknown[] | undefined {
  const values: unknown = error.params["allowedValues"];
  if (isList(values)) return values;
  const only: unknown = error.params["allowedValue"];
  if (error.keyword === "const") return [only];
  const isExtra = error.keyword === "additionalProperties" || error.keyword === "unevaluatedProperties";
  const known: unknown = isExtra ? error.parentSchema?.["properties"] : undefined;
  return typeof known === "object" && known !== null ? Object.keys(known) : undefined;
}

function expectation(error: ErrorObject, allowed: readonly unknown[] | undefined): string {
  switch (error.keyword) {
    case "required":
      return "a value";
    case "type":
      return String(error.params["type"]);
    case "additionalProperties":
    case "unevaluatedProperties":
      return "no such property";
    default:
      return allowed === undefined ? (error.message ?? error.keyword) : `one of ${JSON.stringify(allowed)}`;
  }
}
