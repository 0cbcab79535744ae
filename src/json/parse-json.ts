import { buildValue } from "./build-value.ts";
import { endOfString, skipSpace } from "./value-ends.ts";

/**
 * `JSON.parse` with every key as it was written, whatever was parsed before: see {@link buildValue} for what an engine may
 * make of an escaped one. For text of others whose keys matter to what is run, kept or sent. Depth has no limit.
 *
 * @throws {SyntaxError} for what is no JSON document, as `JSON.parse` does.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return hasEscapedKey(text) ? buildValue(text) : value;
}

/** Whether a whole document has a key that is written with an escape. Strings without escapes are not looked at. */
function hasEscapedKey(document: string): boolean {
  let escape = document.indexOf("\\");
  while (escape !== -1) {
    const end = endOfString(document, escape);
    if (document[skipSpace(document, end)] === ":") return true;
    escape = document.indexOf("\\", end);
  }
  return false;
}
