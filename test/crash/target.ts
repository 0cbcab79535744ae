import { appendFileSync, existsSync, mkdirSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/**
 * What the tools act on: files that are only ever appended to, a line for each effect. They count for themselves, and
 * nothing of Rollcall is involved.
 */
export interface Target {
  /** Does something once more; `place` is what it is done for, without a blank. */
  act(place: string, effect: string): void;
  /** Everything that was done for a place, in order. */
  effectsOf(place: string): readonly string[];
  /** How many effects there were, of all places. */
  total(): number;
}

/** The target in this folder. */
export function targetIn(folder: string): Target {
  mkdirSync(folder, { recursive: true });
  // A file for each hundred places: looking at one must not read all the others.
  const fileOf = (place: string): string => join(folder, place.replace(/\d{1,2}$/, "xx"));
  return {
    act: (place, effect) => appendFileSync(fileOf(place), `${place} ${effect}\n`),
    effectsOf: (place) =>
      linesOf(fileOf(place))
        .filter((line) => line.startsWith(`${place} `))
        .map((line) => line.slice(place.length + 1)),
    total: () => readdirSync(folder).reduce((sum, name) => sum + linesOf(join(folder, name)).length, 0),
  };
}

function linesOf(file: string): readonly string[] {
  return existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : [];
}
