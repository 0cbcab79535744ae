import { describe, expect, test } from "vitest";

import { filesUnder, isNode, lineAt, type SourceFile, type SyntaxNode, visitNodes } from "./source.ts";

const files = filesUnder("src");
const withPlayground = [...files, ...filesUnder("playground")];

describe("house style", () => {
  test("no file passes on everything that another one exports", () => {
    expect(withPlayground.flatMap((file) => findNodes(file, (node) => node.type === "ExportAllDeclaration"))).toEqual(
      [],
    );
  });

  test("there is no drawer: no file and no folder is named after its not having a subject", () => {
    const drawers = /(?:^|\/)(?:utils?|helpers?|types|common|misc|shared|constants)(?:\/|\.tsx?$)/;

    expect(files.map((file) => file.path).filter((path) => drawers.test(path))).toEqual([]);
  });

  test("every file is named in kebab case", () => {
    expect(
      withPlayground
        .map((file) => file.path)
        .filter((path) => !/^[a-z0-9]+(?:[-/][a-z0-9]+)*(?:\.d|\.config)?\.tsx?$/.test(path)),
    ).toEqual([]);
  });

  test("a type is asserted only in a parse or is function, with a comment that says why", () => {
    const judged = withPlayground.filter((file) => !knownAssertions.includes(file.path));

    expect(judged.flatMap(bareAssertions)).toEqual([]);
    expect(files.filter((file) => bareAssertions(file).length > 0).map((file) => file.path)).toEqual(knownAssertions);
  });

  test.each([
    ["export const kinds = ['a'] as const;", true],
    ["export function read(value: unknown) { return value as string; }", false],
    ["export function parseName(value: unknown) { return value as string; }", false],
    ["export function parseName(value: unknown) {\n  // Checked above.\n  return value as string;\n}", true],
    ["export function parseName(value: unknown) {\n  return value as string; // checked above\n}", true],
    ["const isName = (value: unknown) => {\n  // Checked above.\n  return (value as string) !== '';\n};", true],
    ["export function issue(value: unknown) {\n  // Checked above.\n  return value as string;\n}", false],
    ["import { a as b } from './a.ts';\nexport const c = b satisfies string;", true],
  ])("the assertions of %j are in order: %s", (text, isInOrder) => {
    expect(bareAssertions({ path: "planted.ts", text }).length === 0).toBe(isInOrder);
  });
});

// Files that assert outside of such a function: what setTimeout gives is a number here and an object there.
const knownAssertions: readonly string[] = [];

function bareAssertions(file: SourceFile): readonly string[] {
  const lines = file.text.split("\n");
  return findNodes(file, (node, around) => {
    if (node.type !== "TSAsExpression" && node.type !== "TSTypeAssertion") return false;
    if (file.text.slice(node.start, node.end).endsWith("as const")) return false;
    const line = lineAt(file.text, node.start);
    const isExplained = /\/\/|\*\//.test(lines[line - 1] ?? "") || /^\s*(?:\/\/|\*|\/\*)/.test(lines[line - 2] ?? "");
    return !(isExplained && around.some(isParser));
  });
}

function isParser(node: SyntaxNode): boolean {
  const id = node["id"] ?? node["key"];
  return isNode(id) && typeof id["name"] === "string" && /^(?:parse|is)(?:[A-Z]|$)/.test(id["name"]);
}

function findNodes(
  file: SourceFile,
  matches: (node: SyntaxNode, around: readonly SyntaxNode[]) => boolean,
): readonly string[] {
  const found: string[] = [];
  visitNodes(file, (node, around) => {
    if (matches(node, around)) found.push(`${file.path}:${lineAt(file.text, node.start)}`);
  });
  return found;
}
