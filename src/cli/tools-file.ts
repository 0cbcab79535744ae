import { describeJson, isJsonObject, readJson } from "./json-value.ts";
import { schemaComplaint } from "./tool-schema.ts";
import { UsageError } from "./usage-error.ts";

/** A tool as a tools file declares it. */
export interface DeclaredTool {
  readonly name: string;
  /** Its JSON Schema. Without one, the tool is known by its name and no schema is checked. */
  readonly input?: Readonly<Record<string, unknown>>;
}

/** The keys under which providers expect a tool's schema. */
const schemaKeys = ["inputSchema", "input_schema", "parameters"] as const;

/** The types of Chat Completions that wrap a tool in a member of the same name. */
const wrappers = ["function", "custom"] as const;

/** Built-in tools that the client runs, by the `type` that declares them, and the name under which they are called. */
const builtInNames: ReadonlyMap<string, string> = new Map([
  ["apply_patch", "apply_patch"],
  ["computer", "computer"],
  ["computer_use_preview", "computer"],
  ["local_shell", "local_shell"],
  ["shell", "shell"],
  ["tool_search", "tool_search"],
]);

/**
 * Reads a tools file: a JSON array of `{"name", "description"?, "inputSchema"}`, where `input_schema` and `parameters`
 * mean the same, also wrapped as `{"type":"function","function":{…}}` or `{"type":"custom","custom":{…}}`. A built-in
 * tool, which has a type and no name, is left out unless the client runs it.
 *
 * @throws UsageError with the JSON Pointer of what is wrong
 */
export function parseTools(text: string, fileName: string): readonly DeclaredTool[] {
  const read = readJson(text);
  if (read.kind === "not-json") throw new UsageError(`${fileName}: not JSON (${read.complaint})`);
  if (!Array.isArray(read.value)) {
    throw new UsageError(`${fileName}: expected a JSON array of tools, found ${describeJson(read.value)}`);
  }
  const tools = read.value.flatMap((entry: unknown, place) => {
    const type = builtInType(entry);
    if (type === undefined) return [parseTool(entry, { fileName, pointer: `/${place}` })];
    const name = builtInNames.get(type);
    return name === undefined ? [] : [{ name }];
  });
  refuseRepeatedNames(tools, fileName);
  return tools;
}

interface Place {
  readonly fileName: string;
  readonly pointer: string;
}

/** A `web_search`, an `mcp` server…: declared by its type alone. */
function builtInType(entry: unknown): string | undefined {
  if (!isJsonObject(entry) || entry["name"] !== undefined) return undefined;
  const type = entry["type"];
  return typeof type === "string" && type !== "function" && type !== "custom" ? type : undefined;
}

function parseTool(entry: unknown, place: Place): DeclaredTool {
  if (!isJsonObject(entry)) return refuse(place, "a tool: an object with a name", entry);
  const wrapper = wrappers.find((candidate) => entry["type"] === candidate && candidate in entry);
  if (wrapper !== undefined) return parseTool(entry[wrapper], at(place, wrapper));
  const name = entry["name"];
  if (typeof name !== "string") return refuse(at(place, "name"), "the tool's name: a string", name);
  if (name === "") throw new UsageError(`${place.fileName}, at ${place.pointer}/name: the tool's name is empty`);
  const key = schemaKeys.find((candidate) => entry[candidate] !== undefined && entry[candidate] !== null);
  if (key === undefined) return { name };
  const schema = entry[key];
  if (!isJsonObject(schema)) return refuse(at(place, key), "a JSON Schema: an object", schema);
  const complaint = schemaComplaint(schema, name);
  if (complaint !== null) {
    throw new UsageError(`${place.fileName}, at ${place.pointer}/${key}${complaint.pointer}: ${complaint.text}`);
  }
  return { name, input: schema };
}

function at(place: Place, key: string): Place {
  return { ...place, pointer: `${place.pointer}/${key}` };
}

function refuse(place: Place, expected: string, found: unknown): never {
  throw new UsageError(`${place.fileName}, at ${place.pointer}: expected ${expected}; found ${describeJson(found)}`);
}

function refuseRepeatedNames(tools: readonly DeclaredTool[], fileName: string): void {
  const seen = new Set<string>();
  for (const [place, { name }] of tools.entries()) {
    if (seen.has(name)) {
      throw new UsageError(`${fileName}, at /${place}: the tool ${JSON.stringify(name)} is declared twice; keep one`);
    }
    seen.add(name);
  }
}
