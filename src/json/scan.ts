/**
 * Walks a JSON text once, without building a value, and says whether it is one document (RFC 8259) and what about the
 * document cannot survive `JSON.parse`.
 *
 * Owns: the grammar, the offset of the first error, the difference between a text that is wrong and one that merely
 * stops. Does not own: the value (`strict.ts` makes it) and the meaning (the finalizer decides).
 *
 * - J1 Every text that `JSON.parse` takes is `document`, and no other, except for the depth limit.
 * - J2 `incomplete` exactly when some text behind it would make it a document.
 * - J3 Work is linear in the text, and depth never costs stack.
 */

/** What is wrong with a document whose grammar is right. */
export type BlemishCode = "duplicate-key" | "inexact-number" | "reserved-key";

/** A place in a document that `JSON.parse` would change or that could reach a prototype. */
export interface Blemish {
  readonly code: BlemishCode;
  /** The place as a JSON Pointer. */
  readonly path: string;
  /** The key or the number as it was written, cut to a bounded length. */
  readonly written: string;
}

/** What the root of a document is. */
export type RootKind = "object" | "array" | "string" | "number" | "literal";

/** The result of {@link scanJson}; offsets are UTF-16 code units. */
export type JsonScan =
  | {
      readonly kind: "document";
      readonly root: RootKind;
      readonly blemishes: readonly Blemish[];
      /** Some key is written with an escape, which not every engine reads right. */
      readonly hasEscapedKey: boolean;
    }
  | { readonly kind: "incomplete" | "not-json" | "too-deep"; readonly offset: number; readonly expected: string };

/** More of them would not help anybody to correct the text. */
const MAX_BLEMISHES = 20;
const MAX_WRITTEN_CHARS = 40;
/** Every integer of up to this many digits is exact in a double. */
const EXACT_DIGITS = 15;

const PLAIN_STRING_CHARS = /[^"\\\u0000-\u001f]*/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
/** Whole part, fraction without its last zeros, exponent. */
const NUMBER_PARTS = /^-?([0-9]+)(?:\.([0-9]*?)0*)?(?:[eE]([+-]?[0-9]+))?$/;

interface Container {
  readonly isObject: boolean;
  /** The keys seen so far, to find one that is given twice. */
  readonly keys: Set<string>;
  /** The key or the index of the value that is being read. */
  key: string;
  index: number;
}

class ScanStop {
  readonly kind: "incomplete" | "not-json" | "too-deep";
  readonly offset: number;
  readonly expected: string;
  constructor(kind: ScanStop["kind"], offset: number, expected: string) {
    this.kind = kind;
    this.offset = offset;
    this.expected = expected;
  }
}

/** Scans `text`; arrays and objects may nest `maxDepth` levels. */
export function scanJson(text: string, maxDepth: number): JsonScan {
  const scanner = new Scanner(text, maxDepth);
  try {
    const root = scanner.scanDocument();
    return { kind: "document", root, blemishes: scanner.blemishes, hasEscapedKey: scanner.hasEscapedKey };
  } catch (stop) {
    if (stop instanceof ScanStop) return { kind: stop.kind, offset: stop.offset, expected: stop.expected };
    throw stop;
  }
}

class Scanner {
  readonly blemishes: Blemish[] = [];
  hasEscapedKey = false;
  readonly #text: string;
  readonly #maxDepth: number;
  readonly #open: Container[] = [];
  #at = 0;

  constructor(text: string, maxDepth: number) {
    this.#text = text;
    this.#maxDepth = maxDepth;
  }

  scanDocument(): RootKind {
    this.#skipSpace();
    const root = rootKind(this.#text.charCodeAt(this.#at));
    do {
      if (this.#scanValue()) this.#closeContainers();
    } while (this.#open.length > 0);
    this.#skipSpace();
    if (this.#at < this.#text.length) throw new ScanStop("not-json", this.#at, "the end of the document");
    return root;
  }

  /** Scans up to the end of a value, or into a container that is not empty; says whether a value ended. */
  #scanValue(): boolean {
    const code = this.#text.charCodeAt(this.#at);
    switch (code) {
      case 0x7b: // {
        return this.#openContainer(true);
      case 0x5b: // [
        return this.#openContainer(false);
      case 0x22: // "
        this.#scanString();
        return true;
      case 0x74: // t
        return this.#scanLiteral("true");
      case 0x66: // f
        return this.#scanLiteral("false");
      case 0x6e: // n
        return this.#scanLiteral("null");
      default:
        this.#scanNumber();
        return true;
    }
  }

  #openContainer(isObject: boolean): boolean {
    if (this.#open.length >= this.#maxDepth)
      throw new ScanStop("too-deep", this.#at, `${this.#maxDepth} levels at most`);
    this.#at += 1;
    this.#skipSpace();
    if (this.#text.charCodeAt(this.#at) === (isObject ? 0x7d : 0x5d)) {
      this.#at += 1;
      return true;
    }
    this.#open.push({ isObject, keys: new Set(), key: "", index: 0 });
    if (isObject) this.#scanKey();
    return false;
  }

  /** A value has ended: closes every container that ends here, and stops in front of the next value. */
  #closeContainers(): void {
    for (let inner = this.#open.at(-1); inner !== undefined; inner = this.#open.at(-1)) {
      this.#skipSpace();
      const code = this.#text.charCodeAt(this.#at);
      if (code === 0x2c) {
        this.#at += 1;
        this.#skipSpace();
        inner.index += 1;
        if (inner.isObject) this.#scanKey();
        return;
      }
      if (code !== (inner.isObject ? 0x7d : 0x5d)) throw this.#unexpected(inner.isObject ? ", or }" : ", or ]");
      this.#at += 1;
      this.#open.pop();
    }
  }

  #scanKey(): void {
    if (this.#text.charCodeAt(this.#at) !== 0x22) throw this.#unexpected("a key");
    const start = this.#at;
    const key = this.#scanString();
    // An escape is longer than what it stands for, so the length tells.
    if (this.#at - start !== key.length + 2) this.hasEscapedKey = true;
    this.#skipSpace();
    if (this.#text.charCodeAt(this.#at) !== 0x3a) throw this.#unexpected(":");
    this.#at += 1;
    this.#skipSpace();
    this.#judgeKey(key);
  }

  #judgeKey(key: string): void {
    const inner = this.#open.at(-1);
    if (inner === undefined) return;
    inner.key = key;
    if (inner.keys.has(key)) this.#note("duplicate-key", key);
    inner.keys.add(key);
    const outer = this.#open.at(-2);
    const reachesPrototype = key === "prototype" && outer?.isObject === true && outer.key === "constructor";
    if (key === "__proto__" || reachesPrototype) this.#note("reserved-key", key);
  }

  /** Scans a string and returns it. */
  #scanString(): string {
    const start = this.#at;
    let hasEscapes = false;
    this.#at += 1;
    for (;;) {
      PLAIN_STRING_CHARS.lastIndex = this.#at;
      PLAIN_STRING_CHARS.test(this.#text);
      this.#at = PLAIN_STRING_CHARS.lastIndex;
      const code = this.#text.charCodeAt(this.#at);
      if (code === 0x22) break;
      if (code !== 0x5c) throw this.#unexpected('a character of a string, or "');
      hasEscapes = true;
      this.#scanEscape();
    }
    this.#at += 1;
    if (hasEscapes) return String(JSON.parse(this.#text.slice(start, this.#at)));
    return this.#text.slice(start + 1, this.#at - 1);
  }

  #scanEscape(): void {
    this.#at += 1;
    const letter = this.#text.charAt(this.#at);
    if (letter === "" || !'"\\/bfnrtu'.includes(letter)) throw this.#unexpected("an escape");
    this.#at += 1;
    if (letter !== "u") return;
    for (const end = this.#at + 4; this.#at < end; this.#at += 1) {
      if (!isHexDigit(this.#text.charCodeAt(this.#at))) throw this.#unexpected("a hexadecimal digit");
    }
  }

  #scanLiteral(literal: string): true {
    for (const char of literal) {
      if (this.#text.charAt(this.#at) !== char) throw this.#unexpected(literal);
      this.#at += 1;
    }
    return true;
  }

  #scanNumber(): void {
    const start = this.#at;
    NUMBER.lastIndex = start;
    if (!NUMBER.test(this.#text)) {
      if (this.#text.charAt(start) === "-") this.#at += 1;
      throw this.#unexpected(this.#at === start ? "a value" : "a digit");
    }
    this.#at = NUMBER.lastIndex;
    this.#refuseBrokenTail(start);
    const written = this.#text.slice(start, this.#at);
    if (!survivesDouble(written)) this.#note("inexact-number", written);
  }

  /** `1.` and `1e+` match the number only up to the `1`; what follows it tells a cut text from a wrong one. */
  #refuseBrokenTail(start: number): void {
    const next = this.#text.charAt(this.#at);
    if (next !== "." && next !== "e" && next !== "E") return;
    const taken = this.#text.slice(start, this.#at);
    if (/[eE]/.test(taken) || (next === "." && taken.includes("."))) return;
    this.#at += 1;
    if (next !== "." && /[+-]/.test(this.#text.charAt(this.#at))) this.#at += 1;
    throw this.#unexpected("a digit");
  }

  #skipSpace(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.#at += 1;
    }
  }

  #unexpected(expected: string): ScanStop {
    return new ScanStop(this.#at >= this.#text.length ? "incomplete" : "not-json", this.#at, expected);
  }

  #note(code: BlemishCode, written: string): void {
    if (this.blemishes.length >= MAX_BLEMISHES) return;
    this.blemishes.push({ code, path: this.#pointer(), written: written.slice(0, MAX_WRITTEN_CHARS) });
  }

  #pointer(): string {
    const steps = this.#open.map((container) => (container.isObject ? container.key : String(container.index)));
    return toPointer(steps);
  }
}

/** Writes steps into a document as a JSON Pointer. */
export function toPointer(steps: readonly PropertyKey[]): string {
  return steps.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

function rootKind(code: number): RootKind {
  if (code === 0x7b) return "object";
  if (code === 0x5b) return "array";
  if (code === 0x22) return "string";
  return code === 0x74 || code === 0x66 || code === 0x6e ? "literal" : "number";
}

function isHexDigit(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x46) || (code >= 0x61 && code <= 0x66);
}

/**
 * Whether `JSON.parse` keeps the number: no overflow, and an integer stays the same integer. A fraction is meant as a
 * floating-point number, whose nearest double is what everybody expects; so is an exponent, as long as its digits come back.
 */
function survivesDouble(written: string): boolean {
  const hasExponent = /[eE]/.test(written);
  if (written.length <= EXACT_DIGITS && !hasExponent) return true;
  const value = Math.abs(Number(written));
  if (!Number.isFinite(value)) return false;
  const [, whole = "", fraction = "", exponent = "0"] = NUMBER_PARTS.exec(written) ?? [];
  const zeros = Number(exponent) - fraction.length;
  if (zeros < 0) return true;
  const digits = whole + fraction;
  if (hasExponent) return significantDigits(digits) === significantDigits(String(value));
  return BigInt(digits + "0".repeat(zeros)) === BigInt(value);
}

function significantDigits(number: string): string {
  return number
    .replace(/[eE].*$/, "")
    .replace(".", "")
    .replace(/^0+|0+$/g, "");
}
