import { endOfString, endOfValue, skipSpace } from "./value-ends.ts";

/**
 * Finds the text of one value inside a document that `JSON.parse` has already taken. Providers that send arguments as a
 * JSON object instead of text need it: parsing the frame has rounded large integers and dropped repeated keys by then, so
 * only the text still shows what was written.
 */
export function rawSlice(document: string, path: readonly (string | number)[]): string | undefined {
  let start = skipSpace(document, 0);
  for (const step of path) {
    const next = typeof step === "number" ? findElement(document, start, step) : findMember(document, start, step);
    if (next === undefined) return undefined;
    start = next;
  }
  return document.slice(start, endOfValue(document, start));
}

function findElement(document: string, start: number, index: number): number | undefined {
  let at = skipSpace(document, start + 1);
  for (let skipped = 0; document[at] !== "]"; skipped += 1) {
    if (skipped === index) return at;
    at = skipSpace(document, endOfValue(document, at));
    if (document[at] === ",") at = skipSpace(document, at + 1);
  }
  return undefined;
}

/** Where the member's value starts. Of a repeated key the last one, as `JSON.parse` has it. */
function findMember(document: string, start: number, key: string): number | undefined {
  let found: number | undefined;
  let at = skipSpace(document, start + 1);
  while (document[at] !== "}") {
    const keyEnd = endOfString(document, at);
    const valueStart = skipSpace(document, skipSpace(document, keyEnd) + 1);
    if (JSON.parse(document.slice(at, keyEnd)) === key) found = valueStart;
    at = skipSpace(document, endOfValue(document, valueStart));
    if (document[at] === ",") at = skipSpace(document, at + 1);
  }
  return found;
}
