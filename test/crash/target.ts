import { appendFileSync, existsSync, mkdirSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/**
 * What the tool acts on: files that are only ever appended to, a line for each effect. They count for themselves, and
 * nothing of the ledger is involved.
 */
export interface Target {
  act(key: string): void;
  count(key: string): number;
  /** How many effects there were, of all keys. */
  total(): number;
}

/** The target in this folder. */
export function targetIn(folder: string): Target {
  mkdirSync(folder, { recursive: true });
  // A file for each hundred keys: counting one must not read all the others.
  const fileOf = (key: string): string => join(folder, key.replace(/\d{1,2}$/, "xx"));
  return {
    act: (key) => appendFileSync(fileOf(key), `${key}\n`),
    count: (key) => linesOf(fileOf(key)).filter((line) => line === key).length,
    total: () => readdirSync(folder).reduce((sum, name) => sum + linesOf(join(folder, name)).length, 0),
  };
}

function linesOf(file: string): readonly string[] {
  return existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : [];
}
