/** Whoever wants to hear of changes. */
export interface Listeners {
  readonly subscribe: (listener: () => void) => () => void;
  readonly tell: () => void;
}

/** Makes a list without listeners. */
export function createListeners(): Listeners {
  const listeners = new Set<() => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell() {
      for (const listener of listeners) listener();
    },
  };
}
