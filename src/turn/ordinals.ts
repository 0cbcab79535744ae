import type { StandingCall } from "../formats/dialect.ts";
import { canonicalJson } from "../ledger/canonical-json.ts";
import type { Dispatchable } from "../protocol/outcome.ts";

/** Where a call stands among the equal calls of its turn. */
export interface OrdinalPlace {
  /** From 0. Two payments that are both meant have two. */
  readonly ordinal: number;
  /** How many equal calls stand in earlier messages. */
  readonly earlier: number;
}

/** Counts the equal calls of a turn: same tool, same arguments. */
export interface Ordinals {
  /** Places the calls of one message, which stands in the history from now on. */
  place(calls: readonly Dispatchable[]): ReadonlyMap<Dispatchable, OrdinalPlace>;
  /** Keys of calls that ran or may have run, and of which the model was told no end yet. An equal call means the same. */
  readonly untold: Set<string>;
}

/** Starts counting behind the calls that stand in the history already. */
export function createOrdinals(standing: readonly StandingCall[]): Ordinals {
  const counts = new Map<string, number>();
  const countOf = (key: string): number => counts.get(key) ?? 0;
  const count = (key: string): void => void counts.set(key, countOf(key) + 1);
  for (const { name, args } of standing) count(sameness(name, args));
  return {
    untold: new Set(),
    place(calls) {
      const keys = calls.map(({ call, parsed }) => sameness(call.name, parsed));
      const earlier = new Map(keys.map((key) => [key, countOf(key)]));
      const places = new Map<Dispatchable, OrdinalPlace>();
      calls.forEach((call, position) => {
        const key = keys[position] ?? "";
        places.set(call, { ordinal: countOf(key), earlier: earlier.get(key) ?? 0 });
        count(key);
      });
      return places;
    },
  };
}

/** Equal text for equal calls. What has no canonical form gets no intent key either, so that its count does not matter. */
function sameness(tool: string, args: unknown): string {
  try {
    return canonicalJson([tool, args]);
  } catch {
    return "";
  }
}
