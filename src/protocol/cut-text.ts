/** Text for others: bounded, and never cut inside a character. */

/** The longest that one thing said by a tool or an error may be, in UTF-16 code units. */
const MAX_CHARS = 1000;

/** The beginning of `text` on one line; `…` says that it was longer. */
export function cutLine(text: string, maxChars: number = MAX_CHARS): string {
  return cutText(text.replaceAll(/\s+/g, " ").trim(), maxChars);
}

/** The beginning of `text`; `…` says that it was longer. */
export function cutText(text: string, maxChars: number = MAX_CHARS): string {
  if (text.length <= maxChars) return text;
  // A pair of surrogates is one character: half of it would be none.
  const isInsidePair = /[\uD800-\uDBFF]$/.test(text.slice(0, maxChars));
  return `${text.slice(0, isInsidePair ? maxChars - 1 : maxChars)}…`;
}
