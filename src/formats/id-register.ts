/** Which ids a provider takes in a history. */
export interface IdRules {
  readonly maxChars: number;
  /** The characters that it refuses, with the flag `g`; left out where it refuses none. */
  readonly foreignChars?: RegExp;
}

/** The ids of the calls of one history, in which every call has one of its own. */
export interface IdRegister {
  /** The id under which a call goes into the history: its own where that can be, else the nearest one that can. */
  take(id: string): string;
}

/** Makes the register of a history in which these ids stand. Ids are made by counting: a replay makes the same ones. */
export function createIdRegister(standing: Iterable<string>, rules: IdRules): IdRegister {
  const { maxChars } = rules;
  const taken = new Set(standing);
  return {
    take(id) {
      const stem = withoutForeign(id, rules).slice(0, maxChars).toWellFormed() || "call";
      let free = stem;
      for (let count = 2; taken.has(free); count += 1) {
        const ending = `-${count}`;
        free = stem.slice(0, maxChars - ending.length).toWellFormed() + ending;
      }
      taken.add(free);
      return free;
    },
  };
}

function withoutForeign(id: string, { foreignChars }: IdRules): string {
  return foreignChars === undefined ? id : id.replace(foreignChars, "_");
}
