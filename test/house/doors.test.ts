import { existsSync, readdirSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { parseManifest } from "./manifest.ts";
import { exportsOf } from "./surface.ts";
import { fileAt, filesUnder, importsOf, resolveImport, root, visitNodes } from "./source.ts";

const manifest = parseManifest();
const doors = readdirSync(join(root, "src")).filter((name) => name.endsWith(".ts"));

// The doors that run anywhere: in browsers, in workers, at the edge.
const browserDoors = ["index", "anthropic", "openai", "view", "react", "hop", "terminal", "ledger", "postgres"];

// `npm ci` builds; a tree that was never built has nothing more to check.
const builtDoors = existsSync(join(root, "dist")) ? browserDoors : [];

describe("doors", () => {
  test("each entry of the export map is one file of src, and each such file has an entry", () => {
    const entries = Object.entries(manifest.exports).filter(
      ([key]) => key !== "./package.json" && !key.endsWith(".css"),
    );
    const expected = doors.map((name) => {
      const door = name.slice(0, -".ts".length);
      return [door === "index" ? "." : `./${door}`, `./dist/${door}.js`];
    });

    expect(Object.fromEntries(entries)).toEqual(Object.fromEntries(expected));
    expect(manifest.exports["./package.json"]).toBe("./package.json");
  });

  test("the stylesheet is the only entry that is no module, and a bundler does not shake it off", () => {
    const styles = Object.entries(manifest.exports).filter(([key]) => key.endsWith(".css"));

    expect(styles).toEqual([
      ["./react.css", { types: "./dist/view/react/stylesheet.d.ts", default: "./dist/react.css" }],
    ]);
    expect(manifest.sideEffects).toEqual(["**/*.css"]);
    expect(manifest.scripts["build"]).toContain("cp src/view/react/react.css dist/react.css");
  });

  test.each(doors)("src/%s does nothing but pass names on", (name) => {
    const file = fileAt(`src/${name}`);
    const kinds = new Set<string>();
    visitNodes(file, (node, around) => {
      if (around.length === 1) kinds.add(node.type);
    });

    expect([...kinds]).toEqual(["ExportNamedDeclaration"]);
    expect(exportsOf(file).map((entry) => entry.name)).not.toContain("default");
  });

  test.each(browserDoors)("everything that src/%s.ts reaches is free of Node", (door) => {
    const reached = reach(`src/${door}.ts`);

    expect(reached.files.size).toBeGreaterThan(1);
    expect(reached.packages.filter(isBuiltin)).toEqual([]);
  });

  test.each(builtDoors)("everything that dist/%s.js reaches is free of Node", (door) => {
    const reached = reach(`dist/${door}.js`);

    expect(reached.files.size).toBeGreaterThan(1);
    expect(reached.packages.filter(isBuiltin)).toEqual([]);
  });

  test("the door of the simulator is found to need Node", () => {
    expect(reach("src/simulator.ts").packages).toContain("node:http");
  });
});

describe("the package", () => {
  test("needs at run time only what src imports", () => {
    const imported = filesUnder("src")
      .flatMap(importsOf)
      .filter((name) => !name.startsWith(".") && !isBuiltin(name))
      .map((name) => name.split("/", name.startsWith("@") ? 2 : 1).join("/"));

    expect([...new Set(imported)].toSorted()).toEqual(
      [...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies)].toSorted(),
    );
  });

  test("works without the clients of the providers and the databases, and without React: they are optional", () => {
    expect(manifest.peerDependenciesMeta).toEqual({
      "@anthropic-ai/sdk": { optional: true },
      openai: { optional: true },
      pg: { optional: true },
      react: { optional: true },
    });
  });
});

/** Follows the imports of a file, and theirs, as far as they stay in the repository. */
function reach(start: string): { readonly files: ReadonlySet<string>; readonly packages: readonly string[] } {
  const files = new Set<string>();
  const packages = new Set<string>();
  const waiting = [start];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (files.has(path)) continue;
    files.add(path);
    for (const specifier of importsOf(fileAt(path))) {
      const target = resolveImport(path, specifier);
      if (target === undefined) packages.add(specifier);
      else waiting.push(target);
    }
  }
  return { files, packages: [...packages].toSorted() };
}
