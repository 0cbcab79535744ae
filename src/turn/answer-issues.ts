import type { Issue } from "../protocol/outcome.ts";
import { NOTHING } from "../settle/received.ts";
import { cutLine } from "../protocol/cut-text.ts";

/** As many as a model can mend at once; validators may find thousands. */
const MAX_ISSUES = 20;

/** Longer lists of values are cut. */
const MAX_ALLOWED = 50;

/** Every name of a path comes from the model or the schema. */
const MAX_PATH_CHARS = 200;
const MAX_PART_CHARS = 300;

/** What the check of JSON Schemas expects of a property that it does not know. */
const NO_SUCH_PROPERTY = "no such property";

/** One line for each issue, the first ones and a count where there are many. */
export function issueLines(issues: readonly Issue[]): readonly string[] {
  const lines = issues.slice(0, MAX_ISSUES).map((issue) => `- ${sayIssue(issue)}`);
  const rest = issues.length - MAX_ISSUES;
  return rest > 0 ? [...lines, `- and ${rest} more`] : lines;
}

/** Whether a value was asked for that the call does not have. */
export function isMissing({ received, path }: Issue): boolean {
  return received === NOTHING && path !== "";
}

/** A JSON Pointer as people write it: `/lines/0/price` is `lines[0].price`. */
export function readablePath(pointer: string): string {
  if (pointer === "") return "the arguments";
  const written = stepsOf(pointer).map((step, at) => writeStep(step, at === 0));
  return cutLine(written.join(""), MAX_PATH_CHARS);
}

function stepsOf(pointer: string): readonly string[] {
  const steps = pointer.split("/").slice(1);
  return steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function writeStep(step: string, isFirst: boolean): string {
  if (/^\d+$/.test(step)) return `[${step}]`;
  if (/^[\w$-]+$/.test(step)) return isFirst ? step : `.${step}`;
  return `[${JSON.stringify(step)}]`;
}

function sayIssue(issue: Issue): string {
  const { path, received, expected, allowed, message } = issue;
  const place = readablePath(path);
  // Some validators expect nothing but the key.
  if (isMissing(issue))
    return isKeyOf(path, expected) ? `${place}: missing` : `${place}: missing; expected ${sayWanted(issue)}`;
  const said = cutLine(message, MAX_PART_CHARS);
  const given = cutLine(received, MAX_PART_CHARS);
  // Where a validator does not say what it expects, its message says what is wrong.
  if (message === expected && allowed === undefined) return `${place}: ${said}; received ${given}`;
  return `${place}: expected ${sayWanted(issue)}, received ${given} (${said})`;
}

function isKeyOf(pointer: string, expected: string): boolean {
  return stepsOf(pointer).at(-1) === expected.replace(/^"(.*)"$/, "$1");
}

function sayWanted({ expected, allowed }: Issue): string {
  if (allowed === undefined) return cutLine(expected, MAX_PART_CHARS);
  // Of a property that there is not, the names of those that there are.
  if (expected === NO_SUCH_PROPERTY) return `${expected} (there are ${listValues(allowed)})`;
  return `one of ${listValues(allowed)}`;
}

/** Values that a schema allows, as JSON. */
export function listValues(values: readonly unknown[]): string {
  if (values.length === 0) return "none";
  const shown = values
    .slice(0, MAX_ALLOWED)
    .map((value) => cutLine(JSON.stringify(value) ?? "undefined", MAX_PATH_CHARS));
  const rest = values.length - MAX_ALLOWED;
  return rest > 0 ? `${shown.join(", ")} and ${rest} more` : shown.join(", ");
}
