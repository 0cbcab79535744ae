import type { Issue } from "../protocol/outcome.ts";
import { NOTHING } from "../settle/received.ts";
import { cutLine } from "./answer-text.ts";

/** As many as a model can mend at once; validators may find thousands. */
const MAX_ISSUES = 20;

/** Longer lists of values are cut. */
const MAX_ALLOWED = 50;

/** Every name of a path comes from the model or the schema. */
const MAX_PATH_CHARS = 200;
const MAX_PART_CHARS = 300;

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
  const steps = pointer.split("/").slice(1);
  const written = steps
    .map((step, at) => writeStep(step.replaceAll("~1", "/").replaceAll("~0", "~"), at === 0))
    .join("");
  return cutLine(written, MAX_PATH_CHARS);
}

function writeStep(step: string, isFirst: boolean): string {
  if (/^\d+$/.test(step)) return `[${step}]`;
  if (/^[\w$-]+$/.test(step)) return isFirst ? step : `.${step}`;
  return `[${JSON.stringify(step)}]`;
}

function sayIssue(issue: Issue): string {
  const { path, expected, received, allowed, message } = issue;
  if (isMissing(issue)) {
    return `${readablePath(path)}: missing; expected ${cutLine(expected, MAX_PART_CHARS)}${sayAllowed(issue)}`;
  }
  const isSaid = allowed !== undefined && expected.startsWith("one of ");
  const parts = [
    `${readablePath(path)}: expected ${isSaid ? sayList(allowed) : cutLine(expected, MAX_PART_CHARS)}`,
    isSaid ? "" : sayAllowed(issue),
    `, received ${cutLine(received, MAX_PART_CHARS)}`,
    message === expected ? "" : ` (${cutLine(message, MAX_PART_CHARS)})`,
  ];
  return parts.join("");
}

function sayAllowed({ allowed, expected }: Issue): string {
  if (allowed === undefined || expected.startsWith("one of ")) return "";
  return `, allowed: ${listValues(allowed)}`;
}

function sayList(allowed: readonly unknown[]): string {
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
