/** Counts requests by the model that they ask for. */
export interface RequestCounter {
  /** The number of this request, from 1. */
  count(model: string): number;
}

/** A simulator that runs for days must not count every model name that it ever heard. */
const COUNTED_MODELS = 10_000;

/** Makes a counter that starts at nothing. */
export function createRequestCounter(): RequestCounter {
  const counts = new Map<string, number>();
  return {
    count(model) {
      const number = (counts.get(model) ?? 0) + 1;
      counts.delete(model);
      counts.set(model, number);
      const [oldest] = counts.keys();
      if (counts.size > COUNTED_MODELS && oldest !== undefined) {
        counts.delete(oldest);
      }
      return number;
    },
  };
}
