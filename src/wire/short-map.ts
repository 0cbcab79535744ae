/**
 * A map that has one entry as a rule. The first is held without a table: an open stream is held for a long time, and a table
 * takes as much room as twenty fields.
 */
export interface ShortMap<Key extends string | number | null, Value> {
  get(key: Key): Value | undefined;
  has(key: Key): boolean;
  set(key: Key, value: Value): void;
}

/** Makes an empty map. */
export function createShortMap<Key extends string | number | null, Value>(): ShortMap<Key, Value> {
  return new OneEntryMap();
}

class OneEntryMap<Key extends string | number | null, Value> implements ShortMap<Key, Value> {
  #firstKey: Key | undefined;
  #firstValue: Value | undefined;
  /** Everything but the first entry. */
  #others: Map<Key, Value> | undefined;

  get(key: Key): Value | undefined {
    return key === this.#firstKey ? this.#firstValue : this.#others?.get(key);
  }

  has(key: Key): boolean {
    return key === this.#firstKey || this.#others?.has(key) === true;
  }

  set(key: Key, value: Value): void {
    if (this.#firstKey === undefined || key === this.#firstKey) {
      this.#firstKey = key;
      this.#firstValue = value;
      return;
    }
    this.#others ??= new Map();
    this.#others.set(key, value);
  }
}
