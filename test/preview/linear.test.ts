import { describe, expect, test } from "vitest";

import { structuredDocument, writeFileDocument } from "../../bench/documents.ts";
import { createDisplay } from "../../src/preview/display.ts";
import { createPreview } from "../../src/preview/preview.ts";
import { wide } from "./support/read.ts";

/** The methods through which a reader looks at characters, and how many of them a result stands for. */
const methods = [
  ["charCodeAt", 1],
  ["charAt", 1],
  ["slice", "its length"],
] as const;

/** How many characters were looked at one by one or copied in runs while `work` was done, whoever did it. */
function charactersTouched(work: () => void): number {
  let touched = 0;
  const originals = methods.map(([name, weight]) => {
    const original: unknown = Reflect.get(String.prototype, name);
    if (typeof original !== "function") throw new TypeError(name);
    const counting = function counting(this: string, ...given: readonly unknown[]): unknown {
      const result: unknown = Reflect.apply(original, this, given);
      touched += weight === 1 ? 1 : String(result).length;
      return result;
    };
    Reflect.set(String.prototype, name, counting);
    return { name, original };
  });
  try {
    work();
  } finally {
    for (const { name, original } of originals) Reflect.set(String.prototype, name, original);
  }
  return touched;
}

function readingTouches(text: string, pieceChars: number): number {
  const pieces = Array.from({ length: Math.ceil(text.length / pieceChars) }, (_, at) => {
    return text.slice(at * pieceChars, (at + 1) * pieceChars);
  });
  const reader = createPreview({ display: createDisplay({ "": "show" }), limits: wide });
  return charactersTouched(() => {
    for (const piece of pieces) reader.push(piece);
  });
}

describe("the work of a preview", () => {
  test.each([
    ["one long text", writeFileDocument],
    ["many small values", structuredDocument],
  ])("is linear however small the fragments: %s", (_, make) => {
    const { text } = make(20_000);
    const { text: double } = make(40_000);

    for (const pieceChars of [1, 16, 1000, 1_000_000]) {
      // Looked at, looked at again at the end of a run or a piece, copied out of the piece, copied as what is told.
      expect(readingTouches(text, pieceChars) / text.length).toBeLessThan(5);
      expect(readingTouches(double, pieceChars) / double.length).toBeLessThan(5);
    }
  });

  test("no number of fragments is too many: 300,000 of one character", () => {
    const { text } = writeFileDocument(300_000);
    const reader = createPreview({ display: createDisplay({ "*": "show" }), limits: wide });
    let shown = "";
    for (const unit of text) {
      for (const patch of reader.push(unit)) {
        if (patch.type === "append" && patch.path[0] === "content") shown += patch.text;
      }
    }

    expect(JSON.stringify({ path: "src/generated.ts", content: shown })).toBe(text);
    expect(reader.snapshot().root).toMatchObject({
      entries: [{ key: "path" }, { node: { text: shown } }],
      isWhole: true,
    });
  });
});
