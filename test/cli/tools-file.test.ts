import { describe, expect, test } from "vitest";

import { parseTools } from "../../src/cli/tools-file.ts";

const schema = { type: "object", properties: { title: { type: "string" } } };

describe("a tools file", () => {
  test("is understood with the schema under any provider's key, also wrapped", () => {
    const tools = [
      { name: "a", description: "…", inputSchema: schema },
      { name: "b", input_schema: schema },
      { name: "c", parameters: schema },
      { type: "function", function: { name: "d", parameters: schema } },
      { type: "function", name: "e", parameters: schema },
    ];

    expect(parseTools(JSON.stringify(tools), "tools.json")).toEqual([
      { name: "a", input: schema },
      { name: "b", input: schema },
      { name: "c", input: schema },
      { name: "d", input: schema },
      { name: "e", input: schema },
    ]);
  });

  test("may name a tool without a schema", () => {
    expect(parseTools('[{"name":"a"}]', "tools.json")).toEqual([{ name: "a" }]);
  });

  test("may be the tools of a request as they are: freeform tools, and built-in ones that only their type declares", () => {
    const tools = [
      { type: "custom", custom: { name: "run_code", format: { type: "text" } } },
      { type: "custom", name: "patch" },
      { type: "web_search" },
      { type: "mcp", server_label: "tides", server_url: "https://tides.example" },
      { type: "mcp", server_label: "ships", server_url: "https://ships.example" },
      { type: "local_shell" },
      { type: "computer_use_preview", display_width: 1024 },
      { type: "web_search_20250305", name: "web_search" },
      { type: "function", name: "now", parameters: null },
    ];

    expect(parseTools(JSON.stringify(tools), "tools.json")).toEqual([
      { name: "run_code" },
      { name: "patch" },
      { name: "local_shell" },
      { name: "computer" },
      { name: "web_search" },
      { name: "now" },
    ]);
  });

  test.each([
    ["{", /^tools\.json: not JSON/],
    ["{}", /^tools\.json: expected a JSON array of tools, found an object$/],
    ["[7]", /^tools\.json, at \/0: expected a tool: an object with a name; found a number$/],
    ['[{"name":"a"},{}]', /^tools\.json, at \/1\/name: expected the tool's name: a string; found nothing$/],
    [
      '[{"name":"a","parameters":"x"}]',
      /^tools\.json, at \/0\/parameters: expected a JSON Schema: an object; found a string$/,
    ],
    ['[{"name":""}]', /^tools\.json, at \/0\/name: the tool's name is empty$/],
    ['[{"type":"function"}]', /^tools\.json, at \/0\/name: expected the tool's name: a string; found nothing$/],
    ['[{"type":"function","function":null}]', /^tools\.json, at \/0\/function: expected a tool: .*; found null$/],
    ['[{"name":"a"},{"name":"a"}]', /^tools\.json, at \/1: the tool "a" is declared twice; keep one$/],
  ])("that says %s is refused, and the place is named", (text, complaint) => {
    expect(() => parseTools(text, "tools.json")).toThrow(complaint);
  });

  test.each([
    [
      { properties: { "a/b": { type: ["string", "strng"] } } },
      "/properties/a~1b/type/1",
      /: expected one of \["array",/,
    ],
    [{ properties: { a: { minLength: "3" } } }, "/properties/a/minLength", /: expected integer; found "3"$/],
    [{ properties: { a: null } }, "/properties/a", /: expected object or boolean; found null$/],
    [{ required: ["a", "a"] }, "/required", /: must NOT have duplicate items .*; found \["a","a"\]$/],
    [{ $schema: "http://json-schema.org/draft-07/schema#", items: 7 }, "/items", /; found 7$/],
    [{ items: [{ $ref: "#/$defs/b" }], $defs: {} }, "/items", /: expected object or boolean; found \[\{/],
    [{ anyOf: [true, { $ref: "#/$defs/b" }] }, "/anyOf/1/$ref", /: can't resolve reference #\/\$defs\/b from id #$/],
    [{ properties: { a: { pattern: "(" } } }, "/properties/a/pattern", /: Invalid regular expression: /],
    [{ $schema: "http://json-schema.org/draft-04/schema#" }, "", /is written in ".*draft-04/],
    [{ $async: true }, "", /has \$async, which is no JSON Schema/],
  ])(
    "with the schema %j, which does not compile, is refused, and the place in it is named once",
    (broken, place, text) => {
      const tools = JSON.stringify([
        { name: "a", parameters: {} },
        { type: "function", function: { name: "b", parameters: broken } },
      ]);
      let complaint = "";
      try {
        parseTools(tools, "tools.json");
      } catch (error) {
        complaint = String(error);
      }

      expect(complaint).toMatch(text);
      expect(complaint.split(" the input schema of tool ")[0]).toBe(
        `UsageError: tools.json, at /1/function/parameters${place}:`,
      );
    },
  );
});
