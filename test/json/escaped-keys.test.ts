import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { buildValue } from "../../src/json/build-value.ts";
import { parseJson } from "../../src/json/parse-json.ts";
import { readStrict } from "../../src/json/strict.ts";
import { escapeAll, mistakenFor } from "../support/escaped-keys.ts";

/** A document, what it stands for, and documents that make an engine expect other keys in it. */
interface Sample {
  readonly text: string;
  readonly value: unknown;
  readonly poison: readonly string[];
}

const text = fc.string({
  unit: fc.constantFrom("a", "b", '"', "\\", "\n", ":", "{", "é", "東", "\ud83c"),
  maxLength: 4,
});
const key = fc.oneof(text, fc.constantFrom("__proto__", "constructor", "7", "01", ""));
const space = fc.constantFrom("", "", " ", "\r\n\t");
const writing = fc.constantFrom(escapeAll, (plain: string) => JSON.stringify(plain));

const scalar: fc.Arbitrary<Sample> = fc
  .oneof(
    fc.tuple(text, writing).map(([value, write]) => ({ text: write(value), value })),
    fc.constantFrom<Omit<Sample, "poison">>(
      { text: "-0", value: -0 },
      { text: "12.50", value: 12.5 },
      { text: "-1E+2", value: -100 },
      { text: "true", value: true },
      { text: "false", value: false },
      { text: "null", value: null },
    ),
  )
  .map((sample) => ({ ...sample, poison: [] }));

const sample = fc.letrec<{ any: Sample }>((tie) => ({
  any: fc.oneof({ maxDepth: 4, withCrossShrink: true }, scalar, list(tie("any")), object(tie("any"))),
})).any;

function list(element: fc.Arbitrary<Sample>): fc.Arbitrary<Sample> {
  return fc.tuple(fc.array(element, { maxLength: 3 }), space).map(([elements, gap]) => ({
    text: `[${gap}${elements.map((each) => each.text).join(`${gap},${gap}`)}${gap}]`,
    value: elements.map((each) => each.value),
    poison: elements.flatMap((each) => each.poison),
  }));
}

/** An object that no other begins like, so that few keys are expected behind its first. */
function object(child: fc.Arbitrary<Sample>): fc.Arbitrary<Sample> {
  const members = fc.array(fc.tuple(key, writing, child), { maxLength: 3 });
  return fc.tuple(fc.uuid(), members, space).map(([first, rest, gap]) => {
    const written = rest.map(([name, write, each]) => ({ name, key: write(name), text: each.text, value: each.value }));
    const pairs = written.map((member) => `,${gap}${member.key}${gap}:${gap}${member.text}`);
    const begun = (count: number): string => `{"${first}":0${pairs.slice(0, count).join("")}`;
    return {
      text: `${begun(rest.length)}${gap}}`,
      value: Object.fromEntries<unknown>([[first, 0], ...written.map(({ name, value }) => [name, value] as const)]),
      poison: [
        ...written.map((member, at) => `${begun(at)},${JSON.stringify(mistakenFor(member.name, member.key))}:0}`),
        ...rest.flatMap(([, , each]) => each.poison),
      ],
    };
  });
}

/** A value as text that tells everything apart: the order of keys, negative zero, `__proto__` as a key. */
function spell(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => (Object.is(part, -0) ? "negative zero" : part));
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return typeof value === "object" && value !== null ? Object.entries<unknown>({ ...value }) : [];
}

describe("a document with escaped keys", () => {
  test("R3 is read as it was written by the strict reading, whatever was parsed before", () => {
    fc.assert(
      fc.property(sample, ({ text: document, value, poison }) => {
        // Kept, since the engine forgets what it expects where the objects are gone.
        const kept = poison.map((each): unknown => JSON.parse(each));
        const reading = readStrict(document, 100);

        expect(kept).toHaveLength(poison.length);
        expect(reading.kind === "document" && spell(reading.value)).toBe(spell(value));
      }),
    );
  });

  test("R3 is read as it was written by the parser for all other text, whatever was parsed before", () => {
    fc.assert(
      fc.property(sample, ({ text: document, value, poison }) => {
        const kept = poison.map((each): unknown => JSON.parse(each));

        expect(spell(parseJson(document))).toBe(spell(value));
        expect(kept).toHaveLength(poison.length);
      }),
    );
  });

  test("R3 is built as it was written, escapes or not", () => {
    fc.assert(
      fc.property(sample, ({ text: document, value }) => {
        expect(spell(buildValue(document))).toBe(spell(value));
      }),
    );
  });

  test("R3 keeps its own key where another object went on with a backslash", () => {
    const before = readStrict('{"near":1,"\\\\":2}', 10);
    const after = readStrict('{"near":1,"\\u0062":2}', 10);

    expect(before).toMatchObject({ value: { near: 1, "\\": 2 } });
    expect(after).toMatchObject({ value: { near: 1, b: 2 } });
  });

  test("R3 keeps its own key where the other one is longer and begins with the same letters", () => {
    const before = parseJson('{"far":1,"path\\\\":2}');
    const after = parseJson('{"far":1,"path\\n":2}');

    expect(before).toEqual({ far: 1, "path\\": 2 });
    expect(after).toEqual({ far: 1, "path\n": 2 });
  });

  test("has __proto__ for a key, and the prototype of an object", () => {
    const value = parseJson('{"\\u005f_proto__":{"isAdmin":true}}');

    expect(entriesOf(value)).toEqual([["__proto__", { isAdmin: true }]]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  test("may nest deeper than the stack goes", () => {
    const levels = 100_000;
    const value = parseJson('{"\\n":'.repeat(levels) + "1" + "}".repeat(levels));

    let depth = 0;
    for (let inner = value; inner !== 1; inner = entriesOf(inner)[0]?.[1]) depth += 1;
    expect(depth).toBe(100_000);
  });
});

describe("a text that is no document", () => {
  test.each(['{"\\n":', '{"\\x":1}', '{"\\n":1}}', "", "{'a':1}"])("is refused with a SyntaxError: %s", (wrong) => {
    expect(() => parseJson(wrong)).toThrow(SyntaxError);
  });
});
