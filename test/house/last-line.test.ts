import { describe, expect, test } from "vitest";

import { lastLine } from "./last-line-reporter.ts";

describe("the last line of a run", () => {
  test.each([
    [{ passed: 12, failed: 0, skipped: 0 }, "12 passed, 0 failed"],
    [{ passed: 3, failed: 2, skipped: 0 }, "3 passed, 2 failed"],
    [{ passed: 3, failed: 0, skipped: 1 }, "3 passed, 0 failed, 1 skipped"],
  ])("for %j is %j", (count, line) => {
    expect(lastLine(count)).toBe(line);
  });
});
