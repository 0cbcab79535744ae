/** Text in which every character is an escape of four digits. */
export function escapeAll(text: string): string {
  const escapes = Array.from(
    { length: text.length },
    (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`,
  );
  return `"${escapes.join("")}"`;
}

/**
 * The key that the engine has to expect to read `key` wrong where it is written so: the beginning of the writing, as many
 * characters as the key has.
 */
export function mistakenFor(key: string, written: string): string {
  return written.slice(1, 1 + key.length);
}
