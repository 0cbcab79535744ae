import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { Issue } from "../protocol/outcome.ts";
import { compileJsonSchema, type JsonSchema } from "./json-schema.ts";
import { type Checked, isStandardSchema, toIssues } from "./standard-schema.ts";

/** A tool as far as settling is concerned: its name, and what its arguments must be. */
export interface SettleTool {
  readonly name: string;
  /**
   * A Standard Schema (zod, valibot, arktype…) or a JSON Schema. Left out, any object is accepted; of a freeform tool any
   * text.
   */
  readonly input?: StandardSchemaV1 | JsonSchema;
  /** The names under which requests carry a schema. Here they would be passed over, so the compiler refuses them. */
  readonly input_schema?: never;
  readonly inputSchema?: never;
  readonly parameters?: never;
}

/** What a schema says of a value: `null` issues mean that it fits. */
export interface SchemaAnswer {
  readonly value: unknown;
  readonly issues: readonly Issue[] | null;
}

/** Checks one value, at once or later. */
export type Check = (value: unknown) => SchemaAnswer | Promise<SchemaAnswer>;

/** The tools of a request, ready to be asked. */
export interface Toolbox {
  /** The tool's check; `undefined` if there is no such tool. */
  find(name: string): Check | undefined;
  readonly names: readonly string[];
}

const acceptAll: Check = (value) => ({ value, issues: null });

/** Accepts every name and checks nothing. */
export const anyTool: Toolbox = { find: () => acceptAll, names: [] };

/** Compiles the tools of a request. @throws {TypeError} if a name comes twice or a schema cannot be compiled. */
export function createToolbox(tools: readonly SettleTool[]): Toolbox {
  return new RequestToolbox(tools);
}

/** Holds the tools alone: a toolbox lives as long as its stream, and a check is made again at no cost. */
class RequestToolbox implements Toolbox {
  /** Copies: what is changed on a tool behind `settle` must not change what is checked. */
  readonly #tools: readonly SettleTool[];

  constructor(tools: readonly SettleTool[]) {
    const names = new Set<string>();
    this.#tools = tools.map((tool) => {
      const copy = readTool(tool);
      if (names.has(copy.name)) throw new TypeError(`two tools are called "${copy.name}": give each a name of its own`);
      names.add(copy.name);
      // A schema that cannot be compiled is the caller's mistake, and is said before anything is read.
      createCheck(copy);
      return copy;
    });
  }

  get names(): readonly string[] {
    return this.#tools.map(({ name }) => name);
  }

  find(name: string): Check | undefined {
    const tool = this.#tools.find((candidate) => candidate.name === name);
    return tool === undefined ? undefined : createCheck(tool);
  }
}

function readTool(tool: SettleTool): SettleTool {
  if (typeof tool !== "object" || tool === null) throw new TypeError("a tool is an object: { name, input }");
  const { name, input } = tool;
  if (typeof name !== "string" || name === "")
    throw new TypeError('a tool needs a name: { name: "create_ticket", input }');
  if (input !== undefined) return { name, input };
  refuseSchemaElsewhere(tool);
  return { name };
}

function createCheck(tool: SettleTool): Check {
  const { input } = tool;
  if (input === undefined) return acceptAll;
  if (isStandardSchema(input)) return (value) => checkByStandard(input, value);
  const check = compileJsonSchema(input, tool.name);
  return (value) => ({ value, issues: check(value) });
}

/** The tools of a request carry their schema under other names; passed over, it would check nothing and let all run. */
function refuseSchemaElsewhere(tool: SettleTool): void {
  const misplaced = ["input_schema", "inputSchema", "parameters"].find((key) => key in tool);
  if (misplaced === undefined) return;
  throw new TypeError(
    `tool "${tool.name}" has a schema under ${misplaced}, which is not read: { name, input: tool.${misplaced} }`,
  );
}

function checkByStandard(schema: StandardSchemaV1, value: unknown): SchemaAnswer | Promise<SchemaAnswer> {
  // A copy: a validator may change what it is given, and the arguments as they were parsed are told as well.
  const result = schema["~standard"].validate(structuredClone(value));
  // Any thenable: taken for a result, it would have no issues and pass everything.
  if ("then" in result) return Promise.resolve(result).then((late) => answerOf(late, { value, schema }));
  return answerOf(result, { value, schema });
}

function answerOf(result: StandardSchemaV1.Result<unknown>, checked: Checked): SchemaAnswer {
  if (!("value" in result) && result.issues === undefined) throw new TypeError("the validator gave no result");
  if (result.issues === undefined) return { value: result.value, issues: null };
  return { value: checked.value, issues: toIssues(result.issues, checked) };
}
