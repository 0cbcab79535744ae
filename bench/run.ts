/**
 * `npm run bench [-- --quick] [-- --json FILE]`: prints what Rollcall costs beside the floor, then the claims per second of
 * the ledger, and exits with 1 if a goal is missed.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { availableParallelism, cpus, loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { isMet, type Verdict } from "./goals.ts";
import { measureGrowth, measureIdleHeap, measureLongCalls, measureShortCalls, type Section } from "./sections.ts";
import type { Table } from "./sections.ts";

const { values } = parseArgs({ options: { quick: { type: "boolean" }, json: { type: "string" } } });
if (globalThis.gc === undefined)
  throw new Error("the heap cannot be weighed: run `npm run bench`, which gives --expose-gc");

const effort = { isQuick: values.quick === true };
const versions = readVersions();
console.log(
  Object.entries(versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(", "),
);
console.log(
  `${availableParallelism()} cores, ${cpus()[0]?.model ?? "unknown"}, load ${loadavg()[0]?.toFixed(1) ?? "?"}`,
);
console.log(
  "Ratios are medians of interleaved rounds, quartiles in brackets. Read the ratios; the times are this machine's.",
);

const chapters = [
  { name: "heap", title: "Heap of an idle open stream", measure: measureIdleHeap },
  { name: "short", title: "A short call", measure: measureShortCalls },
  { name: "long", title: "A long call", measure: measureLongCalls },
  { name: "growth", title: "Growth", measure: measureGrowth },
];

const sections: Record<string, Section> = {};
for (const { name, title, measure } of chapters) {
  console.log(`\n# ${title}`);
  const section = await measure(effort);
  sections[name] = section;
  for (const table of section.tables) printTable(table);
  printVerdicts(section.verdicts);
  // Now and not at the end: a run that is broken off has measured something all the same.
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ versions, sections }, null, 2)}\n`);
}

const missed = Object.values(sections).flatMap(({ verdicts }) => verdicts.filter((verdict) => !isMet(verdict)));
console.log("\n# Claims of the ledger");
// In a process of its own: there is nothing of the streams in its memory.
const ledger = spawnSync(process.execPath, [fileURLToPath(new URL("ledger.ts", import.meta.url)), ...ledgerRounds()], {
  stdio: "inherit",
});
const isLedgerMet = ledger.status === 0;
const isEveryGoalMet = missed.length === 0 && isLedgerMet;
const complaint = `${missed.length} figures of streams are over their goals; the ledger ${isLedgerMet ? "met" : "missed"} its own.`;
console.log(`\n${isEveryGoalMet ? "Every goal is met." : complaint}`);
// The SDKs keep connections and timers of their own.
process.exit(isEveryGoalMet ? 0 : 1);

function ledgerRounds(): readonly string[] {
  return effort.isQuick ? ["11"] : [];
}

function printTable({ title, columns, rows }: Table): void {
  const lines = [columns, ...rows];
  const widths = columns.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? "").length)));
  console.log(`\n${title}`);
  for (const line of lines)
    console.log(
      `  ${line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd()}`,
    );
}

function printVerdicts(verdicts: readonly Verdict[]): void {
  console.log("");
  for (const verdict of verdicts) {
    const { what, figure, goal } = verdict;
    console.log(`  ${isMet(verdict) ? "PASS" : "over"}  ${figure.toFixed(2)} of ${goal} at most: ${what}`);
  }
}

function readVersions(): Readonly<Record<string, string>> {
  const packages = ["eventsource-parser", "ajv", "@anthropic-ai/sdk", "openai"];
  return { node: process.version, ...Object.fromEntries(packages.map((name) => [name, versionOf(name)])) };
}

/** The packages do not export their manifests, so it is looked for above the file that they resolve to. */
function versionOf(name: string): string {
  const file = createRequire(import.meta.url).resolve(name);
  const folder = file.slice(0, file.lastIndexOf(`node_modules/${name}/`) + `node_modules/${name}/`.length);
  const manifest: unknown = JSON.parse(readFileSync(`${folder}package.json`, "utf8"));
  return typeof manifest === "object" && manifest !== null && "version" in manifest
    ? String(manifest.version)
    : "unknown";
}
