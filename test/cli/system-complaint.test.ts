import { expect, test } from "vitest";

import { readComplaint, writeComplaint } from "../../src/cli/system-complaint.ts";

function failure(code: string): Error {
  return Object.assign(new Error(`${code}: what the system says`), { code });
}

test("what the system refuses is said in words, each in its own sense", () => {
  expect(writeComplaint(failure("ENOSPC"))).toBe("no space left on the device");
  expect(writeComplaint(failure("EDQUOT"))).toBe("the disk quota is used up");
  expect(readComplaint(failure("ENOENT"))).toBe("there is no such file");
});

test("a refusal without words of its own keeps those of the system", () => {
  expect(writeComplaint(failure("ENOENT"))).toBe("ENOENT: what the system says");
  expect(readComplaint(failure("toString"))).toBe("toString: what the system says");
  expect(writeComplaint("no error at all")).toBe("no error at all");
});
