import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { verdictOn } from "../support/settle-text.ts";

// Small numbers and plain keys keep the documents free of everything that is refused for another reason.
const key = fc.stringMatching(/^[a-z"\\/ é東]{0,6}$/u);
// Between 2^53 and 1e21 JSON.stringify writes integers that round: those are refused, and have tests of their own.
const double = fc
  .double({ noNaN: true, noDefaultInfinity: true })
  .filter((number) => Math.abs(number) < 2 ** 53 || Math.abs(number) >= 1e21)
  // JSON.stringify writes negative zero as 0.
  .map((number) => (number === 0 ? 0 : number));
const scalar = fc.oneof(fc.string(), fc.integer(), double, fc.boolean(), fc.constant(null));
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    scalar,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(key, tie("value"), { maxKeys: 4, noNullPrototype: true }),
  ),
}));
const document = fc.dictionary(key, value, { maxKeys: 5, noNullPrototype: true });
const space = fc.constantFrom("", " ", "\n", "\t ", "\r\n");

/** The document as text, compact or spread over lines, with white space around it. */
const written = fc
  .tuple(document, fc.constantFrom(0, 2), space, space)
  .map(([object, indent, before, after]) => ({ object, core: JSON.stringify(object, null, indent), before, after }));

describe("the strict reading", () => {
  test("R3 every document is read as it was written", async () => {
    await fc.assert(
      fc.asyncProperty(written, async ({ object, core, before, after }) => {
        expect(await verdictOn(before + core + after)).toEqual({ kind: "dispatchable", args: object });
      }),
    );
  });

  test("R3 every beginning of a document is incomplete", async () => {
    await fc.assert(
      fc.asyncProperty(written, fc.nat(), async ({ core }, cut) => {
        const prefix = core.slice(0, 1 + (cut % (core.length - 1)));
        expect(await verdictOn(prefix)).toEqual({ kind: "failed", reason: "unparseable", cause: "incomplete" });
      }),
    );
  });

  test("R3 anything but white space behind a document makes it no JSON", async () => {
    await fc.assert(
      fc.asyncProperty(written, fc.string({ minLength: 1 }), async ({ core, after }, junk) => {
        fc.pre(/[^ \t\r\n]/u.test(junk));
        expect(await verdictOn(core + after + junk)).toEqual({
          kind: "failed",
          reason: "unparseable",
          cause: "not-json",
        });
      }),
    );
  });

  test("R3 a text that JSON.parse refuses is never dispatchable, however it was damaged", async () => {
    const damage = fc.constantFrom(
      "",
      '"',
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      "\\",
      "\n",
      "0",
      "-",
      ".",
      "e",
      "null",
      "/",
      "'",
    );
    await fc.assert(
      fc.asyncProperty(written, fc.nat(), damage, fc.nat({ max: 2 }), async ({ core }, place, insert, removed) => {
        const at = place % core.length;
        const text = core.slice(0, at) + insert + core.slice(at + removed);
        const { kind } = await verdictOn(text);
        if (!parses(text)) expect(kind).toBe("failed");
        else expect(kind).not.toBe("failed");
      }),
      { numRuns: 500 },
    );
  });
});

// No text at all is an object without keys; JSON.parse does not know that rule.
function parses(text: string): boolean {
  if (text === "") return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
