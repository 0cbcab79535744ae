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
  return new BracketTracker();
}

class BracketTracker implements DocumentTracker {
  #depth = 0;
  #hasStarted = false;
  #place: "outside" | "string" | "escape" = "outside";

  get isWhole(): boolean {
    return this.#hasStarted && this.#depth === 0 && this.#place === "outside";
  }

  feed(text: string): void {
    // In a variable: a field would be read and written for every character.
    let place = this.#place;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (place === "outside") place = this.#feedOutside(code);
      else if (place === "escape") place = "string";
      else if (code === 0x5c) place = "escape";
      else if (code === 0x22) place = "outside";
    }
    this.#place = place;
  }

  /** Takes a character outside strings, and says where the next one stands. */
  #feedOutside(code: number): "outside" | "string" {
    if (code === 0x22) return "string";
    if (code === 0x7d || code === 0x5d) this.#depth -= 1;
    if (code === 0x7b || code === 0x5b) {
      this.#depth += 1;
      this.#hasStarted = true;
    }
    return "outside";
  }
}

/** Whether `text` alone is one whole JSON object or array, by the same measure. */
export function isWholeDocument(text: string): boolean {
  const first = text.trimStart().charAt(0);
  if (first !== "{" && first !== "[") return false;
  const tracker = createDocumentTracker();
  tracker.feed(text);
  return tracker.isWhole;
}
