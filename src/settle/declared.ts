/** What a schema declares at a place: what an issue leaves out that only says that something is missing or too much. */
import { isList } from "../json/is-list.ts";
import { anyOf, oneOf, type Wanted } from "./issue-words.ts";

type Node = Readonly<Record<string, unknown>>;

/** References and choices are followed this far. */
const MAX_STEPS = 20;

/** What a JSON Schema wants of a value; `undefined` where it does not say. `root` is the whole that references are in. */
export function wantedBy(schema: unknown, root: unknown, depth = 0): Wanted | undefined {
  const node = behind(schema, root);
  if (node === undefined || depth > MAX_STEPS) return undefined;
  if ("const" in node) return oneOf([node["const"]]);
  const { enum: values, type } = node;
  if (isList(values)) return oneOf(values);
  if (type !== undefined) return { expected: (isList(type) ? type : [type]).join(" or ") };
  const choices = node["anyOf"] ?? node["oneOf"];
  if (!isList(choices)) return undefined;
  const wanted = choices.map((choice) => wantedBy(choice, root, depth + 1));
  return anyOf(wanted.flatMap((one) => one ?? []));
}

/** The names of the properties that a JSON Schema has at a place; `undefined` where they are not known. */
export function namesAt(schema: unknown, steps: readonly PropertyKey[]): readonly string[] | undefined {
  let nodes: readonly Node[] = shapesOf(schema, schema);
  for (const step of steps) {
    nodes = nodes.flatMap((node) => shapesOf(memberOf(node, step), schema));
  }
  const names = nodes.flatMap(({ properties }) => (isNode(properties) ? Object.keys(properties) : []));
  return names.length === 0 ? undefined : [...new Set(names)];
}

/** What a reference in `root` leads to; only those inside of it are followed. */
export function behind(schema: unknown, root: unknown): Node | undefined {
  let node = schema;
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    if (!isNode(node)) return undefined;
    const target = node["$ref"];
    if (typeof target !== "string") return node;
    node = target === "#" ? root : atPointer(root, target);
  }
  return undefined;
}

function atPointer(root: unknown, target: string): unknown {
  if (!target.startsWith("#/")) return undefined;
  let node = root;
  for (const step of target.slice(2).split("/")) {
    if (typeof node !== "object" || node === null) return undefined;
    node = Reflect.get(node, decodeStep(step));
  }
  return node;
}

function decodeStep(step: string): string {
  return step.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** A schema, or those that it leaves the choice of. */
function shapesOf(schema: unknown, root: unknown, depth = 0): readonly Node[] {
  const node = behind(schema, root);
  if (node === undefined || depth > 3) return [];
  const choices = [node["anyOf"], node["oneOf"], node["allOf"]].flatMap((list) => (isList(list) ? list : []));
  return [node, ...choices.flatMap((choice) => shapesOf(choice, root, depth + 1))];
}

function memberOf(node: Node, step: PropertyKey): unknown {
  const { properties, prefixItems, items, additionalProperties } = node;
  if (typeof step === "number") return (isList(prefixItems) ? prefixItems[step] : undefined) ?? items;
  const name = String(step);
  return isNode(properties) && Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !isList(value);
}
