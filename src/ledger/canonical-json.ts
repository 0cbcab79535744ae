/**
 * Writes a JSON value in the one form that RFC 8785 gives it: no white space, keys in the order of their UTF-16 code
 * units, numbers and strings as ECMAScript prints them. Two values are the same exactly if their forms are.
 *
 * @throws {TypeError} for what JSON has no form for: `undefined`, a number that is not finite, half of a character.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") return canonicalNumber(value);
  if (typeof value === "string") return canonicalString(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value === "object") return canonicalObject(value);
  throw new TypeError(`${typeof value} has no place in JSON`);
}

function canonicalNumber(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`${value} has no place in JSON`);
  // Negative zero prints as 0 (RFC 8785, 3.2.2.3).
  return String(value);
}

function canonicalString(value: string): string {
  if (!value.isWellFormed()) throw new TypeError("half of a surrogate pair has no place in canonical JSON");
  return JSON.stringify(value);
}

function canonicalObject(value: object): string {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    throw new TypeError(
      `${Object.prototype.toString.call(value)} has no place in JSON: give it as text or plain object`,
    );
  }
  // The order of the default sort is that of UTF-16 code units, as RFC 8785 asks.
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([key, member]) => `${canonicalString(key)}:${canonicalJson(member)}`).join(",")}}`;
}
