/**
 * Says whether the text so far is one whole JSON object or array, without reading it again: the brackets are balanced
 * outside strings. It does not check the grammar; it only tells a second document from a continuation.
 */
export interface DocumentTracker {
  /** Takes the next piece of text. */
  feed(text: string): void;
  readonly isWhole: boolean;
}

/** Makes a tracker for one text. */
export function createDocumentTracker(): DocumentTracker {
  let depth = 0;
  let hasStarted = false;
  let place: "outside" | "string" | "escape" = "outside";

  function feedOutside(code: number): void {
    if (code === 0x22) place = "string";
    if (code === 0x7b || code === 0x5b) depth += 1;
    if (code === 0x7d || code === 0x5d) depth -= 1;
    if (code === 0x7b || code === 0x5b) hasStarted = true;
  }

  return {
    feed(text) {
      for (let at = 0; at < text.length; at += 1) {
        const code = text.charCodeAt(at);
        if (place === "outside") feedOutside(code);
        else if (place === "escape") place = "string";
        else if (code === 0x5c) place = "escape";
        else if (code === 0x22) place = "outside";
      }
    },
    get isWhole() {
      return hasStarted && depth === 0 && place === "outside";
    },
  };
}

/** Whether `text` alone is one whole JSON object or array, by the same measure. */
export function isWholeDocument(text: string): boolean {
  const first = text.trimStart().charAt(0);
  if (first !== "{" && first !== "[") return false;
  const tracker = createDocumentTracker();
  tracker.feed(text);
  return tracker.isWhole;
}
