import { Ajv, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Issue } from "../protocol/outcome.ts";
import { isList } from "../json/is-list.ts";
import { toIssues } from "./json-schema-issues.ts";

/** A JSON Schema (draft 2020-12, or draft-07 where `$schema` says so). */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Checks one value; `null` means that it fits. */
export type JsonSchemaCheck = (value: unknown) => readonly Issue[] | null;

// Without a logger: what is odd about a schema that compiles is nothing for somebody's console.
const OPTIONS = { allErrors: true, strict: false, verbose: true, logger: false } as const;

// Schemas are compiled once per schema object: compiling takes tens of milliseconds, checking well under one.
const compiled = new WeakMap<JsonSchema, ValidateFunction>();

/** A draft of JSON Schema. */
interface Draft {
  /** Checks schemas. It holds those of the draft itself and no other. */
  readonly metaValidator: Ajv | Ajv2020;
  createValidator(options: { readonly addUsedSchema: boolean }): Ajv | Ajv2020;
}

let modern: Draft | undefined;
let draft07: Draft | undefined;

/** Compiles `schema`. @throws {TypeError} if it is no schema that can be compiled here; the message says why. */
export function compileJsonSchema(schema: JsonSchema, toolName: string): JsonSchemaCheck {
  const validate = compiled.get(schema) ?? compile(schema, toolName);
  compiled.set(schema, validate);
  return (value) => {
    if (validate(value)) return null;
    return toIssues(validate.errors ?? [], { value, root: schema });
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
  const draft = draftOf(schema, toolName);
  try {
    // The draft is chosen; under another spelling of its address the validator would not find it.
    const { $schema: _draft, ...plain } = schema;
    return compileAlone(plain, draft);
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

/**
 * In a validator of its own: a schema can refer to itself (`"#"`) only where the validator keeps it, and in one that is
 * shared the `$id`s of two tools would meet. The schema of the draft, which takes long to compile, is compiled once.
 */
function compileAlone(schema: JsonSchema, draft: Draft): ValidateFunction {
  const { metaValidator } = draft;
  void metaValidator.validateSchema(schema, true);
  const id = schema["$id"];
  // A tool may take a schema, and say so by the schema of the draft, which the validator has under that name.
  const isOfDraft = typeof id === "string" && metaValidator.getSchema(id) !== undefined;
  return draft.createValidator({ addUsedSchema: !isOfDraft }).compile(schema);
}

function draftOf(schema: JsonSchema, toolName: string): Draft {
  const address = schema["$schema"];
  if (address === undefined || isDraft(address, "2020-12")) {
    return (modern ??= makeDraft((options) => new Ajv2020({ ...OPTIONS, ...options })));
  }
  if (isDraft(address, "draft-07")) return (draft07 ??= makeDraft((options) => new Ajv({ ...OPTIONS, ...options })));
  throw new TypeError(
    `the input schema of tool "${toolName}" is written in ${JSON.stringify(address)}; draft 2020-12 and draft-07 are understood`,
  );
}

function isDraft(address: unknown, name: string): boolean {
  return typeof address === "string" && /^https?:\/\/json-schema\.org\//.test(address) && address.includes(name);
}

interface ValidatorOptions {
  readonly validateSchema?: boolean;
  readonly addUsedSchema?: boolean;
}

function makeDraft(create: (options: ValidatorOptions) => Ajv | Ajv2020): Draft {
  return {
    // What is wrong with a pattern is said by the compiler, which names it, and not by a format.
    metaValidator: withFormats(create({})).addFormat("regex", true),
    createValidator: ({ addUsedSchema }) => withFormats(create({ validateSchema: false, addUsedSchema })),
  };
}

function withFormats<Validator extends Ajv | Ajv2020>(validator: Validator): Validator {
  addFormats.default(validator);
  return validator;
}
