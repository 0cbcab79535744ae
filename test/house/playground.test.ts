import { isBuiltin } from "node:module";

import { describe, expect, test } from "vitest";

import { filesUnder, importsOf, resolveImport } from "./source.ts";

/** What each part of the playground may import, beside its own folder and what both sides share. */
const packages: Readonly<Record<string, readonly string[]>> = {
  server: ["rollcall", "hono", "@hono/node-server", "zod", "@anthropic-ai/sdk", "openai"],
  page: ["rollcall", "react", "react-dom", "vite"],
  shared: [],
};

describe("the playground", () => {
  test.each(Object.keys(packages))(
    "%s uses the package by its name, as a user does, and nothing else of it",
    (part) => {
      const files = filesUnder(`playground/${part}`);

      expect(files.length).toBeGreaterThan(0);
      expect(files.flatMap((file) => importsOf(file).flatMap((specifier) => refuse(file.path, specifier)))).toEqual([]);
    },
  );

  test.each([
    ["playground/server/main.ts", "node:fs", true],
    ["playground/server/main.ts", "fs", false],
    ["playground/server/parts.ts", "rollcall/sqlite", true],
    ["playground/server/parts.ts", "../../src/index.ts", false],
    ["playground/server/parts.ts", "../page/main.tsx", false],
    ["playground/server/parts.ts", "left-pad", false],
    ["playground/page/main.tsx", "node:fs", false],
    ["playground/page/main.tsx", "react-dom/client", true],
    ["playground/page/main.tsx", "../server/parts.ts", false],
    ["playground/page/main.tsx", "../shared/api.ts", true],
    ["playground/shared/api.ts", "rollcall", false],
  ])("in %s the import of %s is allowed: %s", (from, specifier, isAllowed) => {
    expect(refuse(from, specifier).length === 0).toBe(isAllowed);
  });
});

function refuse(from: string, specifier: string): readonly string[] {
  const [, part = ""] = from.split("/");
  const target = resolveImport(from, specifier);
  const isAllowed =
    target === undefined
      ? mayUse(from, specifier)
      : target.startsWith(`playground/${part}/`) || target.startsWith("playground/shared/");
  return isAllowed ? [] : [`${from} imports ${specifier}`];
}

function mayUse(from: string, specifier: string): boolean {
  const [, part = ""] = from.split("/");
  // The settings of Vite are read by Node.
  const isOnNode = part === "server" || from.endsWith("/vite.config.ts");
  if (isBuiltin(specifier)) return isOnNode && specifier.startsWith("node:");
  const name = specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
  return packages[part]?.includes(name) === true;
}
