/** The ids of one message: what an answer is addressed to must be there, and only once. */
export interface CallIds {
  /** Takes the provider's id, or a variant of it where another call has it already. */
  take(id: string): string;
  /** Makes an id for a call that never got one. */
  make(index: number): string;
}

/** Makes the register of one message. Ids are made by counting, so that a replay makes the same ones. */
export function createCallIds(): CallIds {
  return new MessageCallIds();
}

class MessageCallIds implements CallIds {
  // A list, since most messages have one call or two, and a set holds room for more than that.
  #taken: string[] = [];

  take(id: string): string {
    return this.#firstFree(id);
  }

  make(index: number): string {
    return this.#firstFree(`rollcall-${index}`);
  }

  #firstFree(stem: string): string {
    let id = stem;
    for (let count = 2; this.#taken.includes(id); count += 1) id = `${stem}-${count}`;
    // A list that is made with its first entry has room for one; one that is pushed to has room for seventeen.
    if (this.#taken.length === 0) this.#taken = [id];
    else this.#taken.push(id);
    return id;
  }
}
