import { describe, expect, test } from "vitest";

import { outcomeOf, verdictOn } from "../support/settle-text.ts";

const incomplete = { kind: "failed", reason: "unparseable", cause: "incomplete" };
const notJson = { kind: "failed", reason: "unparseable", cause: "not-json" };
const tooDeep = { kind: "failed", reason: "unparseable", cause: "too-deep" };

describe("documents", () => {
  test.each<readonly [string, string, unknown]>([
    ["an empty object", "{}", {}],
    ["no text at all", "", {}],
    ["white space around the document", ' \t\r\n{"a":1}\n \t\r', { a: 1 }],
    ["white space inside the document", '{ "a" : [ 1 , 2 ] , "b" : { } }', { a: [1, 2], b: {} }],
    [
      "every kind of value",
      '{"s":"x","n":-1.5e2,"t":true,"f":false,"z":null,"l":[],"o":{}}',
      { s: "x", n: -150, t: true, f: false, z: null, l: [], o: {} },
    ],
    ["every short escape", '{"s":"\\"\\\\\\/\\b\\f\\n\\r\\t"}', { s: '"\\/\b\f\n\r\t' }],
    ["escapes of four digits in either case", '{"s":"\\u00fC\\uD83C\\uDF31"}', { s: "ü🌱" }],
    ["a lone surrogate, which the grammar allows", '{"s":"\\ud83c"}', { s: "\ud83c" }],
    [
      "a delete character and line separators, which need no escape",
      '{"s":"\u007f\u2028\u2029"}',
      { s: "\u007f\u2028\u2029" },
    ],
    ["the same key at different levels", '{"a":{"a":{"a":1}}}', { a: { a: { a: 1 } } }],
    ["the same key in different elements", '{"l":[{"a":1},{"a":2}]}', { l: [{ a: 1 }, { a: 2 }] }],
    ["an empty key", '{"":1}', { "": 1 }],
    ["keys that differ in case", '{"a":1,"A":2}', { a: 1, A: 2 }],
    ["a text that looks like JSON inside a string", '{"a":"{\\"b\\":1}"}', { a: '{"b":1}' }],
    ["escaped line breaks", '{"m":"first\\nsecond"}', { m: "first\nsecond" }],
    ["protocol markers inside a value", '{"path":"<|channel|>"}', { path: "<|channel|>" }],
  ])("R3 %s is read", async (_what, text, args) => {
    expect(await verdictOn(text)).toEqual({ kind: "dispatchable", args });
  });
});

describe("server-parser-loss and silent-empty-object: a correct beginning that was never finished", () => {
  test.each<readonly [string, string]>([
    ["a lone brace", "{"],
    ["a brace and white space", "{ \n"],
    ["a key that is cut", '{"a'],
    ["a key without a colon", '{"a"'],
    ["a key without a value", '{"a":'],
    ["a comma without another key", '{"a":1,'],
    ["a number without the last brace", '{"a":1'],
    ["a string that is cut", '{"a":"x'],
    ["a string that is cut after a backslash", '{"a":"x\\'],
    ["an escape of four digits that is cut", '{"a":"\\u00'],
    ["a literal that is cut", '{"a":tru'],
    ["a null that is cut", '{"a":n'],
    ["a lone minus sign", '{"a":-'],
    ["a fraction without digits", '{"a":1.'],
    ["an exponent without digits", '{"a":1e+'],
    ["a list that is cut", '{"a":[1,2'],
    ["a list after its comma", '{"a":[1,'],
    ["a missing last brace of two", '{"a":{"b":1}'],
    ["a list that never ends", "[1,2"],
    ["a lone string that is cut", '"abc'],
  ])("R3 %s is incomplete", async (_what, text) => {
    expect(await verdictOn(text)).toEqual(incomplete);
  });
});

describe("text that is no JSON", () => {
  test.each<readonly [string, string]>([
    ["a key without quotes", "{a:1}"],
    ["a key in single quotes", "{'a':1}"],
    ["a bare word as a value", '{"litres": four}'],
    ["a trailing comma in an object", '{"a":1,}'],
    ["a trailing comma in a list", '{"a":[1,]}'],
    ["a leading comma", '{,"a":1}'],
    ["two commas", '{"a":1,,"b":2}'],
    ["a missing comma", '{"a":1 "b":2}'],
    ["a missing colon", '{"a" 1}'],
    ["a leading zero", '{"a":01}'],
    ["a leading plus sign", '{"a":+1}'],
    ["a leading point", '{"a":.5}'],
    ["a trailing point", '{"a":1.}'],
    ["an empty exponent", '{"a":1e}'],
    ["a hexadecimal number", '{"a":0x10}'],
    ["NaN", '{"a":NaN}'],
    ["Infinity", '{"a":-Infinity}'],
    ["undefined", '{"a":undefined}'],
    ["a literal in the wrong case", '{"a":True}'],
    ["brackets that do not match", '{"a":[1}'],
    ["a lone closing brace", "}"],
    ["a comment before the document", "// note\n{}"],
    ["a comment inside the document", '{/* note */"a":1}'],
    ["a code fence", '```json\n{"a":1}\n```'],
    ["prose before the document", 'Sure: {"a":1}'],
    ["a text that begins in the middle of a list", '"name":"x"},{"name":"y"}]'],
    ["a doubled quote", '{"a":""x"}'],
    ["an object that turns to prose", '{"command":"ls", then I read the file'],
    ["a broken beginning that is cut", "{a:1"],
    ["a line break where a key is cut", '{"a\nb":1}'],
  ])("R3 %s is not JSON", async (_what, text) => {
    expect(await verdictOn(text)).toEqual(notJson);
  });
});

describe("trailing-garbage-or-markup", () => {
  test.each<readonly [string, string]>([
    ["one closing brace too many", '{"a":1}}'],
    ["a second document", '{"a":1}{"b":2}'],
    ["three documents in a row", "{}{}{}"],
    ["a second document after white space", '{"a":1}\n{"a":1}'],
    ["channel markers behind the document", '{"a":1}<|call|><|end|>'],
    ["a word behind the document", '{"a":1} done'],
    ["a NUL behind the document", '{"a":1}\u0000'],
    ["a no-break space behind the document", '{"a":1}\u00a0'],
    ["a no-break space before the document", '\u00a0{"a":1}'],
    ["a byte order mark before the document", '\ufeff{"a":1}'],
    ["a form feed before the document", '\f{"a":1}'],
  ])("R3 %s makes the text no JSON", async (_what, text) => {
    expect(await verdictOn(text)).toEqual(notJson);
  });

  test("R3 the position of what is wrong is reported", async () => {
    const outcome = await outcomeOf('{"a":1}}');

    expect(outcome.kind === "failed" && outcome.offset).toBe(7);
  });
});

describe("control-chars-or-bad-escapes", () => {
  test.each<readonly [string, string]>([
    ["a raw line feed in a string", '{"m":"first\nsecond"}'],
    ["a raw tab in a string", '{"m":"a\tb"}'],
    ["a raw carriage return in a string", '{"m":"a\rb"}'],
    ["a raw NUL in a string", '{"m":"a\u0000b"}'],
    ["a raw unit separator in a string", '{"m":"\u001f"}'],
    ["an escape that does not exist", '{"m":"\\x41"}'],
    ["an escaped single quote", '{"m":"it\\\'s"}'],
    ["an escaped dollar sign, as in a shell text", '{"m":"echo \\$HOME"}'],
    ["an escape of four that are no digits", '{"m":"\\u12G4"}'],
  ])("R3 %s makes the text no JSON", async (_what, text) => {
    expect(await verdictOn(text)).toEqual(notJson);
  });
});

describe("keys that are given twice", () => {
  test.each<readonly [string, string]>([
    ["a key given twice", '{"a":1,"a":2}'],
    ["a key given twice with the same value", '{"a":1,"a":1}'],
    ["a key given again by an escape", '{"a":1,"\\u0061":2}'],
    ["a key given twice by escapes in different cases", '{"\\u00fc":1,"\\u00FC":2}'],
    ["a key with an escaped slash and without", '{"a/b":1,"a\\/b":2}'],
    ["a key given twice deep inside", '{"x":[{"y":{"a":1,"b":2,"a":3}}]}'],
    ["an empty key given twice", '{"":1,"":2}'],
    [
      "a key given twice far apart",
      `{"a":0,${Array.from({ length: 40 }, (_key, at) => `"k${at}":${at}`).join()},"a":1}`,
    ],
  ])("R3 %s makes the document invalid", async (_what, text) => {
    expect(await verdictOn(text)).toEqual({ kind: "invalid", cause: "duplicate-key" });
  });
});

describe("big-integers", () => {
  test.each<readonly [string, string]>([
    ["2^53 + 1", '{"id":9007199254740993}'],
    ["minus 2^53 - 1", '{"id":-9007199254740993}'],
    ["an id of nineteen digits", '{"id":1234567890123456789}'],
    ["an inexact integer in a list", '{"ids":[1,9007199254740993]}'],
    ["an inexact integer deep inside", '{"a":{"b":[{"id":10000000000000000001}]}}'],
    ["a number that overflows", '{"n":1e400}'],
    ["a negative number that overflows", '{"n":-1e400}'],
    ["an integer of four hundred digits", `{"n":${"9".repeat(400)}}`],
  ])("R3 %s makes the document invalid, to be asked for as text", async (_what, text) => {
    expect(await verdictOn(text)).toEqual({ kind: "invalid", cause: "inexact-number" });
  });

  test.each<readonly [string, string, unknown]>([
    ["2^53 - 1", '{"id":9007199254740991}', { id: 9007199254740991 }],
    ["2^53", '{"id":9007199254740992}', { id: 9007199254740992 }],
    ["a large integer that a double holds exactly", '{"id":9007199254740994}', { id: 9007199254740994 }],
    ["10^20, which a double holds exactly", '{"id":100000000000000000000}', { id: 1e20 }],
    ["a fraction, which is as near as it gets", '{"n":0.1}', { n: 0.1 }],
    ["a number with an exponent", '{"n":1.5E3}', { n: 1500 }],
    ["nineteen digits given as text", '{"id":"1234567890123456789"}', { id: "1234567890123456789" }],
    ["digits inside a key", '{"9007199254740993":1}', { "9007199254740993": 1 }],
  ])("R3 %s is read", async (_what, text, args) => {
    expect(await verdictOn(text)).toEqual({ kind: "dispatchable", args });
  });

  test("R3 the error says to ask for the number as text, and where it is", async () => {
    const outcome = await outcomeOf('{"ids":[1,9007199254740993]}');

    const issues = outcome.kind === "invalid" ? outcome.issues : [];
    expect(issues.map((issue) => issue.path)).toEqual(["/ids/1"]);
    expect(issues[0]?.message).toMatch(/text|string/u);
  });
});

describe("prototype-pollution", () => {
  test.each<readonly [string, string]>([
    ["a __proto__ key", '{"__proto__":{"isAdmin":true}}'],
    ["a __proto__ key whose value is harmless", '{"__proto__":1}'],
    ["a __proto__ key deep inside", '{"a":[{"__proto__":null}]}'],
    ["a __proto__ key by an escape", '{"\\u005f_proto__":{}}'],
    ["a constructor that holds a prototype", '{"constructor":{"prototype":{"isAdmin":true}}}'],
    ["a constructor that holds a prototype deep inside", '{"a":{"constructor":{"x":1,"prototype":1}}}'],
  ])("R3 %s makes the document invalid", async (_what, text) => {
    expect(await verdictOn(text)).toEqual({ kind: "invalid", cause: "reserved-key" });
  });

  test.each<readonly [string, string, unknown]>([
    ["a plain constructor key", '{"constructor":"Acme Ltd"}', { constructor: "Acme Ltd" }],
    ["a constructor key that holds an object", '{"constructor":{"name":"Acme"}}', { constructor: { name: "Acme" } }],
    ["a prototype key on its own", '{"prototype":{"a":1}}', { prototype: { a: 1 } }],
    ["a __proto__ inside a value", '{"a":"__proto__"}', { a: "__proto__" }],
    ["a toString key", '{"toString":1}', { toString: 1 }],
  ])("R3 %s is read", async (_what, text, args) => {
    expect(await verdictOn(text)).toEqual({ kind: "dispatchable", args });
  });

  test("R3 reading a reserved key changes no prototype", async () => {
    await verdictOn('{"__proto__":{"polluted":true}}');

    expect("polluted" in {}).toBe(false);
  });
});

describe("documents that are no object", () => {
  test.each<readonly [string, string]>([
    ["a list", "[1,2]"],
    ["an empty list", "[]"],
    ["a list of one object", '[{"a":1}]'],
    ["a string", '"north"'],
    ["a string that holds an object, where no schema speaks for it", '"{\\"a\\":1}"'],
    ["a number", "12"],
    ["true", "true"],
    ["null", "null"],
  ])("R3 %s is not an object", async (_what, text) => {
    expect(await verdictOn(text)).toEqual({ kind: "invalid", cause: "not-an-object" });
  });
});

describe("depth", () => {
  const nested = (levels: number): string => `${'{"a":'.repeat(levels - 1)}{}${"}".repeat(levels - 1)}`;

  test("R13 128 levels are read", async () => {
    expect((await verdictOn(nested(128))).kind).toBe("dispatchable");
  });
  test("R13 129 levels are too deep", async () => {
    expect(await verdictOn(nested(129))).toEqual(tooDeep);
  });
  test("R13 lists count as levels", async () => {
    expect(await verdictOn(`{"a":${"[".repeat(128)}${"]".repeat(128)}}`)).toEqual(tooDeep);
  });
  test("R13 text that is too deep is too deep before it is incomplete", async () => {
    expect(await verdictOn("[".repeat(100_000))).toEqual(tooDeep);
  });
  test("R13 the limit can be set", async () => {
    const limits = { maxDepth: 3 };

    expect(await verdictOn('{"a":{"b":{"c":1}}}', { limits })).toEqual({
      kind: "dispatchable",
      args: { a: { b: { c: 1 } } },
    });
    expect(await verdictOn('{"a":{"b":{"c":{}}}}', { limits })).toEqual(tooDeep);
  });
  test("R13 siblings do not add up to depth", async () => {
    expect((await verdictOn(`{"a":[${Array.from({ length: 500 }, () => "{}").join()}]}`)).kind).toBe("dispatchable");
  });
});
