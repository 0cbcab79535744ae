import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { inertLine, inertProse } from "../../src/view/inert.ts";

const anyText = fc.string({ unit: "binary" });

describe("text from outside", () => {
  test("cannot leave its line", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(inertLine(text)).not.toMatch(
          /[\u{0}-\u{1F}\u{7F}-\u{9F}\u{2028}\u{2029}\u{202A}-\u{202E}\u{2066}-\u{2069}]/u,
        );
      }),
    );
  });

  test("keeps its length in code points unless it is cut", () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 20 }), (text, max) => {
        expect(Array.from(inertLine(text, max)).length).toBe(Math.min(Array.from(text).length, max));
      }),
    );
  });

  test("keeps the names that people give to tools", () => {
    expect(inertLine("créer_ticket-2.チケット🎫")).toBe("créer_ticket-2.チケット🎫");
  });

  test("keeps its lines as prose, and nothing that acts on a terminal", () => {
    expect(inertProse("one\r\ntwo\t👩‍💻\u{1B}[2J\u{202E}x\u{7}")).toBe("one\ntwo\t👩‍💻\u{FFFD}[2J\u{FFFD}x\u{FFFD}");
  });
});
