import { endOfValue } from "./value-ends.ts";

/** A container that is being filled. */
type Container =
  | { readonly kind: "object"; readonly value: Record<string, unknown>; key: string | undefined }
  | { readonly kind: "array"; readonly value: unknown[] };

/**
 * Builds the value of a whole JSON document, as RFC 8259 has it and as `JSON.parse` is meant to: of a repeated key the last
 * value counts, and `__proto__` is a key like any other. It takes several times as long and is for documents with escaped
 * keys alone.
 *
 * The `JSON.parse` of V8 reads such keys wrong. Where objects parsed before went on with a certain key, it compares that key
 * with the next one as it is written, escapes and all, over as many characters as the next one has without its escapes:
 * after `{"\\":1}`, it takes `{"\u0062":1}` for `{"\\":1}`, and after `{"a\\":1}`, `{"a\n":1}` for that one. So a document
 * changes the keys of those that come after it, anywhere in the process. Seen by hand on 2026-12-01:
 *
 * - with Node 24.21.0 (V8 13.6.233.17), not with Node 22.23.5 (V8 12.4.254.21) nor 20.20.2 (V8 11.3.244.8); reported up
 *   to Node 26.5.0 (V8 14.6.202.34) in https://github.com/nodejs/node/issues/63785, still open, which names V8's own report,
 *   https://issues.chromium.org/issues/521080746;
 * - at the first key and at later ones, in nested objects and in arrays, in texts of one and of two bytes a character;
 * - as long as objects with the same keys before it went on with no more than eight different ones;
 * - never for a key without an escape, and the wrong key always has a backslash in it.
 *
 * @throws {SyntaxError} for some texts that are no document; others give a value that means nothing.
 */
export function buildValue(document: string): unknown {
  const open: Container[] = [];
  let at = skipSeparators(document, 0);
  while (at < document.length) {
    const char = document.charAt(at);
    const end = "{[]}".includes(char) ? at + 1 : endOfValue(document, at);
    if (char === "{") open.push({ kind: "object", value: {}, key: undefined });
    else if (char === "[") open.push({ kind: "array", value: [] });
    else {
      // What is parsed here has no keys, and is read right.
      const whole: unknown = char === "}" || char === "]" ? open.pop()?.value : JSON.parse(document.slice(at, end));
      const outer = open.at(-1);
      if (outer === undefined) return whole;
      take(outer, whole);
    }
    at = skipSeparators(document, end);
  }
  throw new SyntaxError("the document does not end");
}

/** A whole value inside a container: in an object, keys and values take turns. */
function take(container: Container, value: unknown): void {
  if (container.kind === "array") {
    container.value.push(value);
  } else if (container.key === undefined) {
    container.key = String(value);
  } else {
    const property = { value, enumerable: true, writable: true, configurable: true };
    Object.defineProperty(container.value, container.key, property);
    container.key = undefined;
  }
}

function skipSeparators(document: string, start: number): number {
  let at = start;
  while (at < document.length && ",: \n\r\t".includes(document.charAt(at))) at += 1;
  return at;
}
