import { describe, expect, test } from "vitest";

import { filesUnder, isNode, lineAt, type SourceFile, type SyntaxNode, visitNodes } from "./source.ts";

// The files that may reach for the time of the machine and for chance.
const portFiles = ["src/protocol/clock.ts", "src/ledger/machine.ts", "src/turn/chance.ts"];

const timers = [
  "setTimeout",
  "setInterval",
  "setImmediate",
  "clearTimeout",
  "clearInterval",
  "clearImmediate",
  "requestAnimationFrame",
];

// A map, since `constructor` and its like are owners too.
const members: ReadonlyMap<string, readonly string[]> = new Map([
  ["Date", ["now"]],
  ["performance", ["now", "timeOrigin"]],
  ["Math", ["random"]],
  ["crypto", ["randomUUID", "getRandomValues", "randomBytes", "randomInt"]],
  ["AbortSignal", ["timeout"]],
  ["process", ["hrtime", "uptime"]],
]);

const modules = ["node:timers", "node:timers/promises", "node:crypto", "node:perf_hooks"];

// A turn of the event loop is no time: the virtual time of a replay waits for nothing but what is ready already, and
// writes that are ready together share a commit.
const waitsForTurns = ["src/cli/", "src/ledger/sqlite/"];
const turnsOfTheLoop = 'import { setImmediate as nextTurn } from "node:timers/promises";';

describe("time and chance", () => {
  test("come through ports: src reaches for them in the files of the ports only", () => {
    const files = filesUnder("src")
      .filter((file) => !portFiles.includes(file.path))
      .map((file) => (waitsForTurns.some((folder) => file.path.startsWith(folder)) ? withoutTurns(file) : file));

    expect(files.length).toBeGreaterThan(20);
    expect(files.flatMap(reachesForTime)).toEqual([]);
  });

  test("the file of the real clock is found to use them", () => {
    expect(filesUnder("src/protocol").flatMap(reachesForTime).length).toBeGreaterThan(2);
  });

  test.each([
    ["const at = Date.now();", ["Date.now"]],
    ["const at = performance.now();", ["performance.now"]],
    ["const at = globalThis.performance.now();", ["performance.now"]],
    ["const { now } = performance;", ["performance"]],
    ["const read = Date;", []],
    ["const at = new Date();", ["new Date()"]],
    ["const at = Date();", ["Date()"]],
    ["const at = new Date(given);", []],
    ["const id = crypto.randomUUID();", ["crypto.randomUUID"]],
    ["const chance = Math['random']();", ["Math.random"]],
    ["setTimeout(run, 1);", ["setTimeout"]],
    ["globalThis.setTimeout(run, 1);", ["setTimeout"]],
    ["const later = setInterval;", ["setInterval"]],
    ["const signal = AbortSignal.timeout(5);", ["AbortSignal.timeout"]],
    ['import { setTimeout as wait } from "node:timers/promises";', ["node:timers/promises"]],
    ['import { randomUUID } from "node:crypto";', ["node:crypto"]],
    ["const port = { setTimeout: 1 };", []],
    ["clock.after(5, run); clock.now();", []],
    ["value.constructor.now();", []],
    ["// Date.now() would jump", []],
  ])("`%s` is read as %j", (text, expected) => {
    expect(reachesForTime({ path: "planted.ts", text })).toEqual(expected.map((name) => `planted.ts:1 ${name}`));
  });
});

function withoutTurns(file: SourceFile): SourceFile {
  return { path: file.path, text: file.text.replace(turnsOfTheLoop, "") };
}

function reachesForTime(file: SourceFile): readonly string[] {
  const found: string[] = [];
  visitNodes(file, (node, around) => {
    const name = timeIn(node, around.at(-1));
    if (name !== undefined) found.push(`${file.path}:${lineAt(file.text, node.start)} ${name}`);
  });
  return found;
}

function timeIn(node: SyntaxNode, parent: SyntaxNode | undefined): string | undefined {
  switch (node.type) {
    case "MemberExpression":
      return memberName(node);
    case "NewExpression":
    case "CallExpression":
      return bareDate(node);
    case "ImportDeclaration":
      return modules.find((name) => isNode(node["source"]) && node["source"]["value"] === name);
    case "VariableDeclarator":
      return isNode(node["id"]) && node["id"].type === "ObjectPattern" ? unpackedName(node["init"]) : undefined;
    case "Identifier":
      return isReference(node, parent) ? timers.find((name) => name === node["name"]) : undefined;
    default:
      return undefined;
  }
}

function memberName(node: SyntaxNode): string | undefined {
  const owner = nameOf(node["object"]);
  const member = nameOf(node["property"]);
  if (owner === "globalThis" || owner === "window") return timers.find((name) => name === member);
  return members.get(owner)?.includes(member) === true ? `${owner}.${member}` : undefined;
}

function bareDate(node: SyntaxNode): string | undefined {
  if (nameOf(node["callee"]) !== "Date") return undefined;
  if (node.type === "CallExpression") return "Date()";
  return Array.isArray(node["arguments"]) && node["arguments"].length === 0 ? "new Date()" : undefined;
}

function unpackedName(node: unknown): string | undefined {
  const owner = nameOf(node);
  return members.has(owner) ? owner : undefined;
}

function isReference(node: SyntaxNode, parent: SyntaxNode | undefined): boolean {
  if (parent === undefined) return true;
  if (parent.type === "Property" && parent["key"] === node) return false;
  return parent.type !== "MemberExpression" && parent.type !== "ImportSpecifier";
}

// `Date`, `globalThis.Date`, `Math["random"]` and `Math.random` are the same to this test.
function nameOf(node: unknown): string {
  if (!isNode(node)) return "";
  if (node.type === "Identifier") return String(node["name"]);
  if (node.type === "Literal") return String(node["value"]);
  return node.type === "MemberExpression" ? nameOf(node["property"]) : "";
}
