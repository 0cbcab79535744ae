import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";

import { describe, expect, test, vi } from "vitest";

import { parseManifest } from "./manifest.ts";
import { fileAt, filesUnder, root, type SourceFile } from "./source.ts";

const manifest = parseManifest();

const documents: readonly SourceFile[] = [
  ...["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(fileAt),
  ...(existsSync(join(root, "docs")) ? filesUnder("docs", [".md"]) : []),
  ...filesUnder("decisions", [".md"]),
];

// This file spells out what the others must not say.
const sources = ["src", "test", "scripts", ...(existsSync(join(root, "bench")) ? ["bench"] : [])]
  .flatMap((folder) => filesUnder(folder, [".ts", ".tsx", ".json", ".md"]))
  .filter((file) => file.path !== "test/house/docs.test.ts");

const settings = [".ci/run", "package.json", ".oxlintrc.json", ".oxfmtrc.json", "tsconfig.json"].map(fileAt);

describe("documents", () => {
  test("the walk finds them", () => {
    expect(documents.length).toBeGreaterThan(7);
    expect(sources.length).toBeGreaterThan(50);
  });

  test("nothing names a folder of somebody's machine", () => {
    const machinePath = /(?<![\w.:/-])\/(?:work|root|home|Users|mnt|private|tmp)\/\w|[A-Z]:\\\\?Users/;

    expect(matching([...documents, ...sources, ...settings], machinePath)).toEqual([]);
    expect(machinePath.test(["see ", "work", "main"].join("/"))).toBe(true);
    expect(machinePath.test("the route /v1/home/page")).toBe(false);
  });

  test("nothing names a host that packages come from", () => {
    const registryHost = /\bregistry[.-]?[\w.-]*\.(?:com|org|io|net|dev|local)\b|verdaccio|artifactory/i;

    expect(matching([...documents, ...sources, ...settings], registryHost)).toEqual([]);
    expect(registryHost.test(["https://registry", "example", "org/x"].join("."))).toBe(true);
  });

  test("the lock file names versions and sums, and no host", () => {
    const lock = fileAt("package-lock.json").text;

    expect(lock).toContain('"integrity"');
    expect(lock).not.toContain('"resolved"');
  });

  test("every npm command in them is one that exists", () => {
    const known = new Set(["ci", "install", "i", "pack", ...Object.keys(manifest.scripts)]);
    const commands = [...documents, fileAt(".ci/run"), fileAt("package.json")].flatMap((file) =>
      [...file.text.matchAll(/\bnpm (?:run ([\w:-]+)|(start|test|ci|install|i|pack)\b)/g)].map(
        ([, script, builtin]) => script ?? builtin ?? "",
      ),
    );

    expect(commands).toContain("start");
    expect(commands).toContain("check");
    expect(commands.filter((command) => !known.has(command))).toEqual([]);
  });

  test("every link between files leads somewhere", () => {
    const broken = documents.flatMap((file) =>
      [...file.text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)]
        .map(([, target]) => join(dirname(file.path), target ?? ""))
        .filter((target) => !existsSync(join(root, target)))
        .map((target) => `${file.path} links to ${target}`),
    );

    expect(broken).toEqual([]);
  });

  test("every file and folder that a document names exists", () => {
    const known = /^(?:src|test|docs|decisions|scripts|\.ci)\/[\w./-]+$/;
    const missing = documents.flatMap((file) =>
      [...file.text.matchAll(/`([^`\s]+)`/g)]
        .map(([, name]) => name ?? "")
        .filter((name) => known.test(name) && !name.includes("NAME") && !existsSync(join(root, name)))
        .map((name) => `${file.path} names ${name}`),
    );

    expect(missing).toEqual([]);
  });

  test("every page of decisions is listed, and every listed page is there", () => {
    const pages = readdirSync(join(root, "decisions")).filter((name) => name !== "README.md");
    const listed = [...fileAt("decisions/README.md").text.matchAll(/\]\(([^)]+)\)/g)].map(([, name]) => name);

    expect(listed).toEqual(pages.toSorted());
  });
});

describe("the command line in the documents", () => {
  const lines = documents.flatMap((file) => [
    ...file.text.matchAll(/\brollcall (replay|simulate|tour|ledger (?:list|show|resolve|sweep))\b([^`\n|]*)/g),
  ]);

  const commands = [
    "replay",
    "simulate",
    "tour",
    ...["list", "show", "resolve", "sweep"].map((name) => `ledger ${name}`),
  ];

  test("is shown", () => {
    expect(new Set(lines.map(([, command]) => command))).toEqual(new Set(commands));
  });

  test.each(commands)("takes every option of %s that they name", (name) => {
    const help = helpOf(name);
    const options = lines
      .filter(([, command]) => command === name)
      .flatMap(([, , rest = ""]) => [...rest.matchAll(/--[a-z-]+/g)].map(([option]) => option));

    expect(help).toContain(`rollcall ${name}`);
    expect(options.filter((option) => !help.includes(option))).toEqual([]);
  });
});

describe("the README", () => {
  const readme = fileAt("README.md").text;

  test("shows the example that is in the repository", () => {
    expect(fenced(readme, "ts")).toBe(fileAt("test/house/readme-example.ts").text);
  });

  test("shows what the example prints", async () => {
    const printed: string[] = [];
    vi.spyOn(console, "log").mockImplementation((line: string) => {
      printed.push(line);
    });

    await import("./readme-example.ts");
    vi.restoreAllMocks();

    expect(`${printed.join("\n")}\n`).toBe(fenced(readme, "text"));
  });
});

function matching(files: readonly SourceFile[], pattern: RegExp): readonly string[] {
  return files.flatMap((file) =>
    file.text
      .split("\n")
      .flatMap((line, index) => (pattern.test(line) ? [`${file.path}:${index + 1}: ${line.trim()}`] : [])),
  );
}

function fenced(markdown: string, language: string): string | undefined {
  return new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "m").exec(markdown)?.[1];
}

function helpOf(command: string): string {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, "src/cli/main.ts"), ...command.split(" "), "--help"],
    {
      encoding: "utf8",
    },
  );
  return stdout + stderr;
}
