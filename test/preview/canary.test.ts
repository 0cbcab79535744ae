import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { DisplayMap } from "../../src/preview/display.ts";
import { cutInPieces, cuts, write } from "./support/documents.ts";
import { readPieces, units, wide } from "./support/read.ts";

/** In no text around it, so that one unit of it somewhere is a leak. */
const CANARY = "XQZ";
const LEAK = /[XQZ]/;

const maps: readonly DisplayMap[] = [
  { title: "show", card: "sensitive" },
  { "*": "show", card: "sensitive", "*.card": "hide", "list[].card": "sensitive" },
  { "": "show", card: "sensitive", "deep.card": "sensitive", "list[].card": "sensitive" },
  { "*": "show", card: "hide", "*.card": "sensitive", "*.*.card": "sensitive" },
  { title: "show", "deep.title": "show", "list[].title": "show" },
  {},
];

/** Every kind of value that holds the canary, in keys as well. */
const secret = fc.constantFrom(
  `"${CANARY}"`,
  write(`a${CANARY}b`, true),
  `["a",{"b":"${CANARY}"}]`,
  `{"${CANARY}":[{"title":"${CANARY}"}],"title":"${CANARY}"}`,
  `"${CANARY}\\ud83d\\ude00`,
  `"${CANARY}\\x"`,
);
const named = fc.boolean().map((isEscaped) => write("card", isEscaped));
const title = fc.constantFrom('"title":"a"', '"title":"b\\n"', '"title":[1,2]');

const document = fc
  .tuple(
    fc.array(
      fc.oneof(
        title,
        fc.tuple(named, secret).map((parts) => parts.join(":")),
      ),
      { maxLength: 4 },
    ),
    fc.nat(2),
  )
  .map(([members, depth]) => {
    const object = `{${members.join(",")}}`;
    if (depth === 0) return object;
    return depth === 1 ? `{"title":"a","deep":${object}}` : `{"list":[{"title":"a"},${object},${object}],"title":"z"}`;
  });

describe("what must not be seen", () => {
  test("R11 a canary in a value that is hidden or sensitive is in no patch and no snapshot, at any split", () => {
    fc.assert(
      fc.property(document, fc.constantFrom(...maps), cuts, (text, map, shares) => {
        for (const pieces of [[text], units(text), cutInPieces(text, shares)]) {
          const { patches, root } = readPieces(pieces, map);

          expect(JSON.stringify(patches)).not.toMatch(LEAK);
          expect(JSON.stringify(root)).not.toMatch(LEAK);
        }
      }),
    );
  });

  test("R11 what is told of a hidden value is the same, whatever its kind, its length and its content", () => {
    const values = ['"a"', '"aaaaaaaaaaaaaaaaaaaa"', "1", "null", "{}", '[1,2,{"a":[]}]', '{"title":"a"}', '""'];
    for (const display of ["hide", "sensitive"] as const) {
      const told = values.map((value) =>
        readPieces(units(`{"card":${value},"title":"a"}`), { card: display, title: "show" }),
      );

      expect(new Set(told.map(({ patches }) => JSON.stringify(patches))).size).toBe(1);
    }
  });

  test("R11 how many elements of a hidden list there are, and how often a hidden key comes, is not told", () => {
    const display: DisplayMap = { "*": "hide", card: "sensitive", "list[].title": "show" };
    const once = readPieces(['{"list":[1],"card":1,"other":2}'], display);
    const often = readPieces(['{"list":[1,2,"three"],"card":1,"card":[2],"other":2,"more":{}}'], display);

    expect(often.patches).toEqual(once.patches);
  });

  test("R11 a limit that is reached does not open what is sensitive", () => {
    const text = `{"title":"a","card":"${CANARY}","deep":{"card":{"${CANARY}":"${CANARY}"}}}`;
    const display: DisplayMap = { "*": "show", card: "sensitive", "deep.card": "sensitive" };
    for (const limit of [
      "maxTextChars",
      "maxKeyChars",
      "maxEntries",
      "maxValues",
      "maxDepth",
      "maxNesting",
      "maxSpans",
    ]) {
      for (const most of [0, 1, 2]) {
        const { patches } = readPieces(units(text), display, { ...wide, [limit]: most });

        expect(JSON.stringify(patches)).not.toMatch(LEAK);
      }
    }
  });

  test("R11 spans cover every unit of a sensitive value from its first one on", () => {
    const text = `{"title":"a","c\\u0061rd":"${CANARY}","card":["${CANARY}`;
    const { reader } = readPieces(units(text), { "*": "show", card: "sensitive" });

    const sensitive = reader.spans().filter(({ display }) => display === "sensitive");
    expect(sensitive).toEqual([
      { path: ["card"], display: "sensitive", start: 25, end: 30 },
      { path: ["card"], display: "sensitive", start: 38, end: null },
    ]);
  });
});
