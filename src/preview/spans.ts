import type { Display } from "./display.ts";
import type { PreviewPath } from "./patch.ts";

/** Where a value stands in the argument text: from `start` up to, not including, `end`, in UTF-16 code units. */
export interface ValueSpan {
  readonly path: PreviewPath;
  readonly display: Display;
  readonly start: number;
  /** `null` for a value that has not ended: whatever follows its start belongs to it. */
  readonly end: number | null;
}

/** Remembers where values stand, up to a number of them. Of a sensitive value the whole alone, nothing inside. */
export interface SpanLog {
  /** Gives the value a number, or -1 if it is not remembered. `parent` is the number of what it is in. */
  start(value: SpanStart): number;
  end(span: number, offset: number): void;
  readonly spans: readonly ValueSpan[];
  /** Up to here every value is remembered; `null` while there was room for all. */
  readonly reach: number | null;
}

/** A value that begins. */
export interface SpanStart {
  readonly parent: number;
  readonly key: string | number | undefined;
  readonly display: Display;
  readonly offset: number;
}

/** Stands in a path for a key that is too long to be held. */
const LONG_KEY = "…";

/** Makes an empty log. */
export function createSpanLog(maxSpans: number): SpanLog {
  return new ColumnLog(maxSpans);
}

/** What a million small values cost is the room of their numbers, and no object for each. */
class ColumnLog implements SpanLog {
  readonly #maxSpans: number;
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  readonly #parents: number[] = [];
  readonly #keys: (string | number)[] = [];
  readonly #displays: Display[] = [];
  reach: number | null = null;

  constructor(maxSpans: number) {
    this.#maxSpans = maxSpans;
  }

  start({ parent, key, display, offset }: SpanStart): number {
    if (this.reach !== null) return -1;
    if (this.#starts.length >= this.#maxSpans) {
      this.reach = offset;
      return -1;
    }
    this.#ends.push(-1);
    this.#parents.push(parent);
    this.#keys.push(key ?? LONG_KEY);
    this.#displays.push(display);
    return this.#starts.push(offset) - 1;
  }

  end(span: number, offset: number): void {
    if (span >= 0) this.#ends[span] = offset;
  }

  get spans(): readonly ValueSpan[] {
    return this.#starts.map((start, span) => {
      const end = this.#ends[span] ?? -1;
      const display = this.#displays[span] ?? "sensitive";
      return { path: this.#pathOf(span), display, start, end: end < 0 ? null : end };
    });
  }

  #pathOf(span: number): PreviewPath {
    const path: (string | number)[] = [];
    for (let at = span; ; at = this.#parents[at] ?? -1) {
      if ((this.#parents[at] ?? -1) < 0) return path.toReversed();
      path.push(this.#keys[at] ?? LONG_KEY);
    }
  }
}
