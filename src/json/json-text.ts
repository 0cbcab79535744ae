/** What becomes of a value that is to be written as JSON. */
export type JsonText =
  | { readonly kind: "text"; readonly text: string }
  /** There is nothing to write. */
  | { readonly kind: "nothing" }
  /** JSON would drop it, or write it as if there were nothing in it; `what` names it, such as `a Map`. */
  | { readonly kind: "formless"; readonly what: string }
  | { readonly kind: "unwritable"; readonly error: unknown };

/**
 * Writes a value as JSON, and admits where JSON has no form for it: of a `Map`, an `Error` or a `Response` it would make an
 * empty object, which says that there is nothing. What has a `toJSON` has a form of its own. Never throws.
 */
export function jsonText(value: unknown): JsonText {
  if (typeof value === "function" || typeof value === "symbol") return { kind: "formless", what: `a ${typeof value}` };
  try {
    const text: unknown = JSON.stringify(value);
    // A `toJSON` may give nothing.
    if (typeof text !== "string") return { kind: "nothing" };
    return isLost(value, text) ? { kind: "formless", what: nameOf(value) } : { kind: "text", text };
  } catch (error) {
    return { kind: "unwritable", error };
  }
}

function isLost(value: unknown, text: string): value is object {
  if (typeof value !== "object" || value === null || isPlain(value)) return false;
  if ("toJSON" in value && typeof value.toJSON === "function") return false;
  return text === "{}" || value instanceof Error || ArrayBuffer.isView(value) || isStream(value);
}

/** An object without a class, of whichever realm; or a list. */
function isPlain(value: object): boolean {
  const origin: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || origin === null || Object.getPrototypeOf(origin) === null;
}

/** Streams of Node.js have their own state among their fields. */
function isStream(value: object): boolean {
  return Symbol.asyncIterator in value;
}

function nameOf(value: object): string {
  const name = Object.prototype.toString.call(value).slice("[object ".length, -1);
  if (name === "Object") return "an object with nothing that JSON sees";
  return `${/^[AEIO]/.test(name) ? "an" : "a"} ${name}`;
}
