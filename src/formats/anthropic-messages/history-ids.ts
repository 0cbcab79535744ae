/** The longest id that a request may hold, and what it may be made of (text of the API's 400 answers). */
const MAX_ID_CHARS = 64;
const FOREIGN_CHARS = /[^a-zA-Z0-9_-]/g;

/** The ids of the calls of one history. */
export interface HistoryIds {
  /** The id itself where the provider takes it and no other call has it; else the nearest one of which that holds. */
  fit(id: string): string;
}

/** Makes the register of a history in which these ids stand. The same history gives the same ids. */
export function createHistoryIds(standing: Iterable<string>): HistoryIds {
  const taken = new Set(standing);
  return {
    fit(id) {
      const stem = id.replace(FOREIGN_CHARS, "_").slice(0, MAX_ID_CHARS) || "call";
      let fitting = stem;
      for (let count = 2; taken.has(fitting); count += 1) {
        const suffix = `-${count}`;
        fitting = stem.slice(0, MAX_ID_CHARS - suffix.length) + suffix;
      }
      taken.add(fitting);
      return fitting;
    },
  };
}
