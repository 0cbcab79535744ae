import { describe, expect, test } from "vitest";

import { didNotHappen, isDidNotHappen } from "../../src/ledger/did-not-happen.ts";
import { describeThrown } from "../../src/protocol/describe-thrown.ts";

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

function throwing(): never {
  throw new Error("no");
}

const strange: readonly (readonly [what: string, thrown: unknown, line: string])[] = [
  ["an object", { code: 5 }, 'something that is no Error was thrown: {"code":5}'],
  ["an object without a prototype", Object.create(null), "something that is no Error was thrown: {}"],
  ["a revoked proxy", revoked(), "something that is no Error was thrown: an object"],
  ["an object that cannot be written", { toJSON: throwing }, "something that is no Error was thrown: an object"],
  ["a symbol", Symbol("x"), "something that is no Error was thrown: a symbol"],
  ["an error with an object for a message", Object.assign(new Error("x"), { message: { code: 42 } }), '{"code":42}'],
  ["an error with a symbol for a name", Object.assign(new Error("broke"), { name: Symbol("x") }), "broke"],
  ["an error whose message throws", Object.defineProperty(new Error("x"), "message", { get: throwing }), "Error"],
  ["an error whose name throws", Object.defineProperty(new Error("broke"), "name", { get: throwing }), "broke"],
];

describe("whatever was thrown", () => {
  test.each(strange)("%s is described, and nothing is thrown at that", (_what, thrown, line) => {
    expect(describeThrown(thrown)).toBe(line);
  });

  test("is asked whether it is a DidNotHappen, and nothing is thrown at that", () => {
    expect(strange.map(([, thrown]) => isDidNotHappen(thrown))).toEqual(strange.map(() => false));
    expect(isDidNotHappen(didNotHappen("no"))).toBe(true);
  });
});
