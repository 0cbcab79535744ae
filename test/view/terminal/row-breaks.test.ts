import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { displayWidth } from "../../../src/view/terminal/display-width.ts";
import { createProseRows } from "../../../src/view/terminal/prose-rows.ts";
import { breakRows } from "../../../src/view/terminal/row-breaks.ts";

function rowsOf(text: string, first: number, rest: number = first): readonly string[] {
  return breakRows(text, { first, rest }).map(({ start, end }) => text.slice(start, end));
}

describe("a text in rows", () => {
  test.each([
    ["", 10, [""]],
    ["one two", 10, ["one two"]],
    ["one two three", 7, ["one two", "three"]],
    ["one two three", 6, ["one", "two", "three"]],
    ["one   two", 5, ["one", "two"]],
    ["one\n\ntwo\n", 10, ["one", "", "two", ""]],
    ["abcdefgh", 3, ["abc", "def", "gh"]],
    ["ab cdefgh", 4, ["ab", "cdef", "gh"]],
    ["日本語です", 4, ["日本", "語で", "す"]],
    ["日本語。", 6, ["日本", "語。"]],
    ["see 日本語 now", 8, ["see 日本", "語 now"]],
    ["👍👍👍", 4, ["👍👍", "👍"]],
    ["e\u{301}e\u{301}e\u{301}", 2, ["e\u{301}e\u{301}", "e\u{301}"]],
    ["👩‍💻👩‍💻", 4, ["👩‍💻", "👩‍💻"]],
  ])("%j in %i columns is %j", (text, columns, rows) => {
    expect(rowsOf(text, columns)).toEqual(rows);
  });

  test("has less room behind its first row where that is said", () => {
    expect(rowsOf("one two three four", 9, 6)).toEqual(["one two", "three", "four"]);
  });

  test("loses nothing but blanks and line feeds, and is never wider than the screen", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("a", "b", " ", "\n", "日", "👍", "。", "é") }), (text) => {
        const rows = rowsOf(text, 6);

        expect(rows.join("").replace(/[ \n]/gu, "")).toBe(text.replace(/[ \n]/gu, ""));
        for (const row of rows) expect(displayWidth(row.trimEnd())).toBeLessThanOrEqual(6);
      }),
    );
  });

  test("comes to the same rows piece by piece as at once", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: fc.constantFrom("a", "b", " ", "\n", "\t", "日", "👍") })), (pieces) => {
        const layout = { columns: 7, clean: (text: string) => text };
        const grown = createProseRows(layout);
        const whole = createProseRows(layout);

        let text = "";
        for (const piece of pieces) grown.update((text += piece));
        whole.update(text);

        expect(grown.rows()).toEqual(whole.rows());
      }),
    );
  });
});

describe("the width of a text", () => {
  test.each([
    ["abc", 3],
    ["日本", 4],
    ["👍", 2],
    ["e\u{301}", 1],
    ["❤\u{FE0F}", 2],
    ["⊘ ✓ — …", 7],
    // Where terminals differ, it is the most that one takes.
    ["👩‍💻", 4],
  ])("of %j is %i", (text, columns) => {
    expect(displayWidth(text)).toBe(columns);
  });
});
