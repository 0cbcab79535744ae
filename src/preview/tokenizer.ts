/**
 * Reads JSON (RFC 8259) from pieces of any size, and says what is certain as soon as it is.
 *
 * Owns: the grammar, escapes, and where the text stopped being JSON. Does not own: what becomes of a value, which is the
 * sink's, nor what about a whole document cannot be trusted, which `json/scan.ts` finds.
 *
 * - P1 Every character is looked at once, plus once where it ends a run: work is linear, however small the pieces.
 * - P2 It stops where `json/scan.ts` does, with the same cause and offset, and from there on nothing is told.
 * - P3 A text is told in whole characters: never half an escape, never half of a pair. A half that has no other half is
 *   told when the text goes on without it, as `JSON.parse` has it.
 * - P4 Nesting costs no stack.
 */
import { firstPhase, isNumber, nextPhase, type NumberPhase } from "./number-phase.ts";

/** Takes what the tokenizer reads. Offsets are UTF-16 code units from the start of the document. */
export interface TokenSink {
  openContainer(isObject: boolean, start: number): void;
  closeContainer(end: number): void;
  /** A key begins. Says whether it is wanted: if not, it is not told. */
  startKey(): boolean;
  /** The key of the member that comes; `undefined` where it is too long to be held. */
  key(key: string | undefined): void;
  /** A text, a number or a literal begins. Says whether its characters are wanted. */
  startScalar(start: number): boolean;
  /**
   * More of the text, at least once a piece; `end` is `undefined` while it goes on. Says whether more of it is wanted:
   * if not, only its end is told.
   */
  text(more: string, end: number | undefined): boolean;
  /** `undefined` if it was not wanted. */
  number(written: string | undefined, end: number): void;
  literal(value: boolean | null, end: number): void;
}

/** Where, and by what, reading ended. */
export interface PreviewStop {
  readonly cause: "not-json" | "too-deep";
  /** Of the first character that does not belong there. */
  readonly offset: number;
}

/** @see createTokenizer */
export interface Tokenizer {
  push(piece: string): void;
  /** No more text comes: a number that is the whole document has ended now. */
  end(): void;
  readonly stop: PreviewStop | null;
  /** Characters pushed so far. */
  readonly length: number;
}

/** Bounds of a tokenizer; characters are UTF-16 code units. */
export interface TokenLimits {
  readonly maxNesting: number;
  /** A key that is longer is told as none. */
  readonly maxKeyChars: number;
  /** Of a number that is longer, no more than this and what came at once with it is held. */
  readonly maxTextChars: number;
}

/** Makes a tokenizer for one document. */
export function createTokenizer(sink: TokenSink, limits: TokenLimits): Tokenizer {
  return new PieceTokenizer(sink, limits);
}

/** What is expected between two tokens. */
type Expected = "value" | "first-element" | "first-key" | "key" | "colon" | "separator" | "nothing";

/** Where the tokenizer is: between two tokens, inside of one, or at its end. */
type State = Expected | "text" | "escape" | "hex-digit" | "number" | "literal" | "stopped";

type Literal = "true" | "false" | "null";

const values: Readonly<Record<Literal, boolean | null>> = { true: true, false: false, null: null };
const ESCAPED = '"\\/bfnrt';
const MEANT = '"\\/\b\f\n\r\t';

class PieceTokenizer implements Tokenizer {
  stop: PreviewStop | null = null;
  readonly #sink: TokenSink;
  readonly #limits: TokenLimits;
  /** For every open container whether it is an object. */
  readonly #open: boolean[] = [];
  #state: State = "value";
  /** Where the piece at hand begins. */
  #base = 0;

  /** Of the text or number that is being read: what is not told yet, and whether anybody wants it. */
  #pending = "";
  #isWanted = false;
  #isKey = false;
  #isKeyWanted = false;
  #hexDigits = 0;
  #hexValue = 0;
  #phase: NumberPhase = "zero";
  #literal: Literal = "null";
  #matched = 0;

  constructor(sink: TokenSink, limits: TokenLimits) {
    this.#sink = sink;
    this.#limits = limits;
  }

  get length(): number {
    return this.#base;
  }

  push(piece: string): void {
    for (let at = 0; at < piece.length;) at = this.#read(piece, at);
    this.#base += piece.length;
    this.#tellText();
  }

  end(): void {
    if (this.#state === "number" && this.#open.length === 0 && isNumber(this.#phase)) this.#endNumber(0);
    this.#state = "stopped";
  }

  #read(piece: string, at: number): number {
    const state = this.#state;
    switch (state) {
      case "text":
        return this.#readText(piece, at);
      case "escape":
        return this.#readEscape(piece, at);
      case "hex-digit":
        return this.#readHexDigit(piece, at);
      case "number":
        return this.#readNumber(piece, at);
      case "literal":
        return this.#readLiteral(piece, at);
      case "stopped":
        return piece.length;
      case "value":
      case "first-element":
      case "first-key":
      case "key":
      case "colon":
      case "separator":
      case "nothing": {
        const code = piece.charCodeAt(at);
        return isSpace(code) ? at + 1 : this.#readStructure(state, code, at);
      }
    }
  }

  #readStructure(expected: Expected, code: number, at: number): number {
    switch (expected) {
      case "value":
        return this.#startValue(code, at);
      case "first-element":
        return code === 0x5d ? this.#close(at) : this.#startValue(code, at);
      case "first-key":
        return code === 0x7d ? this.#close(at) : this.#startKey(code, at);
      case "key":
        return this.#startKey(code, at);
      case "colon":
        if (code !== 0x3a) return this.#stopAt("not-json", at);
        this.#state = "value";
        return at + 1;
      case "separator":
        return this.#readSeparator(code, at);
      case "nothing":
        return this.#stopAt("not-json", at);
    }
  }

  #readSeparator(code: number, at: number): number {
    const isInObject = this.#open[this.#open.length - 1] === true;
    if (code === 0x2c) {
      this.#state = isInObject ? "key" : "value";
      return at + 1;
    }
    return code === (isInObject ? 0x7d : 0x5d) ? this.#close(at) : this.#stopAt("not-json", at);
  }

  #startValue(code: number, at: number): number {
    switch (code) {
      case 0x7b: // {
        return this.#openContainer(true, at);
      case 0x5b: // [
        return this.#openContainer(false, at);
      case 0x22: // "
        this.#isKey = false;
        this.#isWanted = this.#sink.startScalar(this.#base + at);
        this.#state = "text";
        return at + 1;
      case 0x74: // t
        return this.#startLiteral("true", at);
      case 0x66: // f
        return this.#startLiteral("false", at);
      case 0x6e: // n
        return this.#startLiteral("null", at);
      default:
        return this.#startNumber(code, at);
    }
  }

  #openContainer(isObject: boolean, at: number): number {
    if (this.#open.length >= this.#limits.maxNesting) return this.#stopAt("too-deep", at);
    this.#open.push(isObject);
    this.#sink.openContainer(isObject, this.#base + at);
    this.#state = isObject ? "first-key" : "first-element";
    return at + 1;
  }

  #close(at: number): number {
    this.#open.pop();
    this.#sink.closeContainer(this.#base + at + 1);
    this.#endValue();
    return at + 1;
  }

  #endValue(): void {
    this.#state = this.#open.length === 0 ? "nothing" : "separator";
  }

  #startKey(code: number, at: number): number {
    if (code !== 0x22) return this.#stopAt("not-json", at);
    this.#isKey = true;
    this.#isKeyWanted = this.#sink.startKey();
    this.#isWanted = this.#isKeyWanted;
    this.#state = "text";
    return at + 1;
  }

  #readText(piece: string, start: number): number {
    let at = start;
    let code = piece.charCodeAt(at);
    // Behind the last character the code is NaN, which is not greater than anything.
    while (code >= 0x20 && code !== 0x22 && code !== 0x5c) {
      at += 1;
      code = piece.charCodeAt(at);
    }
    if (at > start && this.#isWanted) this.#take(piece.slice(start, at));
    if (at === piece.length) return at;
    if (code === 0x22) return this.#endText(at + 1);
    if (code !== 0x5c) return this.#stopAt("not-json", at);
    this.#state = "escape";
    return at + 1;
  }

  #take(characters: string): void {
    this.#pending += characters;
    if (!this.#isKey || this.#pending.length <= this.#limits.maxKeyChars) return;
    this.#isWanted = false;
    this.#pending = "";
  }

  #readEscape(piece: string, at: number): number {
    const letter = piece.charAt(at);
    if (letter === "u") {
      this.#hexDigits = 0;
      this.#hexValue = 0;
      this.#state = "hex-digit";
      return at + 1;
    }
    const place = ESCAPED.indexOf(letter);
    if (place < 0) return this.#stopAt("not-json", at);
    if (this.#isWanted) this.#take(MEANT.charAt(place));
    this.#state = "text";
    return at + 1;
  }

  #readHexDigit(piece: string, at: number): number {
    const digit = hexDigit(piece.charCodeAt(at));
    if (digit < 0) return this.#stopAt("not-json", at);
    this.#hexValue = this.#hexValue * 16 + digit;
    this.#hexDigits += 1;
    if (this.#hexDigits === 4) {
      if (this.#isWanted) this.#take(String.fromCharCode(this.#hexValue));
      this.#state = "text";
    }
    return at + 1;
  }

  #endText(end: number): number {
    const text = this.#pending;
    this.#pending = "";
    if (this.#isKey) {
      if (this.#isKeyWanted) this.#sink.key(this.#isWanted ? text : undefined);
      this.#state = "colon";
    } else {
      this.#sink.text(text, this.#base + end);
      this.#endValue();
    }
    return end;
  }

  /** Tells what is certain of a text that goes on: all but a first half of a pair at its end. */
  #tellText(): void {
    const isInText = this.#state === "text" || this.#state === "escape" || this.#state === "hex-digit";
    if (this.#isKey || !this.#isWanted || !isInText) return;
    const last = this.#pending.charCodeAt(this.#pending.length - 1);
    const isHalf = last >= 0xd800 && last <= 0xdbff;
    const told = isHalf ? this.#pending.slice(0, -1) : this.#pending;
    this.#pending = isHalf ? this.#pending.slice(-1) : "";
    this.#isWanted = this.#sink.text(told, undefined);
    if (!this.#isWanted) this.#pending = "";
  }

  #startNumber(code: number, at: number): number {
    const phase = firstPhase(code);
    if (phase === undefined) return this.#stopAt("not-json", at);
    this.#phase = phase;
    this.#isKey = false;
    this.#isWanted = this.#sink.startScalar(this.#base + at);
    if (this.#isWanted) this.#pending = String.fromCharCode(code);
    this.#state = "number";
    return at + 1;
  }

  #readNumber(piece: string, start: number): number {
    let at = start;
    let phase: NumberPhase | undefined = this.#phase;
    for (; at < piece.length; at += 1) {
      phase = nextPhase(this.#phase, piece.charCodeAt(at));
      if (phase === undefined) break;
      this.#phase = phase;
    }
    if (this.#isWanted && this.#pending.length <= this.#limits.maxTextChars) this.#pending += piece.slice(start, at);
    if (at === piece.length) return at;
    if (!isNumber(this.#phase) || !endsNumber(piece.charCodeAt(at))) return this.#stopAt("not-json", at);
    this.#endNumber(at);
    return at;
  }

  #endNumber(at: number): void {
    const written = this.#isWanted ? this.#pending : undefined;
    this.#pending = "";
    this.#sink.number(written, this.#base + at);
    this.#endValue();
  }

  #startLiteral(literal: Literal, at: number): number {
    this.#literal = literal;
    this.#matched = 1;
    this.#isKey = false;
    this.#isWanted = this.#sink.startScalar(this.#base + at);
    this.#state = "literal";
    return at + 1;
  }

  #readLiteral(piece: string, at: number): number {
    if (piece.charCodeAt(at) !== this.#literal.charCodeAt(this.#matched)) return this.#stopAt("not-json", at);
    this.#matched += 1;
    if (this.#matched === this.#literal.length) {
      this.#sink.literal(values[this.#literal], this.#base + at + 1);
      this.#endValue();
    }
    return at + 1;
  }

  #stopAt(cause: PreviewStop["cause"], at: number): number {
    // What came in front of it in this piece is as certain as if it had come in a piece of its own.
    this.#tellText();
    this.stop = { cause, offset: this.#base + at };
    this.#state = "stopped";
    this.#pending = "";
    return at;
  }
}

/** Whatever else follows a number makes the text no JSON, and the number none that the model meant. */
function endsNumber(code: number): boolean {
  return code === 0x2c || code === 0x5d || code === 0x7d || isSpace(code);
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}
