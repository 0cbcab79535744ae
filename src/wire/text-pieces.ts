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

/** As many pieces as are joined at a time: few enough to be held apart, enough to make joining cheap. */
const JOINED_PIECES = 8;

/** Makes an empty text. */
export function createTextPieces(): TextPieces {
  return new JoinedPieces();
}

class JoinedPieces implements TextPieces {
  length = 0;
  #joined = "";
  #pieces: string[] = [];

  append(piece: string): void {
    this.length += piece.length;
    this.#pieces.push(piece);
    if (this.#pieces.length >= JOINED_PIECES) this.#join();
  }

  clear(): void {
    this.length = 0;
    this.#joined = "";
    this.#pieces = [];
  }

  get text(): string {
    if (this.#pieces.length > 0) this.#join();
    return this.#joined;
  }

  #join(): void {
    this.#joined += this.#pieces.join("");
    this.#pieces = [];
  }
}
