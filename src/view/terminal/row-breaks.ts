import { clustersOf, type Cluster } from "./clusters.ts";

/** One row of a text: where it begins and ends in it, in UTF-16 code units. */
export interface RowRange {
  readonly start: number;
  readonly end: number;
}

/** How wide the rows of a text may be. */
export interface RowColumns {
  readonly first: number;
  readonly rest: number;
}

/** East Asian text breaks between any two characters, but no row begins with one of these. */
const NEVER_FIRST = /^[、。，．・：；！？」』）】〉》ーぁぃぅぇぉっゃゅょァィゥェォッャュョ,.:;!?)\]}]/u;

interface Break {
  /** Where the row ends, and where the next begins: a blank between them is dropped. */
  readonly end: number;
  readonly next: number;
  /** Columns up to `next`. */
  readonly width: number;
}

/**
 * Breaks a text into rows: at its line feeds, at blanks, around wide characters, and inside a word only where the word
 * alone is too wide. Every row but the last stays as it is when the text grows. An empty text is one empty row.
 */
export function breakRows(text: string, columns: RowColumns): readonly RowRange[] {
  const breaker = new RowBreaker(columns);
  for (const cluster of clustersOf(text)) breaker.feed(cluster);
  return breaker.end();
}

class RowBreaker {
  readonly #columns: RowColumns;
  readonly #ranges: RowRange[] = [];
  #row = { start: 0, width: 0 };
  /** The last place in this row where it may end. */
  #latest: Break | null = null;
  #before: Cluster | null = null;
  #at = 0;

  constructor(columns: RowColumns) {
    this.#columns = columns;
  }

  feed(cluster: Cluster): void {
    const next = this.#at + cluster.text.length;
    if (cluster.text === "\n") this.#close({ end: this.#at, next, width: this.#row.width });
    else if (cluster.text === " ") this.#addBlank(next);
    else this.#add(cluster);
    this.#before = cluster;
    this.#at = next;
  }

  end(): readonly RowRange[] {
    return [...this.#ranges, { start: this.#row.start, end: this.#at }];
  }

  #add(cluster: Cluster): void {
    const here: Break = { end: this.#at, next: this.#at, width: this.#row.width };
    if (isBreakBetween(this.#before, cluster)) this.#latest = here;
    const room = this.#ranges.length === 0 ? this.#columns.first : this.#columns.rest;
    if (this.#row.width > 0 && this.#row.width + cluster.width > room) {
      const latest = this.#latest;
      this.#close(latest !== null && latest.end > this.#row.start ? latest : here);
    }
    this.#row.width += cluster.width;
  }

  /** Blanks take no room at the end of a row: of several in a row all are dropped there. */
  #addBlank(next: number): void {
    this.#row.width += 1;
    const isAnother = this.#before?.text === " " && this.#latest !== null;
    this.#latest = { end: isAnother ? (this.#latest?.end ?? this.#at) : this.#at, next, width: this.#row.width };
  }

  #close({ end, next, width }: Break): void {
    this.#ranges.push({ start: this.#row.start, end });
    this.#row = { start: next, width: this.#row.width - width };
    this.#latest = null;
  }
}

function isBreakBetween(before: Cluster | null, after: Cluster): boolean {
  if (before === null || before.text === "\n" || before.text === " ") return false;
  return (before.width > 1 || after.width > 1) && !NEVER_FIRST.test(after.text);
}
