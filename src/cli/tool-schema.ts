import { toPointer } from "../json/scan.ts";
import type { Issue } from "../protocol/outcome.ts";
import { compileJsonSchema, type JsonSchema, type JsonSchemaCheck } from "../settle/json-schema.ts";

/** What is wrong with a schema, and where in it. */
export interface SchemaComplaint {
  /** A JSON Pointer into the schema; empty for the schema as a whole. */
  readonly pointer: string;
  readonly text: string;
}

const DRAFT_07 = "http://json-schema.org/draft-07/schema#";
const DRAFT_2020_12 = "https://json-schema.org/draft/2020-12/schema";

/** Says what keeps a tool's schema from being compiled; `null` if nothing does. */
export function schemaComplaint(schema: JsonSchema, toolName: string): SchemaComplaint | null {
  try {
    compileJsonSchema(schema, toolName);
    return null;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const issue = metaIssue(schema);
    if (issue === null) return { pointer: namedPlace(schema, error.message) ?? "", text: error.message };
    return {
      pointer: issue.path,
      text: `the input schema of tool ${JSON.stringify(toolName)} does not compile: ${issueText(issue)}`,
    };
  }
}

/**
 * The first thing in a schema that the schema of schemas does not allow. A keyword that may be written in several ways
 * has one issue for each of them and one for their choice: the one deepest inside says most, or can list what is allowed.
 */
function metaIssue(schema: JsonSchema): Issue | null {
  const issues = (checkOf(schema)(schema) ?? []).filter(({ keyword }) => keyword !== "anyOf");
  const [first, ...others] = issues;
  if (first === undefined) return null;
  const told = others.filter(({ path }) => path === first.path || path.startsWith(`${first.path}/`));
  return told.reduce((best, issue) => (saysMore(issue, best) ? issue : best), first);
}

function saysMore(issue: Issue, other: Issue): boolean {
  if (issue.path !== other.path) return issue.path.length > other.path.length;
  return issue.allowed !== undefined && other.allowed === undefined;
}

function checkOf({ $schema: dialect }: JsonSchema): JsonSchemaCheck {
  const isDraft07 = typeof dialect === "string" && dialect.includes("draft-07");
  const meta = isDraft07 ? { $schema: DRAFT_07, $ref: DRAFT_07 } : { $ref: DRAFT_2020_12 };
  return compileJsonSchema(meta, "a schema");
}

function issueText({ keyword, expected, allowed, message, received }: Issue): string {
  if (allowed !== undefined) return `expected ${expected}; found ${received}`;
  return `${keyword === "type" ? `expected ${expected.replaceAll(",", " or ")}` : message}; found ${received}`;
}

/** Where a reference or a pattern stands that the complaint of the compiler names. */
function namedPlace(schema: JsonSchema, complaint: string): string | null {
  const waiting: (readonly [path: readonly string[], value: unknown])[] = [[[], schema]];
  for (const [path, value] of waiting) {
    const key = path.at(-1);
    const isNamed =
      (key === "$ref" && complaint.includes(` ${String(value)} `)) ||
      (key === "pattern" && complaint.includes(`/${String(value)}/`));
    if (isNamed) return toPointer(path);
    for (const [step, member] of membersOf(value)) waiting.push([[...path, step], member]);
  }
  return null;
}

function membersOf(value: unknown): readonly (readonly [step: string, member: unknown])[] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}
