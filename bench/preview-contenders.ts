import { JSONParser } from "@streamparser/json";
import { parse as parseRiver } from "jsonriver";
import { parse as parsePartial } from "partial-json";
import { readStrict } from "../src/json/strict.ts";
import { createDisplay, type DisplayRule } from "../src/preview/display.ts";
import { createPreview } from "../src/preview/preview.ts";
import type { PreviewLimits } from "../src/preview/limits.ts";
import type { Contender } from "./contenders.ts";

/** Limits that hide nothing of the documents of the bench: the peers have none. */
const wide: Partial<PreviewLimits> = {
  maxTextChars: 2 ** 24,
  maxEntries: 2 ** 21,
  maxValues: 2 ** 21,
  maxSpans: 4096,
};
const everything = createDisplay({ "*": "show" });
const nothing = createDisplay({});

/** Append, and one `JSON.parse` at the end: nothing is shown before. */
export function floorContender(pieces: readonly string[]): Contender {
  return named("append + one JSON.parse", () => {
    let text = "";
    for (const piece of pieces) text += piece;
    return parseJson(text);
  });
}

/** What is done anyway: append, and one strict reading at the end. */
export function strictContender(pieces: readonly string[]): Contender {
  return named("append + one strict reading", () => {
    let text = "";
    for (const piece of pieces) text += piece;
    return readStrict(text, 128);
  });
}

/** Rollcall with everything shown and nothing left out, with the default limits, and with nothing shown. */
export function ownContenders(pieces: readonly string[]): readonly Contender[] {
  return [
    previewContender("Rollcall, every value, + strict reading", pieces, {
      rule: everything,
      limits: wide,
      isStrict: true,
    }),
    previewContender("Rollcall, every value", pieces, { rule: everything, limits: wide, isStrict: false }),
    previewContender("Rollcall, default limits, + strict reading", pieces, {
      rule: everything,
      limits: {},
      isStrict: true,
    }),
    previewContender("Rollcall, default limits", pieces, { rule: everything, limits: {}, isStrict: false }),
    previewContender("Rollcall, nothing shown", pieces, { rule: nothing, limits: {}, isStrict: false }),
  ];
}

interface PreviewWork {
  readonly rule: DisplayRule;
  readonly limits: Partial<PreviewLimits>;
  readonly isStrict: boolean;
}

function previewContender(name: string, pieces: readonly string[], { rule, limits, isStrict }: PreviewWork): Contender {
  return named(name, () => {
    const reader = createPreview({ display: rule, limits });
    let text = "";
    let patches = 0;
    for (const piece of pieces) {
      if (isStrict) text += piece;
      patches += reader.push(piece).length;
    }
    patches += reader.end().length;
    if (reader.stop !== null || patches === 0) throw new Error("the document was not read");
    return isStrict ? readStrict(text, 128) : patches;
  });
}

/** Parsers that go on where they were, with what they have looked at after every piece. */
export function incrementalPeers(pieces: readonly string[]): readonly Contender[] {
  return [
    {
      name: "jsonriver",
      async run() {
        let last: unknown;
        for await (const value of parseRiver(stream(pieces))) last = value;
        return last;
      },
    },
    named("@streamparser/json, partial values", () => {
      let last: unknown;
      const parser = new JSONParser({ emitPartialTokens: true, emitPartialValues: true });
      parser.onValue = ({ value }) => {
        last = value;
      };
      for (const piece of pieces) parser.write(piece);
      return last;
    }),
  ];
}

/** A parser that begins anew with every piece. */
export function statelessPeer(pieces: readonly string[]): Contender {
  return named("partial-json, every piece", () => {
    let text = "";
    let last: unknown;
    for (const piece of pieces) {
      text += piece;
      last = parsePartial(text);
    }
    return last;
  });
}

/** A text in pieces that share no memory with it, as they come from a wire. */
export function cutText(text: string, pieceChars: number): readonly string[] {
  const bytes = Buffer.from(text, "latin1");
  return Array.from({ length: Math.ceil(text.length / pieceChars) }, (_, at) => {
    return bytes.toString("latin1", at * pieceChars, Math.min(text.length, (at + 1) * pieceChars));
  });
}

async function* stream(pieces: readonly string[]): AsyncGenerator<string> {
  yield* pieces;
}

function named(name: string, work: () => unknown): Contender {
  return { name, run: () => Promise.resolve(work()) };
}

function parseJson(text: string): unknown {
  return JSON.parse(text);
}
