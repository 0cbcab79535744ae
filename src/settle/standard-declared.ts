/** What a schema of a library declares at a place. Anything that is not recognized, or that fails, is not known. */
import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import { isList } from "../json/is-list.ts";
import { namesAt } from "./declared.ts";

type Steps = readonly PropertyKey[];

/** Wrappers in wrappers are taken off up to this many times. */
const MAX_WRAPS = 20;

/** The names of the properties that there are at a place. */
export function declaredNames(schema: StandardSchemaV1, steps: Steps): readonly string[] | undefined {
  const entries = read(valibotAt(schema, steps), "entries");
  if (typeof entries === "object" && entries !== null) return Object.keys(entries);
  try {
    return writesItself(schema)
      ? namesAt(schema["~standard"].jsonSchema.input({ target: "draft-2020-12" }), steps)
      : undefined;
  } catch {
    return undefined;
  }
}

function writesItself(schema: StandardSchemaV1): schema is StandardSchemaV1 & StandardJSONSchemaV1 {
  return isHolder(read(schema["~standard"], "jsonSchema"));
}

/** What valibot says that it expects at a place, whatever came; `undefined` for other libraries. */
export function valibotExpectsAt(schema: unknown, steps: Steps): string | undefined {
  const expects = read(valibotAt(schema, steps), "expects");
  return typeof expects === "string" ? expects : undefined;
}

/** The shapes that valibot has a value choose from. */
export function valibotShapesAt(schema: unknown, steps: Steps): readonly unknown[] | undefined {
  const options = read(valibotAt(schema, steps), "options");
  return isList(options) ? options : undefined;
}

function valibotAt(schema: unknown, steps: Steps): unknown {
  if (read(read(schema, "~standard"), "vendor") !== "valibot") return undefined;
  let node = unwrap(schema);
  for (const step of steps) node = unwrap(memberOf(node, step));
  return node;
}

function memberOf(node: unknown, step: PropertyKey): unknown {
  const entries = read(node, "entries");
  const member =
    (isHolder(entries) && Object.hasOwn(entries, step) ? read(entries, step) : undefined) ??
    read(node, "item") ??
    read(read(node, "items"), step);
  if (member !== undefined) return member;
  const options = read(node, "options");
  if (isList(options)) return options.map((option) => memberOf(unwrap(option), step)).find((one) => one !== undefined);
  return read(node, "value");
}

/** What is inside `optional`, `nullable` and their like. */
function unwrap(schema: unknown): unknown {
  let node = schema;
  for (let times = 0; times < MAX_WRAPS; times += 1) {
    const inner = read(node, "wrapped");
    if (inner === undefined) return node;
    node = inner;
  }
  return node;
}

function read(holder: unknown, key: PropertyKey): unknown {
  return isHolder(holder) ? Reflect.get(holder, key) : undefined;
}

function isHolder(value: unknown): value is object {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}
