import draft07Schema from "ajv/dist/refs/json-schema-draft-07.json" with { type: "json" };
import { describe, expect, test } from "vitest";

import { compileJsonSchema, type JsonSchema } from "../../src/settle/json-schema.ts";

/** The places at which a value does not fit. */
function misfits(schema: JsonSchema, value: unknown): readonly string[] {
  return (compileJsonSchema(schema, "act")(value) ?? []).map(({ path, expected }) => `${path}: ${expected}`);
}

const DRAFTS: readonly (readonly [name: string, rest: JsonSchema])[] = [
  ["no draft", {}],
  ["draft 2020-12", { $schema: "https://json-schema.org/draft/2020-12/schema" }],
  ["draft-07", { $schema: "http://json-schema.org/draft-07/schema#" }],
];

describe("R3: a schema that refers to itself", () => {
  for (const [name, rest] of DRAFTS) {
    test(`by "#", in a schema of ${name}`, () => {
      const tree = {
        ...rest,
        type: "object",
        properties: { label: { type: "string" }, children: { type: "array", items: { $ref: "#" } } },
        required: ["label"],
      };

      expect(misfits(tree, { label: "a", children: [{ label: "b", children: [] }] })).toEqual([]);
      expect(misfits(tree, { label: "a", children: [{ label: 7 }, {}] })).toEqual([
        "/children/0/label: string",
        "/children/1/label: string",
      ]);
    });

    test(`by "#" and by its $id, in a schema of ${name}`, () => {
      const list = {
        ...rest,
        $id: "https://schemas.example/list",
        type: "object",
        properties: { next: { $ref: "#" }, other: { $ref: "https://schemas.example/list" } },
        additionalProperties: false,
      };

      expect(misfits(list, { next: { other: { next: {} } } })).toEqual([]);
      expect(misfits(list, { next: { other: { next: 1 } } })).toEqual(["/next/other/next: object"]);
    });
  }

  test("in $defs, which refer to each other", () => {
    const schema = {
      type: "object",
      properties: { stem: { $ref: "#/$defs/branch" } },
      required: ["stem"],
      $defs: {
        branch: { type: "object", properties: { leaves: { type: "array", items: { $ref: "#/$defs/leaf" } } } },
        leaf: { anyOf: [{ type: "integer" }, { $ref: "#/$defs/branch" }] },
      },
    };

    expect(misfits(schema, { stem: { leaves: [1, { leaves: [2, { leaves: [] }] }] } })).toEqual([]);
    expect(misfits(schema, { stem: { leaves: ["x"] } })).toEqual(["/stem/leaves/0: integer or object"]);
  });

  test("by a dynamic anchor", () => {
    const schema = {
      $dynamicAnchor: "node",
      type: "object",
      properties: { next: { $dynamicRef: "#node" }, n: { type: "number" } },
    };

    expect(misfits(schema, { n: 1, next: { n: "x" } })).toEqual(["/next/n: number"]);
  });
});

describe("R3: schemas of one process", () => {
  test("two with the same $id are two", () => {
    const id = "https://schemas.example/arguments";
    const first = {
      $id: id,
      type: "object",
      properties: { a: { $ref: "#/$defs/it" } },
      $defs: { it: { type: "string" } },
    };
    const second = {
      $id: id,
      type: "object",
      properties: { a: { $ref: "#/$defs/it" } },
      $defs: { it: { type: "number" } },
    };

    expect([misfits(first, { a: "x" }), misfits(second, { a: 1 })]).toEqual([[], []]);
    expect([misfits(first, { a: 1 }), misfits(second, { a: "x" })]).toEqual([["/a: string"], ["/a: number"]]);
  });

  test("two with the same $id in a part of them are two", () => {
    const part = "https://schemas.example/part";
    const withPart = (type: string, key: string): JsonSchema => ({
      type: "object",
      properties: { a: { $ref: part } },
      $defs: { [key]: { $id: part, type } },
    });

    expect(misfits(withPart("string", "first"), { a: 1 })).toEqual(["/a: string"]);
    expect(misfits(withPart("number", "second"), { a: "x" })).toEqual(["/a: number"]);
  });

  test("one does not know the others by their $id", () => {
    compileJsonSchema({ $id: "https://schemas.example/known", type: "string" }, "one");

    expect(() => compileJsonSchema({ $ref: "https://schemas.example/known" }, "other")).toThrow(
      'the input schema of tool "other" does not compile: can\'t resolve reference https://schemas.example/known',
    );
  });

  test("a tool may take a schema, by the address of the draft and by the schema of the draft", () => {
    const byAddress = {
      $schema: "http://json-schema.org/draft-07/schema#",
      properties: { schema: { $ref: "http://json-schema.org/draft-07/schema#" } },
    };

    expect(misfits(byAddress, { schema: { type: "string" } })).toEqual([]);
    expect(misfits(byAddress, { schema: { minLength: -1 } })).toEqual(["/schema/minLength: must be >= 0"]);
    expect(misfits(draft07Schema, { items: { minLength: -1 } })).toContain("/items/minLength: must be >= 0");
  });

  test("one that is no schema says why", () => {
    expect(() => compileJsonSchema({ type: "strin" }, "act")).toThrow(
      'the input schema of tool "act" does not compile: schema is invalid: data/type must be equal to one of the allowed values',
    );
  });
});

test("R3: a pattern that is none is named with what is wrong in it", () => {
  for (const [name, rest] of DRAFTS) {
    const schema = { ...rest, type: "object", properties: { code: { type: "string", pattern: "(" } } };

    expect(() => compileJsonSchema(schema, "act"), name).toThrow(
      'the input schema of tool "act" does not compile: Invalid regular expression: /(/u: Unterminated group',
    );
  }
});
