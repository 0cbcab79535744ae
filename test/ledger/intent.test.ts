import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { canonicalJson } from "../../src/ledger/canonical-json.ts";
import { intentFingerprint, intentKey } from "../../src/ledger/intent.ts";

describe("canonical JSON", () => {
  test("writes the example of RFC 8785, 3.2.2", () => {
    const text = String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`;

    expect(canonicalJson(JSON.parse(text))).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  test("sorts keys as the example of RFC 8785, 3.2.3 does: by UTF-16 code units", () => {
    const text = String.raw`{
      "\u20ac": "Euro Sign",
      "\r": "Carriage Return",
      "\ufb33": "Hebrew Letter Dalet With Dagesh",
      "1": "One",
      "\ud83d\ude00": "Emoji: Grinning Face",
      "\u0080": "Control",
      "\u00f6": "Latin Small Letter O With Diaeresis"
    }`;

    expect([...canonicalJson(JSON.parse(text)).matchAll(/:"([^"]+)"/g)].map(([, name]) => name)).toEqual([
      "Carriage Return",
      "One",
      "Control",
      "Latin Small Letter O With Diaeresis",
      "Euro Sign",
      "Emoji: Grinning Face",
      "Hebrew Letter Dalet With Dagesh",
    ]);
  });

  // RFC 8785, appendix B: the bits of a double, and how it is printed.
  test.each([
    ["0000000000000000", "0"],
    ["8000000000000000", "0"],
    ["0000000000000001", "5e-324"],
    ["8000000000000001", "-5e-324"],
    ["7fefffffffffffff", "1.7976931348623157e+308"],
    ["ffefffffffffffff", "-1.7976931348623157e+308"],
    ["4340000000000000", "9007199254740992"],
    ["c340000000000000", "-9007199254740992"],
    ["4430000000000000", "295147905179352830000"],
    ["44b52d02c7e14af5", "9.999999999999997e+22"],
    ["44b52d02c7e14af6", "1e+23"],
    ["44b52d02c7e14af7", "1.0000000000000001e+23"],
    ["444b1ae4d6e2ef4e", "999999999999999700000"],
    ["444b1ae4d6e2ef4f", "999999999999999900000"],
    ["444b1ae4d6e2ef50", "1e+21"],
    ["3eb0c6f7a0b5ed8c", "9.999999999999997e-7"],
    ["3eb0c6f7a0b5ed8d", "0.000001"],
    ["41b3de4355555553", "333333333.3333332"],
    ["41b3de4355555554", "333333333.33333325"],
    ["41b3de4355555555", "333333333.3333333"],
    ["becbf647612f3696", "-0.0000033333333333333333"],
    ["43143ff3c1cb0959", "1424953923781206.2"],
  ])("prints the double with the bits %s as %s", (bits, printed) => {
    const view = new DataView(new ArrayBuffer(8));
    view.setBigUint64(0, BigInt(`0x${bits}`));

    expect(canonicalJson(view.getFloat64(0))).toBe(printed);
  });

  test.each([
    ["not a number", Number.NaN],
    ["infinity", Number.POSITIVE_INFINITY],
    ["nothing", undefined],
    ["a value inside", { list: [1, undefined] }],
    ["half of a character", "\ud83d"],
    ["half of a character in a key", { "\ude00": 1 }],
    ["a date", new Date(0)],
    ["a big integer", 1n],
  ])("refuses %s", (_name, value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError);
  });

  test("does not depend on the order of keys, and loses nothing", () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: "binary" }), (value) => {
        const plain: unknown = JSON.parse(JSON.stringify(value));
        const canonical = canonicalJson(plain);

        expect(JSON.parse(canonical)).toEqual(plain);
        expect(canonicalJson(reversed(plain))).toBe(canonical);
      }),
    );
  });
});

describe("the key of an intent", () => {
  const intent = { conversation: "c-17", turn: "t-3", tool: "pay", args: { to: "Ada", cents: 500 }, ordinal: 0 };

  // printf '["rollcall-intent-1","c-17","t-3","pay",{"cents":500,"to":"Ada"},0]' | sha256sum
  test("is the hash of what is meant, in canonical form", async () => {
    expect(await intentKey(intent)).toBe("c231344426adf33717db89d2f5c87d490ac0e0192b75384798da2974162d834a");
    expect(await intentKey({ ...intent, args: { cents: 500, to: "Ada" } })).toBe(
      "c231344426adf33717db89d2f5c87d490ac0e0192b75384798da2974162d834a",
    );
  });

  test.each([
    ["conversation", { ...intent, conversation: "c-18" }],
    ["turn", { ...intent, turn: "t-4" }],
    ["tool", { ...intent, tool: "refund" }],
    ["arguments", { ...intent, args: { to: "Ada", cents: 501 } }],
    ["place among equal calls", { ...intent, ordinal: 1 }],
  ])("is another one for another %s", async (_what, other) => {
    expect(await intentKey(other)).not.toBe(await intentKey(intent));
  });

  test.each([
    ["conversation", { ...intent, conversation: "" }],
    ["turn", { ...intent, turn: "" }],
  ])("needs a %s", async (_what, incomplete) => {
    await expect(intentKey(incomplete)).rejects.toThrow("an intent needs a conversation and a turn");
  });

  test("of raw text is possible: a freeform tool has no JSON", async () => {
    expect(await intentKey({ ...intent, args: "raw" })).toMatch(/^[0-9a-f]{64}$/);
  });

  // printf '["rollcall-fingerprint-1","pay",{"cents":500}]' | sha256sum
  test("has a fingerprint beside it, of the tool and the arguments alone", async () => {
    expect(await intentFingerprint("pay", { cents: 500 })).toBe(
      "c706ea23897268af9594ff57cd73666d922187afa5481b30cf7048fe3d6b2985",
    );
  });
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, member]) => [key, reversed(member)]),
  );
}
