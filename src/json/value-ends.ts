/** Where the values of a whole JSON document end. What is no document gives offsets that mean nothing. */

const BACKSLASH = 0x5c;

/** Where the value that starts at `start` ends. */
export function endOfValue(document: string, start: number): number {
  const first = document[start];
  if (first === '"') return endOfString(document, start);
  if (first === "{" || first === "[") return endOfContainer(document, start);
  let at = start;
  while (at < document.length && !",]} \n\r\t".includes(document.charAt(at))) at += 1;
  return at;
}

function endOfContainer(document: string, start: number): number {
  let depth = 0;
  let at = start;
  do {
    const char = document[at];
    if (char === '"') at = endOfString(document, at);
    else at += 1;
    if (char === "{" || char === "[") depth += 1;
    if (char === "}" || char === "]") depth -= 1;
  } while (depth > 0);
  return at;
}

/** Where the string ends, behind its last quote, that has its first quote or its first escape at `start`. */
export function endOfString(document: string, start: number): number {
  let quote = document.indexOf('"', start + 1);
  while (quote !== -1 && isEscaped(document, quote)) quote = document.indexOf('"', quote + 1);
  return quote === -1 ? document.length : quote + 1;
}

/** A quote belongs to the string if an odd number of backslashes stands before it. */
function isEscaped(document: string, quote: number): boolean {
  let at = quote;
  while (document.charCodeAt(at - 1) === BACKSLASH) at -= 1;
  return (quote - at) % 2 === 1;
}

/** The first place from `start` on that is no white space. */
export function skipSpace(document: string, start: number): number {
  let at = start;
  while (at < document.length && " \n\r\t".includes(document.charAt(at))) at += 1;
  return at;
}
