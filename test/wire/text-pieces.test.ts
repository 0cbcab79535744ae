import fc from "fast-check";
import { expect, test } from "vitest";
import { createTextPieces } from "../../src/wire/text-pieces.ts";

test("a text is what was appended, also where it is read in between", () => {
  const written = createTextPieces();
  written.append('{"a":');
  written.append("1");

  expect([written.text, written.length]).toEqual(['{"a":1', 6]);
  written.append("}");
  expect([written.text, written.text, written.length]).toEqual(['{"a":1}', '{"a":1}', 7]);
});

test("a text that was cleared begins anew", () => {
  const written = createTextPieces();
  for (let count = 0; count < 20; count += 1) written.append("ab");
  written.clear();

  expect([written.text, written.length]).toEqual(["", 0]);
  written.append("c");
  expect([written.text, written.length]).toEqual(["c", 1]);
});

test("pieces of any length in any number add up, whenever they are read", () => {
  const piece = fc.record({ text: fc.string({ maxLength: 200 }), isReadNow: fc.boolean() });
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const written = createTextPieces();
      let expected = "";
      for (const { text, isReadNow } of pieces) {
        written.append(text);
        expected += text;
        if (isReadNow) expect(written.text).toBe(expected);
      }

      expect([written.text, written.length]).toEqual([expected, expected.length]);
    }),
  );
});
