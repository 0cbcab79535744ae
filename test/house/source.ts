import { readFileSync, readdirSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";

import { parseSync } from "vite";

/** One file of the repository. */
export interface SourceFile {
  /** From the root of the repository, with forward slashes: `src/wire/sse.ts`. */
  readonly path: string;
  readonly text: string;
}

/** One node of a syntax tree, as little of it as these tests look at. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** The root of the repository. */
export const root: string = fileURLToPath(new URL("../../", import.meta.url));

/** Every file under `folder` whose name ends in one of `endings`, in a stable order. */
export function filesUnder(folder: string, endings: readonly string[] = [".ts", ".tsx"]): readonly SourceFile[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => endings.some((ending) => name.endsWith(ending)))
    .toSorted()
    .map((name) => fileAt(posix.join(folder, name.replaceAll("\\", "/"))));
}

/** One file by its path from the root. */
export function fileAt(path: string): SourceFile {
  return { path, text: readFileSync(join(root, path), "utf8") };
}

/** Everything that a file imports or re-exports from, types and `import()` included, as it is written. */
export function importsOf(file: SourceFile): readonly string[] {
  const specifiers: string[] = [];
  visitNodes(file, (node) => {
    const source = importSource(node);
    if (source !== undefined) specifiers.push(source);
  });
  return specifiers;
}

// An import whose name is computed cannot be judged, so it gets a name that no rule allows.
const computed = "(computed)";

function importSource(node: SyntaxNode): string | undefined {
  switch (node.type) {
    case "ImportDeclaration":
    case "ExportAllDeclaration":
    case "ImportExpression":
    case "TSImportType":
      return literalOf(node["source"]) ?? computed;
    case "ExportNamedDeclaration":
      return node["source"] === null ? undefined : (literalOf(node["source"]) ?? computed);
    default:
      return undefined;
  }
}

/** The text of a string literal. */
function literalOf(node: unknown): string | undefined {
  return isNode(node) && node.type === "Literal" && typeof node["value"] === "string" ? node["value"] : undefined;
}

/** Where a relative import leads, from the root of the repository; `undefined` for the name of a package. */
export function resolveImport(from: string, specifier: string): string | undefined {
  return specifier.startsWith(".") ? posix.join(posix.dirname(from), specifier) : undefined;
}

/** Calls `visit` for every node of the file, parents first, with the nodes around it from the outside in. */
export function visitNodes(file: SourceFile, visit: (node: SyntaxNode, around: readonly SyntaxNode[]) => void): void {
  const { program, errors } = parseSync(file.path, file.text);
  if (errors.length > 0) throw new Error(`${file.path} cannot be parsed: ${errors.map(String).join("; ")}`);
  const walk = (value: unknown, around: readonly SyntaxNode[]): void => {
    if (Array.isArray(value)) {
      for (const item of value) walk(item, around);
      return;
    }
    if (!isNode(value)) return;
    visit(value, around);
    for (const child of Object.values(value)) walk(child, [...around, value]);
  };
  walk(program, []);
}

/** The comments of a file, without their marks. */
export function commentsOf(file: SourceFile): readonly string[] {
  return parseSync(file.path, file.text).comments.map((comment) => comment.value);
}

/** The line of a place in a text, from 1. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}
