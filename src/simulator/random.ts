/** Chance from a seed: the same seed gives the same sequence on every machine. */
export interface Random {
  /** A whole number from 0 up to, but not including, `bound`. */
  below(bound: number): number;
  /** Letters and digits. */
  word(length: number): string;
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
// The step of Weyl's sequence that visits every 32-bit state: 2^32 divided by the golden ratio, made odd.
const STEP = 0x9e3779b9;

/** Makes a generator with 32 bits of state. Good enough to vary a script, no good for secrets. */
export function createRandom(seed: number): Random {
  let state = Math.trunc(seed) >>> 0;

  function nextBits(): number {
    state = (state + STEP) >>> 0;
    let bits = state;
    bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
    bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
    return (bits ^ (bits >>> 15)) >>> 0;
  }

  const below = (bound: number): number => Math.floor((nextBits() / 0x1_0000_0000) * bound);
  const word = (length: number): string => Array.from({ length }, () => ALPHABET.charAt(below(62))).join("");
  return { below, word };
}
