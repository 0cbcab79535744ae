import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import * as z from "zod";

import { tool, type Tool, type ToolInput } from "../../src/turn/tool.ts";

function make(input: ToolInput, jsonSchema?: Readonly<Record<string, unknown>>): Tool {
  return tool({
    name: "act",
    description: "Acts.",
    input,
    ...(jsonSchema === undefined ? {} : { jsonSchema }),
    run: () => {},
  });
}

/** What is said of an input. */
function complaintOf(input: unknown, jsonSchema?: unknown): unknown {
  try {
    Reflect.apply(make, undefined, [input, jsonSchema]);
  } catch (error) {
    if (error instanceof TypeError) return error.message;
    throw error;
  }
  return "no complaint";
}

const ticket = {
  type: "object",
  properties: { title: { type: "string" }, count: { type: "number" } },
  required: ["title"],
};

describe("the schema that the provider is sent", () => {
  test.each([
    ["zod", z.object({ title: z.string(), count: z.number().optional() })],
    ["valibot", toStandardJsonSchema(v.object({ title: v.string(), count: v.optional(v.number()) }))],
    ["arktype", type({ title: "string", "count?": "number" })],
    ["a JSON Schema", ticket],
    ["a JSON Schema that names its draft", { $schema: "http://json-schema.org/draft-07/schema#", ...ticket }],
  ])("comes from %s, without $schema", (_source, input) => {
    expect(make(input).jsonSchema).toEqual(ticket);
  });

  test("describes what the model writes, and not what the schema makes of it", () => {
    const input = z.object({ count: z.string().transform(Number), unit: z.string().default("kg") });

    expect(make(input).jsonSchema).toEqual({
      type: "object",
      properties: { count: { type: "string" }, unit: { type: "string", default: "kg" } },
      required: ["count"],
    });
  });

  test("is the explicit one where there is one, also for a library that writes none", () => {
    expect(make(v.object({ title: v.string() }), ticket).jsonSchema).toEqual(ticket);
    expect(make(z.object({ at: z.date() }), ticket).jsonSchema).toEqual(ticket);
  });

  test("spells out what OpenAI asks for and what means nothing else", () => {
    expect(make(type({})).jsonSchema).toEqual({ type: "object", properties: {} });
    expect(make(type({ list: "unknown[]" })).jsonSchema).toEqual({
      type: "object",
      properties: { list: { type: "array", items: {} } },
      required: ["list"],
    });
    expect(
      make({ type: "object", properties: { list: { anyOf: [{ type: ["array", "null"] }, { type: "string" }] } } })
        .jsonSchema,
    ).toEqual({
      type: "object",
      properties: { list: { anyOf: [{ type: ["array", "null"], items: {} }, { type: "string" }] } },
    });
  });

  test("is a frozen copy", () => {
    const own = { type: "object", properties: { title: { type: "string" } } };
    const { jsonSchema } = make(own);
    own.properties.title.type = "number";

    expect(jsonSchema).toEqual({ type: "object", properties: { title: { type: "string" } } });
    expect([jsonSchema, jsonSchema["properties"]].map((part) => Object.isFrozen(part))).toEqual([true, true]);
  });

  test("keeps references to its own parts, and properties that are called like keywords", () => {
    const tree = {
      type: "object",
      properties: { items: { $ref: "#/$defs/node" }, properties: { type: "string" } },
      $defs: { node: { type: "object", properties: { next: { $ref: "#/$defs/node" } } } },
    };

    expect(make(tree).jsonSchema).toEqual(tree);
    expect(make(z.object({}), { type: "object", properties: { up: { $ref: "#" } } }).jsonSchema).toEqual({
      type: "object",
      properties: { up: { $ref: "#" } },
    });
  });
});

describe("a schema that a provider would refuse is refused when the tool is made", () => {
  const circular: Record<string, unknown> = { type: "object" };
  circular["properties"] = { self: circular };

  test.each([
    [
      "no object at the root",
      z.string(),
      'the input of tool "act" must have type "object" at its root, as every provider asks: put the value into a property of an object',
    ],
    [
      "no type at the root",
      { properties: {} },
      'the input of tool "act" must have type "object" at its root, as every provider asks: put the value into a property of an object',
    ],
    [
      "a union at the root",
      z.union([z.object({ one: z.string() }), z.object({ two: z.string() })]),
      'the input of tool "act" has anyOf at its root, which Anthropic or OpenAI refuses: make it one object, and put the choice into a property',
    ],
    [
      "a discriminated union at the root",
      z.discriminatedUnion("kind", [z.object({ kind: z.literal("one") }), z.object({ kind: z.literal("two") })]),
      'the input of tool "act" has oneOf at its root, which Anthropic or OpenAI refuses: make it one object, and put the choice into a property',
    ],
    [
      "allOf beside the type",
      { type: "object", allOf: [{ required: ["one"] }] },
      'the input of tool "act" has allOf at its root, which Anthropic or OpenAI refuses: make it one object, and put the choice into a property',
    ],
    [
      "not beside the type",
      { type: "object", not: { required: ["one"] } },
      'the input of tool "act" has not at its root, which Anthropic or OpenAI refuses: make it one object, and put the choice into a property',
    ],
    [
      "enum beside the type",
      { type: "object", enum: [{}] },
      'the input of tool "act" has enum at its root, which Anthropic or OpenAI refuses: make it one object, and put the choice into a property',
    ],
    [
      "const beside the type",
      { type: "object", const: {} },
      'the input of tool "act" has const at its root, which Anthropic or OpenAI refuses: make it one object, and put the choice into a property',
    ],
    [
      "a reference at the root",
      z.object({ title: z.string() }).meta({ id: "Ticket-of-a-test" }),
      'the input of tool "act" is a reference ($ref) at its root, and providers want the object itself there: write it out, or leave out the id of the outermost schema',
    ],
    [
      "a property with brackets",
      z.object({ "filter[id]": z.string() }),
      'the input of tool "act" has a property "filter[id]", which Anthropic refuses: use 1 to 64 of letters from a to z, digits, _, . and -',
    ],
    [
      "a property of 65 letters",
      z.object({ ["a".repeat(65)]: z.string() }),
      `the input of tool "act" has a property "${"a".repeat(65)}", which Anthropic refuses: use 1 to 64 of letters from a to z, digits, _, . and -`,
    ],
  ])("%s", (_name, input, complaint) => {
    expect(complaintOf(input)).toBe(complaint);
  });

  test.each([
    [
      "a reference to another document",
      { type: "object", properties: { to: { $ref: "https://example.com/address.json" } } },
      'jsonSchema of tool "act" refers at properties.to to "https://example.com/address.json", which is not in it: put it into $defs, and refer to "#/$defs/…"',
    ],
    [
      "a reference that leads nowhere",
      { type: "object", properties: { to: { items: { $ref: "#/$defs/adress" }, type: "array" } }, $defs: {} },
      'jsonSchema of tool "act" refers at properties.to.items to "#/$defs/adress", and there is nothing there',
    ],
    [
      "a reference with half of an escape",
      { type: "object", properties: { to: { $ref: "#/%E0%A4%A" } } },
      'jsonSchema of tool "act" refers at properties.to to "#/%E0%A4%A", and there is nothing there',
    ],
    [
      "the tuples of older drafts",
      { type: "object", properties: { pair: { type: "array", items: [{ type: "string" }] } } },
      'jsonSchema of tool "act" has a list as items at properties.pair, which draft 2020-12 has not, and Anthropic refuses: call it prefixItems',
    ],
    ["a list", [], 'jsonSchema of tool "act" is no JSON Schema object'],
    ["a Boolean", true, 'jsonSchema of tool "act" is no JSON Schema object'],
    [
      "properties that are none",
      { type: "object", properties: [] },
      'properties in jsonSchema of tool "act" is an object of schemas',
    ],
    [
      "a function in it",
      { type: "object", properties: { title: { validate: () => true } } },
      'jsonSchema of tool "act" cannot be written as JSON: TypeError: a function has no place in it, and "validate" is one',
    ],
    [
      "a bound that is no number",
      { type: "object", properties: { count: { type: "number", maximum: Number.POSITIVE_INFINITY } } },
      'jsonSchema of tool "act" cannot be written as JSON: TypeError: a number has no place in it, and "maximum" is one',
    ],
  ])("%s in an explicit one", (_name, jsonSchema, complaint) => {
    expect(complaintOf(z.object({}), jsonSchema)).toBe(complaint);
  });

  test("a circle", () => {
    expect(complaintOf(z.object({}), circular)).toMatch(
      /^jsonSchema of tool "act" cannot be written as JSON: TypeError: Converting circular structure to JSON/,
    );
  });

  test("one that is nested without end", () => {
    let deep: Record<string, unknown> = { type: "object" };
    for (let level = 0; level < 60; level += 1) deep = { type: "object", properties: { next: deep } };

    expect(complaintOf(z.object({}), deep)).toBe(
      'jsonSchema of tool "act" is nested more than 100 deep: make it flatter',
    );
  });

  test("an odd key is refused at the top alone, where Anthropic looks", () => {
    expect(complaintOf(z.object({ filter: z.object({ "id[]": z.string() }) }))).toBe("no complaint");
  });
});

describe("an input of which no schema can be made", () => {
  test("of valibot says how to wrap it", () => {
    expect(complaintOf(v.object({ title: v.string() }))).toBe(
      'the input of tool "act" is a schema of valibot that does not write itself as JSON Schema: wrap it, input: toStandardJsonSchema(schema) from @valibot/to-json-schema, or say what the provider is sent, jsonSchema: { type: "object", … }',
    );
  });

  test("of another library says to pass the schema", () => {
    const own = { "~standard": { version: 1, vendor: "own", validate: (value: unknown) => ({ value }) } };

    expect(complaintOf(own)).toBe(
      'the input of tool "act" is a schema of own that does not write itself as JSON Schema: say what the provider is sent, jsonSchema: { type: "object", … }',
    );
  });

  test("says what the library stumbled over", () => {
    expect(complaintOf(z.object({ at: z.date() }))).toBe(
      'zod cannot write the input of tool "act" as JSON Schema (Date cannot be represented in JSON Schema): change that part, or say what the provider is sent, jsonSchema: { type: "object", … }',
    );
    expect(complaintOf(toStandardJsonSchema(v.object({ at: v.date() })))).toBe(
      'valibot cannot write the input of tool "act" as JSON Schema (The "date" schema cannot be converted to JSON Schema.): change that part, or say what the provider is sent, jsonSchema: { type: "object", … }',
    );
  });

  test.each([[undefined], [null], ["object"], [[]]])("is %o", (input) => {
    expect(complaintOf(input)).toBe(
      'tool "act" needs an input: a schema of zod, valibot, arktype…, or a JSON Schema object',
    );
  });

  test("is a JSON Schema that does not compile", () => {
    expect(complaintOf({ type: "object", properties: { title: { type: "text" } } })).toMatch(
      /^the input schema of tool "act" does not compile: /,
    );
  });
});
