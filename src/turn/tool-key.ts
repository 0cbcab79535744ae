import { quietly } from "../settle/quietly.ts";

/**
 * The key that a tool's own `intent` gave. Without types it may give anything, and `undefined` would be one key for all.
 *
 * @throws {TypeError} where it is no key.
 */
export function readKey(toolName: string, key: unknown): string {
  if (typeof key === "string" && key !== "") return key;
  // A promise that is passed over may still fail, which must not end the process.
  quietly(() => key);
  throw new TypeError(`intent of tool "${toolName}" gives a string that is not empty, at once`);
}
