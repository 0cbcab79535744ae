import { canonicalJson } from "../ledger/canonical-json.ts";
import { parseJson } from "../json/parse-json.ts";
import type { Invalid, Issue } from "../protocol/outcome.ts";
import { valueAt } from "../settle/received.ts";

/**
 * What a call failed by. Two calls have the same signature exactly if they name the same tool and fail at the same paths,
 * by the same keywords, with the same values there: asking the model once more would make nothing new. The order of the
 * issues, of an object's keys and all that was right do not matter.
 */
export function failureSignature({ call, cause, issues }: Invalid): string {
  // Of a key given twice and of an inexact number reading keeps too little, and a tool that is not there takes no values.
  const document = cause === "schema" || cause === "not-an-object" ? readDocument(call.text) : undefined;
  const failures = issues.map((issue) => JSON.stringify([issue.path, issue.keyword, valueOf(issue, document)]));
  return JSON.stringify([call.name, cause, failures.toSorted()]);
}

/** Whole, since `received` is cut: long values that differ late would count as the same. */
function valueOf({ path, received }: Issue, document: unknown): string {
  const value = valueAt(document, path);
  if (value === undefined) return received;
  try {
    return canonicalJson(value);
  } catch {
    // Half of a character has no canonical form.
    return JSON.stringify(value);
  }
}

/** What was announced as an object may have been sent as a string that holds it. */
function readDocument(text: string): unknown {
  const document = parse(text);
  return typeof document === "string" ? (parse(document) ?? document) : document;
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
