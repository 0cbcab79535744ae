import type { JsonObject } from "../formats/dialect.ts";
import { isList } from "../json/is-list.ts";
import { isObject } from "./tool-object.ts";
import { behindReference } from "./tool-reference.ts";
import type { DisplayRule, ToolDisplay } from "./tool.ts";

const RULES: Readonly<Record<DisplayRule, true>> = { show: true, hide: true, sensitive: true };

/** The rule for fields that are not named. */
const REST = "*";

/** A reference to a reference to a reference… to itself is no place. */
const MAX_REFERENCES = 20;

/**
 * Checks the display map of a tool against the JSON Schema of its arguments, and gives a frozen copy.
 *
 * @throws {TypeError} for a rule that there is not, and for a path that the arguments cannot have: a mistyped `sensitive`
 * would protect nothing.
 */
export function readDisplay(display: unknown, jsonSchema: JsonObject, toolName: string): ToolDisplay {
  const label = `display of tool "${toolName}"`;
  if (!isObject(display)) throw new TypeError(`${label} maps fields to rules: { title: "show", token: "sensitive" }`);
  const rules: Record<string, DisplayRule> = {};
  for (const [path, rule] of Object.entries(display)) {
    if (!isRule(rule)) {
      throw new TypeError(`${label} has ${JSON.stringify(rule)} for ${path}: it is "show", "hide" or "sensitive"`);
    }
    if (path !== REST && !mayHave({ root: jsonSchema, references: 0 }, jsonSchema, path)) {
      throw new TypeError(`${label} names ${path}, which the arguments do not have${hintFor(jsonSchema)}`);
    }
    rules[path] = rule;
  }
  return Object.freeze(rules);
}

function isRule(value: unknown): value is DisplayRule {
  return typeof value === "string" && Object.hasOwn(RULES, value);
}

function hintFor({ properties }: JsonObject): string {
  const fields = isObject(properties) ? Object.keys(properties) : [];
  return fields.length === 0 ? "" : `; their fields are ${fields.join(", ")}`;
}

interface Search {
  readonly root: JsonObject;
  readonly references: number;
}

/** Whether a value of this schema may have something at the path. In doubt it may. */
function mayHave(search: Search, schema: unknown, path: string): boolean {
  if (!isObject(schema)) return schema !== false;
  const { $ref: target, properties } = schema;
  if (typeof target === "string") return mayHaveBehind(search, target, path);
  const parts = partsOf(schema);
  if (isOpen(schema) || parts.some((part) => mayHave(search, part, path))) return true;
  if (isObject(properties) && Object.keys(properties).length > 0) return mayHaveProperty(search, properties, path);
  return parts.length === 0 && mayBeAnything(schema);
}

/** The schemas that a value at the same place, or an item of it, may meet. */
function partsOf(schema: JsonObject): readonly unknown[] {
  const lists = ["anyOf", "oneOf", "allOf"].flatMap((key) => (isList(schema[key]) ? schema[key] : []));
  return "items" in schema ? [...lists, schema["items"]] : lists;
}

/** Whether it speaks of fields in a way that is not followed here. */
function isOpen(schema: JsonObject): boolean {
  const { additionalProperties: others } = schema;
  if (others !== undefined && others !== false) return true;
  return ["patternProperties", "prefixItems", "if", "dependentSchemas"].some((key) => key in schema);
}

/** Keys may have dots themselves, so every beginning of the path may be one. */
function mayHaveProperty(search: Search, properties: JsonObject, path: string): boolean {
  return Object.entries(properties).some(
    ([key, inner]) =>
      path === key ||
      (path.startsWith(`${key}.`) &&
        path.length > key.length + 1 &&
        mayHave(search, inner, path.slice(key.length + 1))),
  );
}

function mayHaveBehind(search: Search, target: string, path: string): boolean {
  if (search.references === MAX_REFERENCES) return true;
  return mayHave({ ...search, references: search.references + 1 }, behindReference(search.root, target), path);
}

function mayBeAnything({ type, enum: values, const: value }: JsonObject): boolean {
  if (values !== undefined || value !== undefined) return false;
  return type === undefined || type === "object" || (isList(type) && type.includes("object"));
}
