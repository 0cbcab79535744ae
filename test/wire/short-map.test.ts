import fc from "fast-check";
import { expect, test } from "vitest";
import { createShortMap } from "../../src/wire/short-map.ts";

test("an empty map has nothing", () => {
  const map = createShortMap<string, number>();

  expect([map.has("a"), map.get("a")]).toEqual([false, undefined]);
});

test("the first entry and the later ones are found and replaced alike", () => {
  const map = createShortMap<number | null, string>();
  map.set(0, "zero");
  map.set(null, "none");
  map.set(1, "one");
  map.set(0, "ZERO");
  map.set(1, "ONE");

  expect([map.get(0), map.get(null), map.get(1), map.get(2)]).toEqual(["ZERO", "none", "ONE", undefined]);
  expect([map.has(0), map.has(null), map.has(1), map.has(2)]).toEqual([true, true, true, false]);
});

test("a key whose value is empty is there all the same", () => {
  const map = createShortMap<string, string>();
  map.set("", "");
  map.set("a", "");

  expect([map.has(""), map.get(""), map.has("a"), map.get("a")]).toEqual([true, "", true, ""]);
});

test("whatever is set, it answers as a Map does", () => {
  const keys = fc.constantFrom("", "a", "b", "__proto__");
  fc.assert(
    fc.property(fc.array(fc.tuple(keys, fc.nat())), keys, (entries, asked) => {
      const map = createShortMap<string, number>();
      for (const [key, value] of entries) map.set(key, value);
      const oracle = new Map(entries);

      expect([map.has(asked), map.get(asked)]).toEqual([oracle.has(asked), oracle.get(asked)]);
    }),
  );
});
