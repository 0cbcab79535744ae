import { toStandardJsonSchema } from "@valibot/to-json-schema";
import * as valibot from "valibot";
import { describe, expect, test } from "vitest";
import * as z from "zod";

import type { Effect } from "../../src/ledger.ts";
import { tool, type JsonSchema, type ToolInput } from "../../src/index.ts";
import { MAX_RESULT_BYTES, resultAnswer } from "../../src/turn/result-text.ts";
import { codeWords, pageAt, sectionOf, tableOf } from "./doc-page.ts";
import { fileAt } from "./source.ts";

const page = pageAt("docs/tools.md");

/** Options of a tool without types: what a caller may get wrong. */
function make(changes: object): () => unknown {
  const options = { name: "pay", description: "Pays.", input: { type: "object" }, run: () => undefined, ...changes };
  return () => tool(options);
}

function input(schema: JsonSchema): object {
  return { input: { type: "object", ...schema } };
}

/** What each row of the table of refusals speaks of. */
const refused: readonly (readonly object[])[] = [
  [{ name: "a".repeat(65) }, { name: "pay money" }],
  [{ description: " " }],
  [
    { input: { type: "array" } },
    ...["anyOf", "oneOf", "allOf"].map((key) => input({ [key]: [{ type: "object" }] })),
    input({ enum: [{}] }),
    input({ const: {} }),
    input({ not: {} }),
  ],
  [input({ $ref: "#/$defs/a", $defs: { a: {} } }), ...["other.json", "#/$defs/b"].map(referring)],
  [input({ properties: { "a b": {} } }), input({ properties: { ["a".repeat(65)]: {} } })],
  [{ input: z.object({}), jsonSchema: { type: "object", properties: { list: { type: "array", items: [{}] } } } }],
  [input({ properties: { a: { type: "nothing" } } }), { input: z.object({}), jsonSchema: nested(101) }],
  [{ input: valibot.object({}) }],
  [
    { retries: 2 },
    { effect: "read", intent: () => "key" },
    { effect: "idempotent", reconcile: () => ({ kind: "unknown" }) },
  ],
  [{ input: z.object({ title: z.string() }), display: { titel: "sensitive" } }],
];

describe("docs/tools.md", () => {
  test("the table of options has every option, in order, with the default of the effect", () => {
    const rows = tableOf(sectionOf(page, "## Options"));

    expect(rows.map(([name]) => name)).toEqual(membersOf("ToolOptions<Input extends ToolInput>"));
    expect(rows.find(([name]) => name === "effect")?.[1]).toBe(JSON.stringify(tool(careful).effect));
  });

  test("the table of what run is given has every field", () => {
    const rows = tableOf(sectionOf(page, "### What `run` is given"));

    expect(rows.map(([name]) => name)).toEqual(membersOf("ToolContext"));
  });

  test("the table of effects has every effect", () => {
    const effects = tableOf(sectionOf(page, "## Effects")).map(([name]) => name);
    const known: Readonly<Record<Effect, true>> = { read: true, idempotent: true, once: true };

    expect(effects).toEqual(Object.keys(known));
  });

  test("what a tool gives is told as the table says", () => {
    const section = sectionOf(page, "### What `run` gives");
    const [, , nothing = ""] = tableOf(section).map(([, told]) => told);

    expect([resultAnswer(undefined).text, resultAnswer("").text]).toEqual(codeWords(nothing));
    expect(MAX_RESULT_BYTES).toBe(262_144);
    expect(section).toContain("more than 256 KiB");
  });

  const rows = tableOf(sectionOf(page, "## What is refused")).map(
    ([what = ""], at) => [what, refused[at] ?? []] as const,
  );

  test.each(rows)("%s: it is refused when the tool is made", (_what, cases) => {
    expect(cases.length).toBeGreaterThan(0);
    for (const changes of cases) expect(make(changes), JSON.stringify(changes)).toThrow(TypeError);
  });

  test("every refusal of this file is in the table, and what is next to it is taken", () => {
    expect(rows).toHaveLength(refused.length);
    for (const changes of [
      { name: "a".repeat(64) },
      input({ properties: { "a.b-c_1": {} } }),
      input({ properties: { a: { $ref: "#/$defs/a" } }, $defs: { a: {} } }),
      { input: toStandardJsonSchema(valibot.object({})) },
      { input: z.object({ title: z.string() }), display: { title: "sensitive", "*": "show" } },
    ]) {
      expect(make(changes)).not.toThrow();
    }
  });

  test("the schema that is sent spells out what the page says", () => {
    const { jsonSchema } = tool({
      ...careful,
      input: { $schema: "https://json-schema.org/draft/2020-12/schema", type: "object", ...lists },
    });

    expect(jsonSchema).toEqual({ type: "object", properties: { all: { type: "array", items: {} } } });
    expect(tool({ ...careful, input: { type: "object" } }).jsonSchema).toEqual({ type: "object", properties: {} });
  });
});

const lists = { properties: { all: { type: "array" } } };
const careful: { name: string; description: string; input: ToolInput; run: () => void } = {
  name: "pay",
  description: "Pays.",
  input: z.object({}),
  run: () => undefined,
};

function referring(target: string): object {
  return { input: z.object({}), jsonSchema: { type: "object", properties: { a: { $ref: target } } } };
}

function nested(depth: number): object {
  let schema: object = { type: "object" };
  for (let level = 0; level < depth; level += 1) schema = { type: "object", properties: { a: schema } };
  return schema;
}

/** The names of an interface's members, in order. */
function membersOf(name: string): readonly string[] {
  const source = fileAt("src/turn/tool.ts").text;
  const start = source.indexOf(`interface ${name} {`);
  const body = source.slice(start, source.indexOf("\n}", start));
  return [...body.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, member = ""]) => member);
}
