import { describe, expect, test } from "vitest";

import { plainPaint } from "../../src/cli/screen/style.ts";
import { heading } from "../../src/cli/tour/heading.ts";

function headingAt(width: number): string {
  const title = "6/17 · ok · OpenAI SDK, Chat Completions";
  return heading({ title, remarks: ["A clean stop."], width, paint: plainPaint });
}

describe("the heading of a scene", () => {
  test("is a rule with the title in it", () => {
    expect(headingAt(50)).toBe("── 6/17 · ok · OpenAI SDK, Chat Completions ──────\n  A clean stop.\n\n");
    expect(headingAt(Number.POSITIVE_INFINITY)).toBe(
      "── 6/17 · ok · OpenAI SDK, Chat Completions ────────────────────────────────\n  A clean stop.\n\n",
    );
  });

  test("has no rule behind a title that needs the room for itself", () => {
    expect(headingAt(44)).toBe("── 6/17 · ok · OpenAI SDK, Chat\n   Completions\n  A clean stop.\n\n");
    expect(headingAt(30)).toBe("── 6/17 · ok · OpenAI SDK,\n   Chat Completions\n  A clean stop.\n\n");
  });
});
