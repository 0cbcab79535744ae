/**
 * Decodes a byte stream as UTF-8, however it is split, and stops at the first byte that is not UTF-8 instead of putting a
 * replacement character into somebody's arguments.
 */
export interface Utf8Decoder {
  /** Decodes the next bytes. `isBroken` says that the text ends in front of a byte that is not UTF-8. */
  decode(bytes: Uint8Array): { readonly text: string; readonly isBroken: boolean };
}

const REPLACEMENT = "\uFFFD";
const NOTHING: Uint8Array = new Uint8Array(0);

/** Makes a decoder for one stream. A byte order mark is left to the framing. */
export function createUtf8Decoder(): Utf8Decoder {
  return new BreakingUtf8Decoder();
}

class BreakingUtf8Decoder implements Utf8Decoder {
  readonly #lenient = new TextDecoder("utf-8", { ignoreBOM: true });
  /** The bytes of a character that the last chunk began, kept only to tell a sent replacement character from a made one. */
  #begun: Uint8Array = NOTHING;

  decode(bytes: Uint8Array): { readonly text: string; readonly isBroken: boolean } {
    const lenient = this.#lenient;
    const text = lenient.decode(bytes, { stream: true });
    if (!text.includes(REPLACEMENT)) {
      this.#begun = begunCharacter(this.#begun, bytes);
      return { text, isBroken: false };
    }
    const joined = concatenate(this.#begun, bytes);
    const valid = validLength(joined);
    this.#begun = begunCharacter(NOTHING, joined);
    if (valid === undefined) return { text, isBroken: false };
    return { text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(joined.subarray(0, valid)), isBroken: true };
  }
}

/** The number of UTF-8 bytes of `text`. Halves of a surrogate pair count two each, so that pieces add up to the whole. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x80) continue;
    const isSurrogate = code >= 0xd800 && code <= 0xdfff;
    bytes += code < 0x800 || isSurrogate ? 1 : 2;
  }
  return bytes;
}

/** The bytes at the end that begin a character and do not finish it. */
function begunCharacter(before: Uint8Array, bytes: Uint8Array): Uint8Array {
  const last = bytes[bytes.length - 1];
  if (last === undefined) return before;
  if (last < 0x80) return NOTHING;
  const tail = concatenate(before, bytes.subarray(-3)).slice(-3);
  for (let back = 1; back <= tail.length; back += 1) {
    const lead = tail.at(-back) ?? 0;
    if (lead >= 0xc0) return sequenceLength(lead) > back ? tail.slice(-back) : NOTHING;
  }
  return NOTHING;
}

function sequenceLength(lead: number): number {
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}

/** How many bytes come before the first that cannot be UTF-8; `undefined` if all could. */
function validLength(bytes: Uint8Array): number | undefined {
  const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  if (decodes(strict, bytes)) return undefined;
  let low = 0;
  let high = bytes.length;
  // The longest beginning that a strict streaming decoder takes, by bisection: beginnings of valid text are valid.
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if (decodes(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }), bytes.subarray(0, middle))) low = middle;
    else high = middle;
  }
  return low - begunCharacter(NOTHING, bytes.subarray(0, low)).length;
}

function decodes(decoder: TextDecoder, bytes: Uint8Array): boolean {
  try {
    decoder.decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function concatenate(left: Uint8Array, right: Uint8Array): Uint8Array {
  if (left.length === 0) return right;
  const joined = new Uint8Array(left.length + right.length);
  joined.set(left);
  joined.set(right, left.length);
  return joined;
}
