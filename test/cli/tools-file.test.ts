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

  test.each([
    ["{", /^tools\.json: not JSON/],
    ["{}", /^tools\.json: expected a JSON array of tools, found an object$/],
    ["[7]", /^tools\.json, at \/0: expected a tool: an object with a name; found a number$/],
    ['[{"name":"a"},{}]', /^tools\.json, at \/1\/name: expected the tool's name: a string; found nothing$/],
    [
      '[{"name":"a","parameters":"x"}]',
      /^tools\.json, at \/0\/parameters: expected a JSON Schema: an object; found a string$/,
    ],
    ['[{"type":"function","function":null}]', /^tools\.json, at \/0\/function: expected a tool: .*; found null$/],
    ['[{"name":"a"},{"name":"a"}]', /^tools\.json, at \/1: the tool "a" is declared twice; keep one$/],
  ])("that says %s is refused, and the place is named", (text, complaint) => {
    expect(() => parseTools(text, "tools.json")).toThrow(complaint);
  });
});
