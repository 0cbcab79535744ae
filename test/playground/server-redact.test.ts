import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { redact } from "../../playground/server/turns/redact.ts";

const rules = { to: "show", amount: "show", note: "hide", memo: "sensitive" } as const;

describe("raw arguments in the inspector", () => {
  test.each([
    ["", ""],
    ['{"to":"Ada","amount":40}', '{"to":"Ada","amount":40}'],
    ['{ "to" : "Ada" , "memo" : "secret" }', '{ "to" : "Ada" , "memo" : ••• }'],
    ['{"memo":"secret","to":"Ada"}', '{"memo":•••,"to":"Ada"}'],
    ['{"memo":"se\\"cret","to":"Ada"}', '{"memo":•••,"to":"Ada"}'],
    ['{"memo":"secr', '{"memo":•••'],
    ['{"to":"Ad', '{"to":"Ad'],
    ['{"to":"Ada","me', '{"to":"Ada",•••'],
    ['{"to":Ada,"amount":4', '{"to":Ada,"amount":4'],
    ['{"\\u006demo":"secret"}', '{"\\u006demo":•••}'],
    ['{"note":12,"to":"Ada"}', '{"note":•••,"to":"Ada"}'],
    ['{"unknown":"secret"}', '{"•••":•••}'],
    ['{"to":{"memo":"secret"},"amount":1}', '{"to":•••'],
    ['{"to":"Ada"secret', '{"to":"Ada"•••'],
    ['{"to":"Ada"} secret', '{"to":"Ada"•••'],
    ['["secret"]', "•••"],
    ['"secret"', "•••"],
  ])("shows %s as %s", (text, shown) => {
    expect(redact(text, rules)).toBe(shown);
  });

  test("shows every field where the rule for the rest says so", () => {
    expect(redact('{"project":"Web","title":"Blank', { "*": "show" })).toBe('{"project":"Web","title":"Blank');
  });

  test("never holds a sensitive value, wherever the text is cut (R11)", () => {
    const canary = "QQCANARYQQ";
    const value = fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant(null), fc.array(fc.string()));
    const fields = fc.dictionary(fc.constantFrom("to", "amount", "note", "other"), value);

    fc.assert(
      fc.property(fields, fc.string(), fc.nat(), fc.boolean(), (others, around, cut, isFirst) => {
        const memo = { memo: `${around}${canary}${around}` };
        const text = JSON.stringify(isFirst ? { ...memo, ...others } : { ...others, ...memo });

        expect(redact(text, rules)).not.toContain(canary);
        expect(redact(text.slice(0, cut % (text.length + 1)), rules)).not.toContain(canary);
      }),
    );
  });
});
