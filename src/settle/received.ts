/** What `received` says where there was no value at all. */
export const NOTHING = "nothing";

/** Long values would drown what is wrong with them. */
const MAX_CHARS = 120;

/** Describes a received value as JSON, cut to a bounded length. */
export function describeReceived(value: unknown): string {
  if (value === undefined) return NOTHING;
  const json = JSON.stringify(value) ?? String(value);
  const points = [...json.slice(0, MAX_CHARS * 2)];
  return points.length <= MAX_CHARS && json.length <= MAX_CHARS * 2 ? json : `${points.slice(0, MAX_CHARS).join("")}…`;
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
