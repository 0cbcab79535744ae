import type { Random } from "../random.ts";
import type { Chunking } from "./script.ts";

const encoder = new TextEncoder();
/** A few letters with the space before them, a run of spaces, or a little punctuation: about what a token holds. */
const TOKENS = / ?[\p{L}\p{N}]{1,8}|\s+|[^\s\p{L}\p{N}]{1,3}/gu;

/** Counts the UTF-8 bytes of `text`. */
export function countBytes(text: string): number {
  return encoder.encode(text).length;
}

/** Takes as many characters from the start of `text` as fit whole into `maxBytes`. */
export function takeBytes(text: string, maxBytes: number): string {
  let taken = "";
  let room = maxBytes;
  for (const character of text) {
    room -= countBytes(character);
    if (room < 0) {
      return taken;
    }
    taken += character;
  }
  return taken;
}

/** Cuts `text` into fragments. No fragment is empty, and together they are `text`. */
export function chunkText(text: string, chunking: Chunking, random: Random): readonly string[] {
  if (text === "") {
    return [];
  }
  switch (chunking) {
    case "whole":
      return [text];
    case "token":
      return text.match(TOKENS) ?? [];
    case "byte":
      return Array.from(text);
    case "unit":
      return text.split("");
    default: {
      const size = chunking;
      return bySize(Array.from(text), typeof size === "number" ? () => size : () => 1 + random.below(size.random));
    }
  }
}

function bySize(characters: readonly string[], nextSize: () => number): readonly string[] {
  const pieces: string[] = [];
  let piece = "";
  let room = nextSize();
  for (const character of characters) {
    const bytes = countBytes(character);
    // A character wider than the size still has to go somewhere: it goes alone.
    if (piece !== "" && bytes > room) {
      pieces.push(piece);
      piece = "";
      room = nextSize();
    }
    piece += character;
    room -= bytes;
  }
  return [...pieces, piece];
}
