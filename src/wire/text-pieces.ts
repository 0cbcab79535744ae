/**
 * A text that comes in small pieces, held in little more than its own length.
 *
 * Adding pieces to a string one by one makes the engine keep every piece, and a node for each, until somebody reads the
 * text: ten times the memory of the text itself where pieces are a few letters long.
 */
export interface TextPieces {
  append(piece: string): void;
  /** Forgets everything. */
  clear(): void;
  /** In UTF-16 code units. */
  readonly length: number;
  readonly text: string;
}

/** Up to this length the text is copied whenever pieces are joined: that costs less than what holds its parts together. */
const COPIED_CHARS = 512;

/** Makes an empty text. */
export function createTextPieces(): TextPieces {
  return new JoinedPieces();
}

class JoinedPieces implements TextPieces {
  length = 0;
  #joined = "";
  // As many as are joined at a time: few enough to be held apart, enough to make joining cheap. The list is as long as it
  // will be: one that grows by itself takes twice the room, and takes it anew for every join.
  readonly #pieces = ["", "", "", "", "", "", "", ""];
  #count = 0;

  append(piece: string): void {
    this.length += piece.length;
    this.#pieces[this.#count] = piece;
    this.#count += 1;
    if (this.#count === this.#pieces.length) this.#join();
  }

  clear(): void {
    this.length = 0;
    this.#joined = "";
    this.#takePieces();
  }

  get text(): string {
    if (this.#count > 0) this.#joined += this.#takePieces();
    return this.#joined;
  }

  #join(): void {
    const pieces = this.#takePieces();
    if (pieces.length >= COPIED_CHARS) {
      this.#joined += pieces;
      return;
    }
    this.#pieces[0] = pieces;
    this.#count = 1;
  }

  #takePieces(): string {
    const pieces = this.#pieces.join("");
    this.#pieces.fill("");
    this.#count = 0;
    return pieces;
  }
}
