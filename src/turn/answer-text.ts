/** Text that goes back to the model: bounded, and never cut inside a character. */

/** The longest that one thing said by a tool or an error may be in an answer, in UTF-16 code units. */
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

/** One line about something that was thrown, which need not be an `Error`. */
export function describeThrown(thrown: unknown): string {
  if (thrown instanceof Error) return describeError(thrown);
  if (thrown === undefined || thrown === null || thrown === "") return "nothing was said about it";
  if (typeof thrown === "string") return cutLine(thrown);
  return `something that is no Error was thrown: ${cutLine(describeValue(thrown))}`;
}

function describeError({ name, message }: Error): string {
  if (message === "") return cutLine(name === "" ? "Error" : name);
  return cutLine(name === "" || name === "Error" ? message : `${name}: ${message}`);
}

function describeValue(value: unknown): string {
  try {
    const json: unknown = JSON.stringify(value);
    return typeof json === "string" ? json : `a ${typeof value}`;
  } catch {
    return `a ${typeof value}`;
  }
}
