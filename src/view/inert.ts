/** Stands where a character was that would have acted on the screen. */
const REPLACEMENT = "\u{FFFD}";

/**
 * Controls (ANSI escapes start with one), invisible formatting such as bidi overrides, line and paragraph separators,
 * halves of surrogate pairs, private-use characters. None of them belongs into one line.
 */
const ACTIVE_IN_A_LINE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/gu;

/** As above, but prose keeps its line feeds and tabs, and the joiners that some scripts and emoji need. */
const ACTIVE_IN_PROSE = /[^\P{Cc}\n\t]|[^\P{Cf}\u{200C}\u{200D}]|[\p{Zl}\p{Zp}\p{Cs}\p{Co}]/gu;

/**
 * Makes a string from outside safe to stand in one line of any screen: nothing in it moves a cursor, starts a line or
 * turns the direction of the text. Longer than `maxCodePoints`, it is cut, and its last code point is `…`.
 */
export function inertLine(text: string, maxCodePoints: number = Number.POSITIVE_INFINITY): string {
  return cutCodePoints(text, maxCodePoints).replace(ACTIVE_IN_A_LINE, REPLACEMENT);
}

/**
 * Makes text from outside safe to be printed as prose: line feeds, tabs and joiners stay. Carriage returns go without
 * a trace, since most of them are one half of a line end.
 */
export function inertProse(text: string): string {
  return text.replaceAll("\r", "").replace(ACTIVE_IN_PROSE, REPLACEMENT);
}

// Walks no further than it must: the string may be megabytes long.
function cutCodePoints(text: string, maxCodePoints: number): string {
  if (text.length <= maxCodePoints) return text;
  const kept: string[] = [];
  for (const character of text) {
    if (kept.length === maxCodePoints) return `${kept.slice(0, -1).join("")}…`;
    kept.push(character);
  }
  return text;
}
