import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { z } from "zod";

import type { Issue } from "../../src/protocol/outcome.ts";
import { createToolbox } from "../../src/settle/tools.ts";

type Library = "zod" | "valibot" | "arktype" | "JSON Schema";

type Input = Parameters<typeof createToolbox>[0][number]["input"];

/** What a model needs to correct itself. The rule and the sentence are each library's own. */
type Facts = Pick<Issue, "path" | "expected" | "allowed" | "received">;

interface Case {
  readonly of: string;
  readonly value: unknown;
  readonly inputs: Readonly<Record<Library, Input>>;
  readonly facts: readonly Facts[];
  /** Where a library says the same in other words or in another order. */
  readonly but?: Partial<Readonly<Record<Library, readonly Facts[]>>>;
}

function object(properties: Readonly<Record<string, unknown>>, more: object = {}): Readonly<Record<string, unknown>> {
  return { type: "object", properties, required: Object.keys(properties), ...more };
}

function oneOf(...allowed: readonly unknown[]): Pick<Facts, "expected" | "allowed"> {
  return { expected: `one of ${JSON.stringify(allowed)}`, allowed };
}

/** Where money goes: each shape has a field of its own that it must have. */
const targets = {
  zod: z.object({
    to: z.union([
      z.object({ kind: z.literal("iban"), iban: z.string() }),
      z.object({ kind: z.literal("card"), number: z.string() }),
    ]),
  }),
  valibot: v.object({
    to: v.union([
      v.object({ kind: v.literal("iban"), iban: v.string() }),
      v.object({ kind: v.literal("card"), number: v.string() }),
    ]),
  }),
  arktype: type({ to: type({ kind: "'iban'", iban: "string" }).or({ kind: "'card'", number: "string" }) }),
  "JSON Schema": object(
    {
      to: {
        anyOf: [object({ kind: { const: "iban" }, iban: { type: "string" } }), { $ref: "#/$defs/card" }],
      },
    },
    { $defs: { card: object({ kind: { const: "card" }, number: { type: "string" } }) } },
  ),
};

const kinds = {
  zod: z.object({ id: z.union([z.string(), z.number()]) }),
  valibot: v.object({ id: v.union([v.string(), v.number()]) }),
  arktype: type({ id: "string|number" }),
  "JSON Schema": object({ id: { anyOf: [{ type: "string" }, { type: "number" }] } }),
};

const cases: readonly Case[] = [
  {
    of: "a value that is missing",
    value: {},
    inputs: {
      zod: z.object({ title: z.string(), unit: z.enum(["l", "ml"]) }),
      valibot: v.object({ title: v.string(), unit: v.picklist(["l", "ml"]) }),
      arktype: type({ title: "string", unit: "'l'|'ml'" }),
      "JSON Schema": object(
        { title: { type: "string" }, unit: { $ref: "#/$defs/unit" } },
        { $defs: { unit: { enum: ["l", "ml"] } } },
      ),
    },
    facts: [
      { path: "/title", expected: "string", received: "nothing" },
      { path: "/unit", ...oneOf("l", "ml"), received: "nothing" },
    ],
    but: {
      arktype: [
        { path: "/title", expected: "a string", received: "nothing" },
        { path: "/unit", ...oneOf("l", "ml"), received: "nothing" },
      ],
    },
  },
  {
    of: "a property that there is not",
    value: { line: { sku: "a", colour: "red" } },
    inputs: {
      zod: z.object({ line: z.strictObject({ sku: z.string(), color: z.string().optional() }) }),
      valibot: v.object({ line: v.strictObject({ sku: v.string(), color: v.optional(v.string()) }) }),
      arktype: type({ line: { "+": "reject", sku: "string", "color?": "string" } }),
      "JSON Schema": object({
        line: {
          type: "object",
          properties: { sku: { type: "string" }, color: { type: "string" } },
          additionalProperties: false,
        },
      }),
    },
    facts: [{ path: "/line/colour", expected: "no such property", allowed: ["sku", "color"], received: '"red"' }],
  },
  {
    of: "one kind or another",
    value: { id: true },
    inputs: kinds,
    facts: [{ path: "/id", expected: "string or number", received: "true" }],
    but: { arktype: [{ path: "/id", expected: "a number or a string", received: "true" }] },
  },
  {
    of: "one kind or another that is missing",
    value: {},
    inputs: kinds,
    facts: [{ path: "/id", expected: "string or number", received: "nothing" }],
    but: { arktype: [{ path: "/id", expected: "a number or a string", received: "nothing" }] },
  },
  {
    of: "one of several constants",
    value: { side: "z" },
    inputs: {
      zod: z.object({ side: z.union([z.literal("x"), z.literal(2)]) }),
      valibot: v.object({ side: v.union([v.literal("x"), v.literal(2)]) }),
      arktype: type({ side: "'x'|2" }),
      "JSON Schema": object({ side: { oneOf: [{ const: "x" }, { const: 2 }] } }),
    },
    facts: [{ path: "/side", ...oneOf("x", 2), received: '"z"' }],
  },
  {
    of: "a field that is missing in the shape that was meant",
    value: { to: { kind: "iban" } },
    inputs: targets,
    facts: [{ path: "/to/iban", expected: "string", received: "nothing" }],
    but: { arktype: [{ path: "/to/iban", expected: "a string", received: "nothing" }] },
  },
  {
    of: "a shape that nothing tells",
    value: { to: {} },
    inputs: targets,
    facts: [{ path: "/to/kind", ...oneOf("iban", "card"), received: "nothing" }],
  },
  {
    of: "a shape that there is not",
    value: { to: { kind: "cash", iban: "x" } },
    inputs: targets,
    facts: [{ path: "/to/kind", ...oneOf("iban", "card"), received: '"cash"' }],
  },
  {
    of: "a field that is wrong in all shapes, beside one that is missing in the shape that was meant",
    value: { to: { kind: "a", size: "XL" } },
    inputs: {
      zod: z.object({
        to: z.union([
          z.object({ kind: z.literal("a"), size: z.enum(["S", "M"]), at: z.string() }),
          z.object({ kind: z.literal("b"), size: z.enum(["S", "M"]) }),
        ]),
      }),
      valibot: v.object({
        to: v.union([
          v.object({ kind: v.literal("a"), size: v.picklist(["S", "M"]), at: v.string() }),
          v.object({ kind: v.literal("b"), size: v.picklist(["S", "M"]) }),
        ]),
      }),
      arktype: type({ to: type({ kind: "'a'", size: "'S'|'M'", at: "string" }).or({ kind: "'b'", size: "'S'|'M'" }) }),
      "JSON Schema": object(
        {
          to: {
            oneOf: [
              object({ kind: { const: "a" }, size: { $ref: "#/$defs/size" }, at: { type: "string" } }),
              object({ kind: { const: "b" }, size: { $ref: "#/$defs/size" } }),
            ],
          },
        },
        { $defs: { size: { enum: ["S", "M"] } } },
      ),
    },
    facts: [
      { path: "/to/at", expected: "string", received: "nothing" },
      { path: "/to/size", ...oneOf("S", "M"), received: '"XL"' },
    ],
    but: {
      arktype: [
        { path: "/to/at", expected: "a string", received: "nothing" },
        { path: "/to/size", ...oneOf("M", "S"), received: '"XL"' },
      ],
    },
  },
  {
    of: "shapes that are told apart by their fields alone",
    value: { by: {} },
    inputs: {
      zod: z.object({ by: z.union([z.object({ id: z.string() }), z.object({ name: z.string() })]) }),
      valibot: v.object({ by: v.union([v.object({ id: v.string() }), v.object({ name: v.string() })]) }),
      arktype: type({ by: type({ id: "string" }).or({ name: "string" }) }),
      "JSON Schema": object({
        by: { anyOf: [object({ id: { type: "string" } }), object({ name: { type: "string" } })] },
      }),
    },
    facts: [
      { path: "/by/id", expected: "string, for one of 2 shapes that it may have", received: "nothing" },
      { path: "/by/name", expected: "string, for one of 2 shapes that it may have", received: "nothing" },
    ],
    but: {
      arktype: [
        { path: "/by/id", expected: "a string, for one of 2 shapes that it may have", received: "nothing" },
        { path: "/by/name", expected: "a string, for one of 2 shapes that it may have", received: "nothing" },
      ],
    },
  },
];

const LIBRARIES: readonly Library[] = ["zod", "valibot", "arktype", "JSON Schema"];

describe.each(cases)("R3 R8: $of", ({ value, inputs, facts, but }) => {
  test.each(LIBRARIES)("is told with the same facts by %s", async (library) => {
    const issues = await issuesOf(inputs[library], value);

    expect(issues.map(factsOf).toSorted(byPath)).toEqual(but?.[library] ?? facts);
    expect(issues.every(({ keyword, message }) => keyword !== "" && message !== "")).toBe(true);
  });
});

describe("R8: what stays short", () => {
  test("thousands of values that fit none of several shapes have one issue each", async () => {
    const item = {
      anyOf: [object({ a: { type: "string" }, b: { type: "string" } }), { type: "string" }, { type: "null" }],
    };
    const value = Array.from({ length: 2000 }, () => 7);
    const issues = await issuesOf({ type: "array", items: item }, value);

    expect(issues).toHaveLength(2000);
    expect(issues[1999]).toEqual({
      path: "/1999",
      keyword: "anyOf",
      expected: "object or string or null",
      received: "7",
      message: "must match a schema in anyOf",
    });
  });

  test("a value that fits more shapes than one is told so, and nothing of the others", async () => {
    const input = object({ id: { oneOf: [{ type: "number" }, { minimum: 1 }, { type: "string" }] } });

    expect((await issuesOf(input, { id: 3 })).map(factsOf)).toEqual([
      { path: "/id", expected: "a value that fits exactly one of several shapes, and it fits more", received: "3" },
    ]);
  });

  test("several rules of one value are told one by one", async () => {
    expect((await issuesOf(type({ n: "number.integer<=5" }), { n: 9.5 })).map(factsOf)).toEqual([
      { path: "/n", expected: "an integer", received: "9.5" },
      { path: "/n", expected: "at most 5", received: "9.5" },
    ]);
  });

  test("a shape that takes time to ask is not asked again, and its failure harms nobody", async () => {
    const fails = v.pipeAsync(
      v.objectAsync({ a: v.string() }),
      v.checkAsync(() => Promise.reject(new Error("down"))),
    );
    const input = v.objectAsync({ to: v.unionAsync([v.objectAsync({ b: v.string() }), fails]) });

    expect((await issuesOf(input, { to: {} })).map(({ path, received }) => ({ path, received }))).toEqual([
      { path: "/to", received: "{}" },
    ]);
  });

  test("values that are forbidden are not told as those that are allowed", async () => {
    const [issue] = await issuesOf(v.object({ name: v.pipe(v.string(), v.notValues(["root"])) }), { name: "root" });

    expect(issue?.allowed).toBeUndefined();
  });
});

async function issuesOf(input: Input, value: unknown): Promise<readonly Issue[]> {
  const answer = await createToolbox([{ name: "act", ...(input === undefined ? {} : { input }) }]).find("act")?.(value);
  return answer?.issues ?? [];
}

function factsOf({ path, expected, allowed, received }: Issue): Facts {
  return { path, expected, ...(allowed === undefined ? {} : { allowed }), received };
}

function byPath(one: Facts, other: Facts): number {
  return one.path < other.path ? -1 : 1;
}
