/** The ids of one message: what an answer is addressed to must be there, and only once. */
export interface CallIds {
  /** Takes the provider's id, or a variant of it where another call has it already. */
  take(id: string): string;
  /** Makes an id for a call that never got one. */
  make(index: number): string;
}

/** Makes the register of one message. Ids are made by counting, so that a replay makes the same ones. */
export function createCallIds(): CallIds {
  const taken = new Set<string>();

  function firstFree(stem: string): string {
    let id = stem;
    for (let count = 2; taken.has(id); count += 1) id = `${stem}-${count}`;
    taken.add(id);
    return id;
  }

  return {
    take: firstFree,
    make: (index) => firstFree(`rollcall-${index}`),
  };
}
