/** What the check of JSON Schemas found, told as issues: of a value that fits none of several schemas, what helps. */
import type { ErrorObject } from "ajv";
import { isList } from "../json/is-list.ts";
import { toPointer } from "../json/scan.ts";
import type { Issue } from "../protocol/outcome.ts";
import { behind, wantedBy } from "./declared.ts";
import { NO_SUCH_PROPERTY, oneOf, type Wanted } from "./issue-words.ts";
import { describeReceived, NOTHING, valueAt } from "./received.ts";
import { chooseIssues, type Whole } from "./union-issues.ts";

/** What was checked: the value, and the schema that references are in. */
interface Checked {
  readonly value: unknown;
  readonly root: unknown;
}

/** What was found by one schema inside the whole. */
interface Finding {
  readonly place: string;
  readonly schema: unknown;
  readonly issues: readonly Issue[];
}

/** Tells the errors of one check, which come in the order in which the schema was gone through. */
export function toIssues(errors: readonly ErrorObject[], checked: Checked): readonly Issue[] {
  const findings: Finding[] = [];
  const reached = new Map<unknown, ReadonlySet<unknown>>();
  for (const error of errors) {
    // `if` only says that one of its branches failed, and that branch has an error of its own.
    if (error.keyword === "if") continue;
    const { instancePath: place, parentSchema: schema } = error;
    const issues = isChoice(error)
      ? choiceIssues(
          error,
          takeBranches(error, findings, (branch) => reachOf(branch, checked.root, reached)),
          checked,
        )
      : [toIssue(error, checked)];
    findings.push({ place, schema, issues });
  }
  return findings.flatMap(({ issues }) => issues);
}

function isChoice({ keyword, schema }: ErrorObject): boolean {
  return (keyword === "anyOf" || keyword === "oneOf") && isList(schema);
}

/** What the branches of a choice found stands right before the choice itself, in the order of the branches. */
function takeBranches(
  { instancePath, schema }: ErrorObject,
  findings: Finding[],
  reach: (branch: unknown) => ReadonlySet<unknown>,
): readonly (readonly Issue[])[] {
  const branches = isList(schema) ? schema : [];
  const issues: Issue[][] = branches.map(() => []);
  const seen = branches.map(() => new Set<string>());
  let at = branches.length - 1;
  for (let last = findings.at(-1); last !== undefined; last = findings.at(-1)) {
    const { place, schema: found, issues: told } = last;
    if (place !== instancePath && !place.startsWith(`${instancePath}/`)) break;
    const key = told.map(({ path, keyword }) => `${keyword} ${path}`).join();
    const isFrom = (branch: unknown, index: number): boolean => index <= at && reach(branch).has(found);
    // Branches may share a schema: what one of them says a second time is another's.
    const first = branches.findLastIndex((branch, index) => isFrom(branch, index) && seen[index]?.has(key) !== true);
    at = first < 0 ? branches.findLastIndex(isFrom) : first;
    if (at < 0) break;
    issues[at]?.unshift(...told);
    seen[at]?.add(key);
    findings.pop();
  }
  return issues;
}

/** All schemas that are inside a branch, also behind its references. */
function reachOf(branch: unknown, root: unknown, reached: Map<unknown, ReadonlySet<unknown>>): ReadonlySet<unknown> {
  const known = reached.get(branch);
  if (known !== undefined) return known;
  const inside = new Set([branch]);
  for (const schema of inside) {
    if (typeof schema !== "object" || schema === null) continue;
    for (const member of Object.values(schema)) if (typeof member === "object") inside.add(member);
    inside.add(behind(schema, root));
  }
  reached.set(branch, inside);
  return inside;
}

function choiceIssues(error: ErrorObject, branches: readonly (readonly Issue[])[], checked: Checked): readonly Issue[] {
  const { instancePath: path, keyword, message = "does not fit" } = error;
  const whole: Whole = { path, keyword, received: describeReceived(valueAt(checked.value, path)), message };
  if (isList(error.params["passingSchemas"])) {
    return [{ ...whole, expected: "a value that fits exactly one of several shapes, and it fits more" }];
  }
  return chooseIssues(whole, branches);
}

function toIssue(error: ErrorObject, { value, root }: Checked): Issue {
  const key = subjectKey(error);
  const path = key === undefined ? error.instancePath : error.instancePath + toPointer([key]);
  const received = valueAt(value, path);
  return {
    path,
    keyword: error.keyword,
    ...wantedOf(error, key, root),
    received: error.keyword === "required" ? NOTHING : describeReceived(received),
    message: patternComplaint(error, received) ?? error.message ?? "does not fit",
  };
}

/** What is wrong with a text that was to be a pattern: that it is none helps nobody. */
function patternComplaint({ keyword, params }: ErrorObject, received: unknown): string | undefined {
  if (keyword !== "format" || params["format"] !== "regex" || typeof received !== "string") return undefined;
  try {
    void new RegExp(received, "u");
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : undefined;
  }
}

/** A few keywords speak of a property of the value that they stand at. */
function subjectKey({ params }: ErrorObject): string | undefined {
  const name: unknown = params["missingProperty"] ?? params["additionalProperty"] ?? params["unevaluatedProperty"];
  return typeof name === "string" ? name : undefined;
}

function wantedOf(error: ErrorObject, key: string | undefined, root: unknown): Wanted {
  const { keyword, params, parentSchema, message } = error;
  const properties: unknown = parentSchema?.["properties"];
  switch (keyword) {
    case "required":
    case "dependentRequired":
      return wantedBy(propertyOf(properties, key), root) ?? { expected: "a value" };
    case "type":
      return { expected: String(params["type"]).replaceAll(",", " or ") };
    case "additionalProperties":
    case "unevaluatedProperties":
      return {
        expected: NO_SUCH_PROPERTY,
        ...(typeof properties === "object" && properties !== null ? { allowed: Object.keys(properties) } : {}),
      };
    case "const":
      return oneOf([params["allowedValue"]]);
    default: {
      const values: unknown = params["allowedValues"];
      return isList(values) ? oneOf(values) : { expected: message ?? keyword };
    }
  }
}

function propertyOf(properties: unknown, key: string | undefined): unknown {
  if (typeof properties !== "object" || properties === null || key === undefined) return undefined;
  return Object.hasOwn(properties, key) ? Reflect.get(properties, key) : undefined;
}
