import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { MAX_RESULT_BYTES, resultAnswer } from "../../src/turn/result-text.ts";

describe("what a model is told of a result", () => {
  test.each([
    ["a string as it is", 'He said "no".\n', 'He said "no".\n'],
    ["an object as JSON", { id: "T-1", tags: ["a"] }, '{"id":"T-1","tags":["a"]}'],
    ["a number as JSON", 0, "0"],
    ["a Boolean as JSON", false, "false"],
    ["a date as JSON", new Date(0), '"1970-01-01T00:00:00.000Z"'],
    ["an empty object as JSON", {}, "{}"],
    ["an object without a prototype as JSON", Object.create(null), "{}"],
    [
      "an instance of a class with fields as JSON",
      new (class {
        readonly id = 7;
      })(),
      '{"id":7}',
    ],
    [
      "what has a form of its own by that",
      Object.assign(new Error("x"), { toJSON: () => ({ failed: true }) }),
      '{"failed":true}',
    ],
    ["an address as JSON", new URL("https://example.test/a"), '"https://example.test/a"'],
    ["a number in an object as JSON", Object(5), "5"],
    ["that there is none, for undefined", undefined, "done (it has no result)"],
    ["that there is none, for null", null, "done (it has no result)"],
    ["that there is none, for what becomes nothing", { toJSON: () => undefined }, "done (it has no result)"],
    ["that it is empty, since a provider refuses an empty text", "", "done (its result is an empty text)"],
    ["that it is empty, for white space", " \n", "done (its result is an empty text)"],
    ["a mark for half of a character", "a\uD83D", "a\uFFFD"],
  ])("is %s", (_what, value, text) => {
    expect(resultAnswer(value)).toEqual({ isError: false, text });
  });

  const circle: Record<string, unknown> = {};
  circle["self"] = circle;

  test.each([
    ["a function", () => 1, /^it is a function, which JSON has no form for$/],
    ["a symbol", Symbol("x"), /^it is a symbol, which JSON has no form for$/],
    ["a Map", new Map([["id", 7]]), /^it is a Map, which JSON has no form for$/],
    ["a Set", new Set([7]), /^it is a Set, which JSON has no form for$/],
    ["a response", new Response("paid"), /^it is a Response, which JSON has no form for$/],
    ["a stream", new Response("paid").body, /^it is a ReadableStream, which JSON has no form for$/],
    ["an error", new Error("returned"), /^it is an Error, which JSON has no form for$/],
    [
      "an error with a code",
      Object.assign(new Error("returned"), { code: 5 }),
      /^it is an Error, which JSON has no form for$/,
    ],
    ["bytes", new Uint8Array([1, 2]), /^it is a Uint8Array, which JSON has no form for$/],
    ["a pattern", /x/, /^it is a RegExp, which JSON has no form for$/],
    [
      "an object that keeps everything to itself",
      new (class {
        readonly #id = 7;
        id(): number {
          return this.#id;
        }
      })(),
      /^it is an object with nothing that JSON sees, which JSON has no form for$/,
    ],
    ["a BigInt", { amount: 7n }, /^it cannot be written as JSON \(TypeError: .*BigInt.*\)$/],
    ["a circle", circle, /^it cannot be written as JSON \(TypeError: Converting circular structure to JSON.*\)$/],
    [
      "a toJSON that throws",
      {
        toJSON: () => {
          throw new Error("not now");
        },
      },
      /^it cannot be written as JSON \(not now\)$/,
    ],
  ])("says that the tool ran where the result is %s", (_what, value, because) => {
    const { isError, text } = resultAnswer(value);
    const [, reason] =
      /^The tool ran and came to its end, but its result cannot be shown: (.*)\. What it did is done; calling it again would do it again\.$/.exec(
        text,
      ) ?? [];

    expect(isError).toBe(true);
    expect(reason).toMatch(because);
  });

  test("has at most 256 KiB of UTF-8", () => {
    const most = "x".repeat(262_144);

    expect(MAX_RESULT_BYTES).toBe(262_144);
    expect(resultAnswer(most)).toEqual({ isError: false, text: most });
    expect(resultAnswer(`${most}x`)).toEqual({
      isError: true,
      text: `The tool ran and came to its end, but its result cannot be shown: it has 262145 bytes, and 262144 is the most. What it did is done; calling it again would do it again. It begins: ${"x".repeat(2000)}…`,
    });
  });

  test("counts bytes and not characters, and cuts between characters", () => {
    expect(resultAnswer("ääääääää", 16)).toEqual({ isError: false, text: "ääääääää" });
    expect(resultAnswer("x😀😀😀😀", 16)).toEqual({
      isError: true,
      text: "The tool ran and came to its end, but its result cannot be shown: it has 17 bytes, and 16 is the most. What it did is done; calling it again would do it again. It begins: x😀…",
    });
  });

  test("is never empty and always whole characters", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.anything({ withBigInt: true, withDate: true }), fc.string({ unit: "binary" })),
        (value) => {
          const { text } = resultAnswer(value, 64);

          expect(text.trim()).not.toBe("");
          expect(text.isWellFormed()).toBe(true);
        },
      ),
    );
  });
});
