import { isFields, isSaid, type Fields } from "../fields.ts";

/** What is known, and what came now. A part that comes again without what it had before does not take it away. */
export function mergeExtras(known: Fields | undefined, added: Fields): Fields {
  if (known === undefined) return added;
  const merged = new Map(Object.entries(known));
  for (const [key, value] of Object.entries(added)) {
    const before = merged.get(key);
    if (isFields(before) && isFields(value)) merged.set(key, mergeExtras(before, value));
    else if (isSaid(value) || !merged.has(key)) merged.set(key, value);
  }
  return Object.fromEntries(merged);
}
