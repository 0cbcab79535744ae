/** What `received` says where there was no value at all. */
export const NOTHING = "nothing";

/** Long values would drown what is wrong with them. */
const MAX_CHARS = 120;

/** Describes a received value as JSON, cut to a bounded length. */
export function describeReceived(value: unknown): string {
  if (value === undefined) return NOTHING;
  const json: unknown = JSON.stringify(value);
  if (typeof json !== "string") return `a ${typeof value}`;
  if (json.length <= MAX_CHARS) return json;
  // A pair of surrogates is one character: half of it would be none.
  const isInsidePair = /[\uD800-\uDBFF]$/.test(json.slice(0, MAX_CHARS));
  return `${json.slice(0, isInsidePair ? MAX_CHARS - 1 : MAX_CHARS)}…`;
}

/** The value at a JSON Pointer; `undefined` where there is none. Only own properties are followed. */
export function valueAt(root: unknown, pointer: string): unknown {
  let value = root;
  for (const step of pointer.split("/").slice(1)) {
    const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Object.getOwnPropertyDescriptor(value, key)?.value;
  }
  return value;
}
