import type { JsonObject } from "../formats/dialect.ts";
import { valueAt } from "../settle/received.ts";

/** What a `$ref` such as `#/$defs/Address` leads to; `undefined` where it leads nowhere, or is no JSON Pointer. */
export function behindReference(root: JsonObject, target: string): unknown {
  if (target === "#") return root;
  if (!target.startsWith("#/")) return undefined;
  try {
    return valueAt(root, decodeURIComponent(target.slice(1)));
  } catch {
    // Half of an escape is no address.
    return undefined;
  }
}
