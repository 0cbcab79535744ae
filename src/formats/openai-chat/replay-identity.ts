/** Longer names are refused, and so are other characters (`openai` 7.59.0, `FunctionDefinition.name`, 2026-12-01). */
const MAX_NAME_CHARS = 64;
/** OpenAI refuses longer ids in a history, and hosts behind a gateway give longer ones (pi-ai 1.6.0, 2026-12-01). */
const MAX_ID_CHARS = 40;
const FOREIGN_CHARS = /[^a-zA-Z0-9_-]/g;

/** The ids of a history, in which every call has one of its own. */
export interface ReplayIds {
  /** The id under which the call goes into the history: its own where that can be. */
  take(id: string): string;
}

/** Makes the register of a history in which these ids are taken. Ids are made by counting: a replay makes the same ones. */
export function createReplayIds(taken: ReadonlySet<string>): ReplayIds {
  const ids = new Set(taken);
  return {
    take(id) {
      const stem = id.replace(FOREIGN_CHARS, "_").slice(0, MAX_ID_CHARS) || "call";
      let free = stem;
      for (let count = 2; ids.has(free); count += 1) {
        const ending = `-${count}`;
        free = stem.slice(0, MAX_ID_CHARS - ending.length) + ending;
      }
      ids.add(free);
      return free;
    },
  };
}

/** The name under which a call goes into the history: its own where a request may say it. */
export function replayName(name: string): string {
  return name.replace(FOREIGN_CHARS, "_").slice(0, MAX_NAME_CHARS) || "unnamed";
}
