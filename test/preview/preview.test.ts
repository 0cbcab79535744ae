import { describe, expect, test } from "vitest";

import { createDisplay } from "../../src/preview/display.ts";
import type { Preview } from "../../src/preview/patch.ts";
import { createPreview } from "../../src/preview/preview.ts";
import { createPreviewTree } from "../../src/preview/tree.ts";
import type { Dispatchable } from "../../src/protocol/outcome.ts";
import { readPieces, units, wide } from "./support/read.ts";

const object = { kind: "object", entries: [], hasMore: false, isWhole: false };

describe("a preview reader", () => {
  test("tells what a fragment changed, and nothing else", () => {
    const reader = createPreview({ display: createDisplay({ "*": "show" }) });

    expect(reader.push('{"title":"Card ')).toEqual([
      { type: "put", path: [], node: object },
      { type: "put", path: ["title"], node: { kind: "text", text: "Card ", extent: "growing" } },
    ]);
    expect(reader.push('form","count":1')).toEqual([
      { type: "append", path: ["title"], text: "form" },
      { type: "end", path: ["title"], extent: "whole" },
    ]);
    expect(reader.push("2,")).toEqual([{ type: "put", path: ["count"], node: { kind: "number", text: "12" } }]);
    expect(reader.push('"isUrgent":tru')).toEqual([]);
    expect(reader.push("e}")).toEqual([
      { type: "put", path: ["isUrgent"], node: { kind: "literal", value: true } },
      { type: "end", path: [], extent: "whole" },
    ]);
  });

  test.each([
    ["half an escape", String.raw`"a\u00e`, "a"],
    ["a backslash", '"a\\', "a"],
    ["half of a pair", '"a\ud83d', "a"],
    ["half of a pair, written as an escape", String.raw`"a\ud83d`, "a"],
    ["half of a pair with an escape begun", String.raw`"a\ud83d\u`, "a"],
    ["a pair, one half of which is an escape", '"a\\ud83d\ude00', "a\u{1f600}"],
    ["a half that the text goes on without", String.raw`"a\ud83db`, "a\ud83db"],
  ])("shows a text up to %s", (_, text, shown) => {
    const node = { kind: "text", text: shown, extent: "growing" };

    expect(readPieces([text]).root).toEqual(node);
    expect(readPieces(units(text)).root).toEqual(node);
  });

  test("shows no number, literal or key that may go on", () => {
    expect(readPieces(['{"count":12']).root).toEqual(object);
    expect(readPieces(['{"isUrgent":tru']).root).toEqual(object);
    expect(readPieces(['{"isUrg']).root).toEqual(object);
    expect(readPieces(['{"a":12x']).root).toEqual(object);
  });

  test("shows a number that is the whole document when no more text comes", () => {
    const reader = createPreview({ display: createDisplay({ "": "show" }) });

    expect(reader.push("12")).toEqual([]);
    expect(reader.end()).toEqual([{ type: "put", path: [], node: { kind: "number", text: "12" } }]);
    expect(reader.push("3")).toEqual([]);
  });

  test("keeps a number as it was written", () => {
    expect(readPieces(["[12345678901234567890]"]).root).toEqual({
      kind: "list",
      entries: [{ key: 0, node: { kind: "number", text: "12345678901234567890" } }],
      hasMore: false,
      isWhole: true,
    });
  });

  test("lets a key that comes again take the place of the first, without a trace of it", () => {
    const { root, patches } = readPieces(['{"a":{"b":1},"c":2,"a":"x"}'], { "*": "show" });

    expect(root).toEqual({
      kind: "object",
      entries: [
        { key: "a", node: { kind: "text", text: "x", extent: "whole" } },
        { key: "c", node: { kind: "number", text: "2" } },
      ],
      hasMore: false,
      isWhole: true,
    });
    expect(patches.filter(({ path }) => path[0] === "a").map(({ type }) => type)).toEqual(["put", "put", "end", "put"]);
  });

  test("stops for good where the text is no JSON, and says where", () => {
    const reader = createPreview({ display: createDisplay({ "*": "show" }) });
    reader.push('{"title":"Card",');

    expect(reader.push("} and more")).toEqual([]);
    expect(reader.stop).toEqual({ cause: "not-json", offset: 16 });
    expect(reader.push('"a":1}')).toEqual([]);
    expect(reader.length).toBe(32);
  });

  test("reads no deeper than its limit, and no depth costs stack", () => {
    const { reader } = readPieces(["[".repeat(1_000_000)]);
    const deep = readPieces(
      [`${"[".repeat(200_000)}1${"]".repeat(200_000)}`],
      { "": "show" },
      { maxNesting: 1_000_000 },
    );

    expect(reader.stop).toEqual({ cause: "too-deep", offset: 128 });
    expect(deep.reader.stop).toBeNull();
    expect(deep.root?.kind === "list" && deep.root.isWhole).toBe(true);
  });

  test("shows of a hidden object what a longer path names, and else that there is more", () => {
    const { root } = readPieces(['{"customer":{"name":"Bo","phone":"1"},"card":"4111"}'], {
      "customer.name": "show",
      card: "sensitive",
    });

    expect(root).toEqual({
      kind: "object",
      entries: [
        {
          key: "customer",
          node: {
            kind: "object",
            entries: [{ key: "name", node: { kind: "text", text: "Bo", extent: "whole" } }],
            hasMore: true,
            isWhole: true,
          },
        },
        { key: "card", node: { kind: "concealed", display: "sensitive" } },
      ],
      hasMore: false,
      isWhole: true,
    });
  });

  test("shows nothing of a tool that declares nothing but that something is there", () => {
    expect(readPieces(units('{"a":"b"}'), {}).patches).toEqual([
      { type: "put", path: [], node: { kind: "concealed", display: "hide" } },
    ]);
  });

  test("matches a key however it is written", () => {
    const { root } = readPieces(['{"\\u0063ard":"4111","t\\u0069tle":"a"}'], { "*": "show", card: "sensitive" });

    expect(root).toMatchObject({ entries: [{ key: "card", node: { kind: "concealed" } }, { key: "title" }] });
  });
});

describe("the limits of a preview", () => {
  test("a text that is longer than its limit ends in a mark, once, and stays", () => {
    const limits = { ...wide, maxTextChars: 4 };

    expect(readPieces(units('"abcde fgh"'), { "": "show" }, limits).patches).toEqual([
      { type: "put", path: [], node: { kind: "text", text: "", extent: "growing" } },
      { type: "append", path: [], text: "a" },
      { type: "append", path: [], text: "b" },
      { type: "append", path: [], text: "c" },
      { type: "append", path: [], text: "d" },
      { type: "append", path: [], text: "…" },
      { type: "end", path: [], extent: "cut" },
    ]);
    expect(readPieces(['"abcd"'], { "": "show" }, limits).root).toEqual({
      kind: "text",
      text: "abcd",
      extent: "whole",
    });
    expect(readPieces(['"abc\ud83d\ude00d"'], { "": "show" }, limits).root).toMatchObject({ text: "abc…" });
    expect(readPieces(units("[123456,1]"), { "": "show" }, limits).root).toMatchObject({
      entries: [
        { key: 0, node: { kind: "number", text: "1234…" } },
        { key: 1, node: { kind: "number", text: "1" } },
      ],
    });
  });

  test("of too many entries, values or levels the container says that there is more", () => {
    const text = '{"a":{"b":{"c":1}},"d":2,"e":3}';
    const shown = (limits: object): string =>
      JSON.stringify(outline(readPieces([text], { "": "show" }, { ...wide, ...limits }).root));

    expect(shown({})).toBe('{"a":{"b":{"c":"1"}},"d":"2","e":"3"}');
    expect(shown({ maxEntries: 2 })).toBe('{"a":{"b":{"c":"1"}},"d":"2","…":"…"}');
    expect(shown({ maxValues: 2 })).toBe('{"a":{"b":{"…":"…"}},"…":"…"}');
    expect(shown({ maxDepth: 1 })).toBe('{"a":{"…":"…"},"d":"2","e":"3"}');
    expect(shown({ maxKeyChars: 0 })).toBe('{"…":"…"}');
  });

  test("a value that is not shown for lack of room may still be replaced where it is shown", () => {
    const { root } = readPieces(['{"a":1,"b":2,"a":3}'], { "": "show" }, { ...wide, maxValues: 1 });

    expect(JSON.stringify(outline(root))).toBe('{"a":"3","…":"…"}');
  });

  test("more values than are remembered: the reach says from where on some are missing", () => {
    const { reader } = readPieces(["[1,[2],3]"], { "": "show" }, { ...wide, maxSpans: 3 });

    expect(reader.spans().map(({ path, start, end }) => [path, start, end])).toEqual([
      [[], 0, 9],
      [[0], 1, 2],
      [[1], 3, 6],
    ]);
    expect(reader.spansReach).toBe(4);
    expect(readPieces(["[1]"]).reader.spansReach).toBeNull();
  });

  test.each([
    { maxDepth: -1 },
    { maxTextChars: 1.5 },
    { maxSpans: Number.NaN },
    { maxValues: Infinity },
    { maxDepth: 501 },
  ])("%j is refused", (limits) => {
    expect(() => createPreview({ display: createDisplay({}), limits })).toThrow(RangeError);
  });
});

describe("a preview and those who act", () => {
  const preview = createPreview({ display: createDisplay({ "*": "show" }) }).snapshot();

  test("R4 a preview is no dispatchable call and no tool's arguments", () => {
    const run = (call: Dispatchable): unknown => call.args;
    const createTicket = (args: { readonly title: string }): string => args.title;

    // @ts-expect-error a preview is for display
    expect(run(preview)).toBeUndefined();
    // @ts-expect-error what a preview shows is for display
    expect(() => createTicket(preview.root)).toThrow(TypeError);
    // @ts-expect-error a preview is for display
    expect(createTicket(preview)).toBeUndefined();
  });

  test("R4 a literal is no preview", () => {
    const show = (shown: Preview): boolean => shown.root === null;

    // @ts-expect-error nobody else can make one
    expect(show({ root: null })).toBe(true);
  });

  test("a snapshot never changes", () => {
    const reader = createPreview({ display: createDisplay({ "*": "show" }) });
    reader.push('{"a":"b');
    const { root } = reader.snapshot();
    reader.push('c"}');

    expect(root).toMatchObject({ entries: [{ key: "a", node: { text: "b" } }], isWhole: false });
    expect(Object.isFrozen(root)).toBe(true);
  });
});

describe("a tree of patches", () => {
  test("takes no notice of patches for places that are not there", () => {
    const tree = createPreviewTree();
    tree.apply({ type: "append", path: ["a"], text: "b" });
    tree.apply({ type: "put", path: ["a", "b"], node: { kind: "literal", value: null } });
    tree.apply({ type: "more", path: [] });
    tree.apply({ type: "end", path: [], extent: "whole" });

    expect(tree.snapshot().root).toBeNull();
  });

  test("goes on from a node that is not empty", () => {
    const tree = createPreviewTree();
    const text = { kind: "text", text: "a", extent: "growing" } as const;
    tree.apply({
      type: "put",
      path: [],
      node: { kind: "object", entries: [{ key: "t", node: text }], hasMore: false, isWhole: false },
    });
    tree.apply({ type: "append", path: ["t"], text: "b" });

    expect(tree.snapshot().root).toMatchObject({ entries: [{ key: "t", node: { text: "ab" } }] });
  });
});

/** What is shown, in few words. */
function outline(node: ReturnType<typeof readPieces>["root"]): unknown {
  if (node === null) return null;
  if (node.kind === "text" || node.kind === "number") return node.text;
  if (!("entries" in node)) return node.kind;
  const entries = node.entries.map(({ key, node: entry }): [string, unknown] => [String(key), outline(entry)]);
  return Object.fromEntries(node.hasMore ? [...entries, ["…", "…"]] : entries);
}
