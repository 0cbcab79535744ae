import fc from "fast-check";

/** Text with everything that is hard to cut: escapes, pairs, halves of pairs, brackets, quotes, controls. */
const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 8 }),
  fc.string({ unit: fc.constantFrom("\ud83d", "\ude00", "a", '"', "\\", "{", ",", "\n", "\u0000", "é"), maxLength: 8 }),
);
const key = fc.oneof(text, fc.constantFrom("a", "b", "__proto__", "constructor", "", "0", "toString"));
const number = fc.constantFrom(
  "0",
  "-0",
  "7",
  "-12.50",
  "1e3",
  "1E+2",
  "2.5e-7",
  "12345678901234567890",
  "1e999",
  "0.1",
);
const space = fc.constantFrom("", "", "", " ", "\n\t ", "\r");

/** A string of a document; some characters are written as escapes that need none. */
const written = fc.tuple(text, fc.boolean()).map(([value, isEscaped]) => write(value, isEscaped));
const writtenKey = fc.tuple(key, fc.boolean()).map(([value, isEscaped]) => write(value, isEscaped));

export function write(value: string, isEscaped: boolean): string {
  if (!isEscaped) return JSON.stringify(value);
  const escapes = Array.from({ length: value.length }, (_, at) => {
    const hex = value.charCodeAt(at).toString(16).padStart(4, "0");
    return `\\u${at % 2 === 0 ? hex : hex.toUpperCase()}`;
  });
  return `"${escapes.join("")}"`;
}

/** A whole JSON text, keys given twice included. */
export const documentText: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(written, number, fc.constantFrom("true", "false", "null")),
    fc
      .array(fc.tuple(space, tie("value"), space), { maxLength: 4 })
      .map((elements) => `[${elements.map((parts) => parts.join("")).join(",")}]`),
    fc
      .array(fc.tuple(space, writtenKey, fc.constantFrom(":", " :\t"), tie("value"), space), { maxLength: 4 })
      .map((members) => `{${members.map((parts) => parts.join("")).join(",")}}`),
  ),
})).value;

/** A document with some characters lost, doubled or replaced; often no document any more. */
export const garbledText: fc.Arbitrary<string> = fc
  .tuple(
    documentText,
    fc.array(
      fc.tuple(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.constantFrom("", '"', "\\", "}", "]", "x", "1", ",", "e"),
      ),
      {
        minLength: 1,
        maxLength: 3,
      },
    ),
  )
  .map(([document, changes]) =>
    changes.reduce((garbled, [share, put]) => {
      const at = Math.floor(share * garbled.length);
      return garbled.slice(0, at) + put + garbled.slice(at + 1);
    }, document),
  );

/** Where a text is cut. */
export const cuts: fc.Arbitrary<readonly number[]> = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
  maxLength: 6,
});

/** The text in pieces, cut wherever the shares say; some may be empty. */
export function cutInPieces(whole: string, shares: readonly number[]): readonly string[] {
  const places = shares.map((share) => Math.floor(share * whole.length)).toSorted((left, right) => left - right);
  return [0, ...places].map((start, at) => whole.slice(start, places[at] ?? whole.length));
}
