import type { Random } from "./random.ts";
import type { Transport } from "./script/script.ts";

/** Cuts the bytes of `frames` into writes. No write is empty, and together they are the frames. */
export function splitBytes(frames: readonly Uint8Array[], transport: Transport, random: Random): readonly Uint8Array[] {
  if (transport === "frame") {
    return frames.filter((frame) => frame.length > 0);
  }
  const bytes = join(frames);
  if (bytes.length === 0) {
    return [];
  }
  switch (transport) {
    case "whole":
      return [bytes];
    case "byte":
      return bySize(bytes, () => 1);
    case "utf8":
      return insideCharacters(bytes);
    default:
      return bySize(bytes, typeof transport === "number" ? () => transport : () => 1 + random.below(transport.random));
  }
}

function join(frames: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(frames.reduce((total, frame) => total + frame.length, 0));
  let offset = 0;
  for (const frame of frames) {
    joined.set(frame, offset);
    offset += frame.length;
  }
  return joined;
}

function bySize(bytes: Uint8Array, nextSize: () => number): readonly Uint8Array[] {
  const writes: Uint8Array[] = [];
  for (let from = 0; from < bytes.length;) {
    const write = bytes.subarray(from, from + nextSize());
    writes.push(write);
    from += write.length;
  }
  return writes;
}

/** A byte of the form 10xxxxxx continues a character: a write that begins with one splits it. */
function insideCharacters(bytes: Uint8Array): readonly Uint8Array[] {
  const writes: Uint8Array[] = [];
  let from = 0;
  bytes.forEach((byte, at) => {
    if ((byte & 0b1100_0000) === 0b1000_0000) {
      writes.push(bytes.subarray(from, at));
      from = at;
    }
  });
  writes.push(bytes.subarray(from));
  return writes.filter((write) => write.length > 0);
}
