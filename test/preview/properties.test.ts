import fc from "fast-check";
import { describe, expect, test } from "vitest";

// `JSON.parse` of some engines reads escaped keys wrong.
import { parseJson } from "../../src/json/parse-json.ts";
import { scanJson } from "../../src/json/scan.ts";
import { createDisplay } from "../../src/preview/display.ts";
import type { PreviewNode, PreviewPatch } from "../../src/preview/patch.ts";
import { createPreview } from "../../src/preview/preview.ts";
import { createPreviewTree } from "../../src/preview/tree.ts";
import { cutInPieces, cuts, documentText, garbledText } from "./support/documents.ts";
import { everything, readPieces, units, valueOf, wide } from "./support/read.ts";

const anyText = fc.oneof(documentText, garbledText, fc.string({ maxLength: 20 }));

describe("a preview", () => {
  test("agrees with the whole document, however it was cut", () => {
    fc.assert(
      fc.property(documentText, cuts, (text, shares) => {
        const { root, reader } = readPieces(cutInPieces(text, shares));

        expect(reader.stop).toBeNull();
        const value = root === null ? undefined : valueOf(root);
        expect([value, isSame(value, parseJson(text))]).toEqual([value, true]);
      }),
    );
  });

  test("is the same at every split", () => {
    fc.assert(
      fc.property(anyText, cuts, (text, shares) => {
        const whole = readPieces([text]);
        const cut = readPieces(cutInPieces(text, shares));
        const single = readPieces(units(text));

        expect(cut.root).toEqual(whole.root);
        expect(single.root).toEqual(whole.root);
        expect(cut.reader.spans()).toEqual(whole.reader.spans());
        expect(single.reader.spans()).toEqual(whole.reader.spans());
      }),
    );
  });

  test("stops where the strict reading does, and nothing grows from there on", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const scan = scanJson(text, 128);
        const { reader } = readPieces(units(text));

        const stop = scan.kind === "not-json" ? { cause: "not-json", offset: scan.offset } : null;
        expect(reader.stop).toEqual(stop);
        if (stop !== null) {
          const before = reader.snapshot();
          expect(reader.push('":1}')).toEqual([]);
          expect(reader.snapshot()).toEqual(before);
        }
      }),
    );
  });

  test("of any beginning never throws and only grows", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const reader = createPreview({ display: createDisplay(everything), limits: wide });
        let before: PreviewNode | null = null;
        for (const unit of units(text)) {
          const patches = reader.push(unit);
          const after = reader.snapshot().root;
          const replaced = new Set(
            patches.filter(({ type }) => type === "put").map(({ path }) => JSON.stringify(path)),
          );
          if (before !== null) expect(shrunk(before, after, { path: [], replaced })).toEqual([]);
          before = after;
        }
      }),
    );
  });

  test("is what its patches make of an empty one, at every point", () => {
    fc.assert(
      fc.property(anyText, cuts, (text, shares) => {
        const reader = createPreview({ display: createDisplay(everything), limits: wide });
        const tree = createPreviewTree();
        for (const piece of cutInPieces(text, shares)) {
          for (const patch of sent(reader.push(piece))) tree.apply(patch);
          expect(tree.snapshot()).toEqual(reader.snapshot());
        }
      }),
    );
  });

  test("remembers where every value stands: the text there is the value", () => {
    fc.assert(
      fc.property(documentText, cuts, (text, shares) => {
        const { reader } = readPieces(cutInPieces(text, shares));

        const last = new Map(reader.spans().map((span) => [JSON.stringify(span.path), span]));
        for (const { path, start, end } of last.values()) {
          const value = path.reduce<unknown>(step, parseJson(text));
          // A value inside of one whose key came again is gone from the document.
          if (end !== null && value !== GONE) expect(kindOf(JSON.parse(text.slice(start, end)))).toBe(kindOf(value));
        }
        expect(reader.spans()[0]).toEqual({
          path: [],
          display: "show",
          start: leading(text),
          end: text.trimEnd().length,
        });
      }),
    );
  });
});

/** Same keys in the same order, same values, `-0` and `0` told apart. No matcher is used: a key `constructor` misleads them. */
function isSame(left: unknown, right: unknown): boolean {
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) {
    return Object.is(left, right);
  }
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const [mine, theirs] = [Object.keys(left), Object.keys(right)];
  if (mine.length !== theirs.length) return false;
  return mine.every((key, place) => key === theirs[place] && isSame(member(left, key), member(right, key)));
}

const GONE = Symbol("gone");

function member(value: unknown, key: string | number): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return GONE;
  return Object.getOwnPropertyDescriptor(value, key)?.value;
}

/** A member of a list is not an element: the list has taken the place of an object. */
function step(value: unknown, key: string | number): unknown {
  return Array.isArray(value) === (typeof key === "number") ? member(value, key) : GONE;
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? "list" : typeof value;
}

function leading(text: string): number {
  return text.length - text.trimStart().length;
}

/** As over a wire. */
function sent(patches: readonly PreviewPatch[]): readonly PreviewPatch[] {
  const copy: readonly PreviewPatch[] = structuredClone(patches);
  return copy;
}

interface Place {
  readonly path: readonly (string | number)[];
  /** Paths whose value a later one of the same key replaced in this step. */
  readonly replaced: ReadonlySet<string>;
}

/** The places where something that was shown is gone or shorter. */
function shrunk(before: PreviewNode, after: PreviewNode | null | undefined, place: Place): readonly string[] {
  const here = JSON.stringify(place.path);
  if (place.replaced.has(here)) return [];
  if (after?.kind !== before.kind) return [here];
  if (before.kind === "text" && after.kind === "text") return after.text.startsWith(before.text) ? [] : [here];
  if ("entries" in before && "entries" in after) {
    const now = new Map(after.entries.map(({ key, node }) => [key, node]));
    return before.entries.flatMap(({ key, node }) => {
      return shrunk(node, now.get(key), { ...place, path: [...place.path, key] });
    });
  }
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [here];
}
