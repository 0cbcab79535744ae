import { displayWidth } from "./display-width.ts";

/** What a reader sees as one character. */
export interface Cluster {
  readonly text: string;
  /** Columns in a terminal. */
  readonly width: number;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const PLAIN = /^[\n\u{20}-\u{7E}]*$/u;

/** The characters of a text as a reader sees them, in their order. */
export function* clustersOf(text: string): Generator<Cluster> {
  if (PLAIN.test(text)) for (const character of text) yield { text: character, width: 1 };
  else for (const { segment } of segmenter.segment(text)) yield { text: segment, width: displayWidth(segment) };
}
