/** Bounds on what a preview holds and shows. Characters are UTF-16 code units. */
export interface PreviewLimits {
  /** Characters of a text or a number; what is longer ends in `…`, which is not counted. Default 20,000. */
  readonly maxTextChars: number;
  /** Characters of a key; a member with a longer one is not shown. Default 256. */
  readonly maxKeyChars: number;
  /** Members of one object and elements of one list. Default 100. */
  readonly maxEntries: number;
  /** Values in all. Default 1,000. */
  readonly maxValues: number;
  /** Keys and indexes on the way to a value. Default 8, at most 500. */
  readonly maxDepth: number;
  /** Levels of lists and objects that are read at all; deeper text is not read on. Default 128. */
  readonly maxNesting: number;
  /** Values whose place in the text is remembered. Default 4,096. */
  readonly maxSpans: number;
}

/** The limits in force where none are given. */
const defaultPreviewLimits: PreviewLimits = {
  maxTextChars: 20_000,
  maxKeyChars: 256,
  maxEntries: 100,
  maxValues: 1000,
  maxDepth: 8,
  maxNesting: 128,
  maxSpans: 4096,
};

/** A snapshot walks as deep as a preview is; this many levels are no strain on any stack. */
const DEEPEST = 500;

/** Fills limits up with the defaults. @throws {RangeError} for a limit that is no whole number from 0 up. */
export function readPreviewLimits(given: Partial<PreviewLimits>): PreviewLimits {
  const limits = { ...defaultPreviewLimits, ...given };
  for (const [name, limit] of Object.entries(limits)) {
    if (!Number.isSafeInteger(limit) || limit < 0)
      throw new RangeError(`${name} is a whole number from 0 up: { ${name}: 100 }`);
  }
  if (limits.maxDepth > DEEPEST) throw new RangeError(`maxDepth is at most ${DEEPEST}: { maxDepth: ${DEEPEST} }`);
  return limits;
}
