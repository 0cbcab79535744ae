/** What an issue says, whichever library or check found it: the same case reads the same. */

/** What was expected where a value is that has no place there. */
export const NO_SUCH_PROPERTY = "no such property";

/** What may stand at a place: in words, and as a list where all values can be listed. */
export interface Wanted {
  readonly expected: string;
  readonly allowed?: readonly unknown[];
}

/** Of a value that must be one of these. */
export function oneOf(allowed: readonly unknown[]): Wanted {
  return { expected: `one of ${JSON.stringify(allowed)}`, allowed };
}

/** Of a value that may be one or another: a list where each of them can be listed. */
export function anyOf(choices: readonly Wanted[]): Wanted | undefined {
  const [only, ...others] = choices;
  if (only === undefined || others.length === 0) return only;
  const lists = choices.flatMap(({ allowed, expected }) => {
    if (allowed !== undefined) return [allowed];
    return expected === "null" ? [[null]] : [];
  });
  if (lists.length === choices.length) return oneOf([...new Set(lists.flat())]);
  return { expected: [...new Set(choices.map(({ expected }) => expected))].join(" or ") };
}
