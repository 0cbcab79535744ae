import { readdirSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { folders, refuseImport } from "./import-rules.ts";
import { commentsOf, filesUnder, importsOf, root } from "./source.ts";

const files = filesUnder("src");

describe("import direction", () => {
  test("the walk finds the files of the house", () => {
    expect(files.map((file) => file.path)).toContain("src/protocol/outcome.ts");
    expect(files.length).toBeGreaterThan(20);
    expect(files.flatMap(importsOf).length).toBeGreaterThan(40);
  });

  test("every folder of src has its place in the order", () => {
    const found = readdirSync(join(root, "src"), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name);

    expect(found.filter((name) => !folders.includes(name))).toEqual([]);
  });

  test("data flows downward: a folder imports only what stands above it", () => {
    const refusals = files.flatMap((file) => importsOf(file).map((name) => refuseImport(file.path, name)));

    expect(refusals.filter((refusal) => refusal !== null)).toEqual([]);
  });

  test("every form of import is seen", () => {
    const text = [
      'import { a } from "./a.ts";',
      'import type { B } from "./b.ts";',
      'import "./c.ts";',
      'export { d } from "./d.ts";',
      'export * from "./e.ts";',
      'type F = import("./f.ts").F;',
      'const g = await import("./g.ts");',
      "const h = await import(`./${g}.ts`);",
      '// import "./comment.ts"',
      "const text = 'import \"./text.ts\"';",
    ].join("\n");

    expect(importsOf({ path: "src/wire/planted.ts", text })).toEqual([
      "./a.ts",
      "./b.ts",
      "./c.ts",
      "./d.ts",
      "./e.ts",
      "./f.ts",
      "./g.ts",
      "(computed)",
    ]);
  });

  test.each([
    ["src/protocol/outcome.ts", "./clock.ts", true],
    ["src/protocol/outcome.ts", "../json/strict.ts", false],
    ["src/protocol/outcome.ts", "ajv", false],
    ["src/json/strict.ts", "../wire/sse.ts", false],
    ["src/wire/sse.ts", "../protocol/call-event.ts", true],
    ["src/wire/sse.ts", "eventsource-parser", true],
    ["src/formats/format.ts", "../wire/record.ts", true],
    ["src/formats/format.ts", "../settle/roll.ts", false],
    ["src/formats/openai-chat/chat.ts", "../../wire/record.ts", true],
    ["src/formats/openai-chat/chat.ts", "../../../test/support/chat-wire.ts", false],
    ["src/formats/openai-chat/chat.ts", "openai", false],
    ["src/settle/settle.ts", "ajv/dist/2020.js", true],
    ["src/settle/settle.ts", "../preview/parse.ts", false],
    ["src/settle/settle.ts", "../view/wording.ts", false],
    ["src/settle/settle.ts", "../index.ts", false],
    ["src/settle/settle.ts", "node:fs", false],
    ["src/settle/settle.ts", "fs", false],
    ["src/settle/settle.ts", "./finalize.js", false],
    ["src/settle/settle.ts", "(computed)", false],
    ["src/turn/turn.ts", "../preview/parse.ts", false],
    ["src/turn/turn.ts", "../ledger/port.ts", true],
    ["src/ledger/create-ledger.ts", "../protocol/clock.ts", true],
    ["src/ledger/create-ledger.ts", "../settle/settle.ts", false],
    ["src/ledger/create-ledger.ts", "node:fs", false],
    ["src/ledger/sqlite/sqlite-ledger.ts", "node:sqlite", true],
    ["src/ledger/sqlite/sqlite-ledger.ts", "libsql", false],
    ["src/view/wording.ts", "../protocol/outcome.ts", true],
    ["src/view/wording.ts", "../settle/settle.ts", false],
    ["src/view/blocks/block-store.ts", "../../preview/preview.ts", true],
    ["src/view/blocks/block-store.ts", "../../wire/sse.ts", false],
    ["src/view/hop/hop-connection.ts", "eventsource-parser", true],
    ["src/view/blocks/block-mirror.ts", "eventsource-parser", false],
    ["src/view/react/use-turn-view.ts", "react", true],
    ["src/view/react/turn-blocks.tsx", "./call-card.tsx", true],
    ["src/view/blocks/block-store.ts", "react", false],
    ["src/view/react/turn-blocks.tsx", "react-dom", false],
    ["src/record/sinks.ts", "../view/wording.ts", false],
    ["src/connect/fetch.ts", "../settle/settle.ts", true],
    ["src/simulator/server.ts", "node:http", true],
    ["src/simulator/server.ts", "http", false],
    ["src/simulator/server.ts", "../protocol/clock.ts", true],
    ["src/simulator/server.ts", "../formats/format.ts", false],
    ["src/cli/main.ts", "../view/wording.ts", true],
    ["src/cli/main.ts", "../index.ts", true],
    ["src/cli/main.ts", "zod", false],
    ["src/index.ts", "./settle/settle.ts", true],
    ["src/simulator.ts", "./simulator/server.ts", true],
    ["src/view.ts", "./index.ts", false],
    ["src/index.ts", "./cli/main.ts", false],
    ["src/index.ts", "node:fs", false],
    ["src/helpers/text.ts", "../protocol/outcome.ts", false],
  ])("in %s the import of %s is allowed: %s", (from, specifier, isAllowed) => {
    expect(refuseImport(from, specifier) === null).toBe(isAllowed);
  });
});

describe("lint comments", () => {
  const guarded = /no-restricted-(?:globals|imports|properties)|max-dependencies|no-default-export/;

  test("nobody switches off the rules for imports, time and chance in a comment", () => {
    expect(disablings(guarded)).toEqual([]);
  });

  test("every other exception names its rule and its reason", () => {
    expect(disablings(/.*/).filter((comment) => !/lint-disable\S* [\w/, -]*[\w/]+ -- \S/.test(comment))).toEqual([]);
  });
});

function disablings(pattern: RegExp): readonly string[] {
  return files
    .flatMap((file) => commentsOf(file).map((comment) => `${file.path}:${comment}`))
    .filter((comment) => /(?:es|ox)lint-disable|@ts-(?:ignore|nocheck|expect-error)/.test(comment))
    .filter((comment) => pattern.test(comment));
}
