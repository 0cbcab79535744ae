import { describeJson, isJsonObject, readJson } from "./json-value.ts";
import { UsageError } from "./usage-error.ts";

/** A tool as a tools file declares it. */
export interface DeclaredTool {
  readonly name: string;
  /** Its JSON Schema. Without one, the tool is known by its name and no schema is checked. */
  readonly input?: Readonly<Record<string, unknown>>;
}

/** The keys under which providers expect a tool's schema. */
const schemaKeys = ["inputSchema", "input_schema", "parameters"] as const;

/**
 * Reads a tools file: a JSON array of `{"name", "description"?, "inputSchema"}`, where `input_schema` and `parameters`
 * mean the same, also wrapped as `{"type":"function","function":{…}}`.
 *
 * @throws UsageError with the JSON Pointer of what is wrong
 */
export function parseTools(text: string, fileName: string): readonly DeclaredTool[] {
  const read = readJson(text);
  if (read.kind === "not-json") throw new UsageError(`${fileName}: not JSON (${read.complaint})`);
  if (!Array.isArray(read.value)) {
    throw new UsageError(`${fileName}: expected a JSON array of tools, found ${describeJson(read.value)}`);
  }
  const tools = read.value.map((entry: unknown, place) => parseTool(entry, { fileName, pointer: `/${place}` }));
  refuseRepeatedNames(tools, fileName);
  return tools;
}

interface Place {
  readonly fileName: string;
  readonly pointer: string;
}

function parseTool(entry: unknown, place: Place): DeclaredTool {
  if (!isJsonObject(entry)) return refuse(place, "a tool: an object with a name", entry);
  if (entry["type"] === "function" && "function" in entry) {
    return parseTool(entry["function"], { ...place, pointer: `${place.pointer}/function` });
  }
  const name = entry["name"];
  if (typeof name !== "string" || name === "") return refuse(at(place, "name"), "the tool's name: a string", name);
  const key = schemaKeys.find((candidate) => entry[candidate] !== undefined);
  if (key === undefined) return { name };
  const schema = entry[key];
  if (!isJsonObject(schema)) return refuse(at(place, key), "a JSON Schema: an object", schema);
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
