import { type } from "arktype";
import * as valibot from "valibot";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";

import { settle } from "../../src/index.ts";
import { openaiChat } from "../../src/openai.ts";
import type { Issue, Outcome } from "../../src/protocol/outcome.ts";
import { outcomeOf, outcomesOf, verdictOn } from "../support/settle-text.ts";
import { deliver, type StreamOptions } from "../support/settle-stream.ts";

const invalid = { kind: "invalid", cause: "schema" };

/** The tool `act` with this input. */
function act(input: unknown): StreamOptions & Required<Pick<StreamOptions, "tools">> {
  return { tools: [{ name: "act", input: parseInput(input) }] };
}

type Input = NonNullable<Exclude<NonNullable<StreamOptions["tools"]>, "any">[number]["input"]>;

function parseInput(input: unknown): Input {
  // Every library has a type of its own for its schemas; the contract that is tested is the one at run time.
  return input as Input;
}

function issuesOf(outcome: Outcome): readonly Issue[] {
  return outcome.kind === "invalid" ? outcome.issues : [];
}

const ticketSchemas: readonly (readonly [string, unknown])[] = [
  [
    "zod",
    z.object({
      project: z.string(),
      title: z.string(),
      priority: z.enum(["low", "normal", "urgent"]),
      labels: z.array(z.object({ name: z.string() })).optional(),
    }),
  ],
  [
    "valibot",
    valibot.object({
      project: valibot.string(),
      title: valibot.string(),
      priority: valibot.picklist(["low", "normal", "urgent"]),
      labels: valibot.optional(valibot.array(valibot.object({ name: valibot.string() }))),
    }),
  ],
  [
    "arktype",
    type({
      project: "string",
      title: "string",
      priority: "'low' | 'normal' | 'urgent'",
      "labels?": type({ name: "string" }).array(),
    }),
  ],
  ["JSON Schema, draft 2020-12", ticketJsonSchema("https://json-schema.org/draft/2020-12/schema")],
  ["JSON Schema, draft-07", ticketJsonSchema("http://json-schema.org/draft-07/schema#")],
  ["JSON Schema that names no draft", ticketJsonSchema(undefined)],
];

function ticketJsonSchema(dialect: string | undefined): object {
  return {
    ...(dialect === undefined ? {} : { $schema: dialect }),
    type: "object",
    properties: {
      project: { type: "string" },
      title: { type: "string" },
      priority: { enum: ["low", "normal", "urgent"] },
      labels: {
        type: "array",
        items: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
      },
    },
    required: ["project", "title", "priority"],
  };
}

describe.each(ticketSchemas)("a schema written in %s", (_library, schema) => {
  const options = act(schema);

  test("R3 accepts a document that fits", async () => {
    const text = '{"project":"WEB","title":"Login","priority":"low","labels":[{"name":"ui"}]}';

    expect(await verdictOn(text, options)).toEqual({
      kind: "dispatchable",
      args: { project: "WEB", title: "Login", priority: "low", labels: [{ name: "ui" }] },
    });
  });

  test("R3 reports every issue, not only the first, each with its place", async () => {
    const outcome = await outcomeOf('{"project":7,"title":"Login","priority":"high"}', options);

    expect(outcome.kind === "invalid" && outcome.cause).toBe("schema");
    expect(
      issuesOf(outcome)
        .map((issue) => issue.path)
        .toSorted(),
    ).toEqual(["/priority", "/project"]);
  });

  test("R3 says what was received", async () => {
    const outcome = await outcomeOf('{"project":7,"title":"Login","priority":"high"}', options);

    const received = Object.fromEntries(issuesOf(outcome).map((issue) => [issue.path, issue.received]));
    expect(received).toEqual({ "/project": "7", "/priority": '"high"' });
  });

  test("R3 names a value that is missing by the place where it should be", async () => {
    const outcome = await outcomeOf('{"project":"WEB","priority":"low"}', options);

    expect(issuesOf(outcome).map(({ path, received }) => ({ path, received }))).toEqual([
      { path: "/title", received: "nothing" },
    ]);
  });

  test("R3 says in words what was expected", async () => {
    const outcome = await outcomeOf('{"project":7,"title":"Login","priority":"low"}', options);

    const [issue] = issuesOf(outcome);
    expect(issue?.expected).toContain("string");
    expect(issue?.message).not.toBe("");
    expect(issue?.keyword).not.toBe("");
  });

  test("R3 finds what is wrong inside lists", async () => {
    const text = '{"project":"WEB","title":"Login","priority":"low","labels":[{"name":"ui"},{"name":3}]}';

    expect(issuesOf(await outcomeOf(text, options)).map((issue) => issue.path)).toEqual(["/labels/1/name"]);
  });

  test("R3 answers a call without arguments with the values that are missing", async () => {
    const outcome = await outcomeOf("", options);

    expect(outcome.kind === "invalid" && outcome.cause).toBe("schema");
    expect(
      issuesOf(outcome)
        .map((issue) => issue.path)
        .toSorted(),
    ).toEqual(["/priority", "/project", "/title"]);
  });

  test("R3 refuses fields that were swallowed by a string of their sibling", async () => {
    const text = '{"project":"WEB","title":"Login\\",\\"priority\\":\\"low"}';

    expect(await verdictOn(text, options)).toEqual(invalid);
  });

  test("R3 refuses a list that came as a text of JSON", async () => {
    const text = '{"project":"WEB","title":"Login","priority":"low","labels":"[{\\"name\\":\\"ui\\"}]"}';

    expect(issuesOf(await outcomeOf(text, options)).map((issue) => issue.path)).toEqual(["/labels"]);
  });

  test("R3 leaves a text of JSON alone where a text is wanted", async () => {
    const text = '{"project":"WEB","title":"{\\"a\\":1}","priority":"low"}';

    expect(await verdictOn(text, options)).toEqual({
      kind: "dispatchable",
      args: { project: "WEB", title: '{"a":1}', priority: "low" },
    });
  });
});

describe("the values that are allowed", () => {
  const allowed = ["low", "normal", "urgent"];
  test.each([
    ["zod", z.object({ priority: z.enum(["low", "normal", "urgent"]) })],
    ["valibot", valibot.object({ priority: valibot.picklist(["low", "normal", "urgent"]) })],
    ["JSON Schema", { type: "object", properties: { priority: { enum: allowed } } }],
  ])("R3 %s: an enumeration lists them", async (_library, schema) => {
    const outcome = await outcomeOf('{"priority":"high"}', act(schema));

    expect(issuesOf(outcome).map((issue) => issue.allowed)).toEqual([allowed]);
  });
  test("R3 arktype: an enumeration names each of them", async () => {
    const outcome = await outcomeOf('{"priority":"high"}', act(type({ priority: "'low' | 'normal' | 'urgent'" })));

    const [issue] = issuesOf(outcome);
    for (const value of allowed) expect(`${issue?.expected} ${issue?.message}`).toContain(value);
  });
  test("R3 JSON Schema: a constant lists the one value", async () => {
    const outcome = await outcomeOf('{"unit":"ml"}', act({ type: "object", properties: { unit: { const: "l" } } }));

    expect(issuesOf(outcome).map((issue) => issue.allowed)).toEqual([["l"]]);
  });
});

describe("places", () => {
  test("R3 a slash and a tilde in a key are escaped as in a JSON Pointer", async () => {
    const schema = z.object({ "a/b": z.object({ "m~n": z.string() }) });

    expect(issuesOf(await outcomeOf('{"a/b":{"m~n":1}}', act(schema))).map((issue) => issue.path)).toEqual([
      "/a~1b/m~0n",
    ]);
  });
  test("R3 JSON Schema escapes the place of a missing value too", async () => {
    const schema = { type: "object", properties: { "a/b": { type: "string" } }, required: ["a/b"] };

    expect(issuesOf(await outcomeOf("{}", act(schema))).map((issue) => issue.path)).toEqual(["/a~1b"]);
  });
  test("R3 a rule about the whole document stands at the empty pointer", async () => {
    const schema = z
      .object({ from: z.number(), to: z.number() })
      .refine((range) => range.from < range.to, "from is behind to");

    const [issue] = issuesOf(await outcomeOf('{"from":2,"to":1}', act(schema)));
    expect(issue?.path).toBe("");
    expect(issue?.message).toBe("from is behind to");
  });
  test("R3 a received value that is long is cut", async () => {
    const outcome = await outcomeOf(`{"n":"${"x".repeat(50_000)}"}`, act(z.object({ n: z.number() })));

    expect(issuesOf(outcome)[0]?.received.length).toBeLessThan(1000);
  });
});

describe("JSON Schema", () => {
  test("R3 draft 2020-12 knows prefixItems and $defs", async () => {
    const schema = {
      type: "object",
      properties: { at: { prefixItems: [{ $ref: "#/$defs/x" }, { type: "string" }], items: false } },
      $defs: { x: { type: "integer" } },
    };

    expect((await verdictOn('{"at":[1,"n"]}', act(schema))).kind).toBe("dispatchable");
    expect(issuesOf(await outcomeOf('{"at":["n","n"]}', act(schema))).map((issue) => issue.path)).toEqual(["/at/0"]);
  });
  test("R3 draft-07 knows lists of items and definitions", async () => {
    const schema = {
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      properties: { at: { items: [{ $ref: "#/definitions/x" }, { type: "string" }], additionalItems: false } },
      definitions: { x: { type: "integer" } },
    };

    expect((await verdictOn('{"at":[1,"n"]}', act(schema))).kind).toBe("dispatchable");
    expect(issuesOf(await outcomeOf('{"at":["n","n"]}', act(schema))).map((issue) => issue.path)).toEqual(["/at/0"]);
  });
  test("R3 property names that are not allowed are reported one by one", async () => {
    const schema = { type: "object", properties: { a: {} }, additionalProperties: false };

    const outcome = await outcomeOf('{"a":1,"b":2,"c":3}', act(schema));
    expect(issuesOf(outcome).map((issue) => issue.path)).toEqual(["/b", "/c"]);
  });
  test("R3 formats are checked", async () => {
    const schema = { type: "object", properties: { mail: { type: "string", format: "email" } } };

    expect((await verdictOn('{"mail":"a@example.com"}', act(schema))).kind).toBe("dispatchable");
    expect(await verdictOn('{"mail":"nobody"}', act(schema))).toEqual(invalid);
  });
  test("R3 keywords that nobody knows do not keep a schema from compiling", async () => {
    const schema = { type: "object", properties: { a: { type: "string", "x-display": "hide" } } };

    expect((await verdictOn('{"a":"b"}', act(schema))).kind).toBe("dispatchable");
  });
  test("R3 a schema that answers with a promise is refused, for a promise is no yes", () => {
    const schema = { $async: true, type: "object", required: ["a"] };

    expect(() => settle(deliver([]), { format: openaiChat, ...act(schema) })).toThrow(/\$async/);
  });
  test.each([
    ["null", null],
    ["a text", "object"],
    ["a yes", true],
    ["a list", []],
  ])("R3 %s in place of a schema is refused, with what to pass instead", (_label, input) => {
    expect(() => settle(deliver([]), { format: openaiChat, ...act(input) })).toThrow(/tool "act".*Standard Schema/);
  });
  test("R3 a schema that compiles says nothing on the console", async () => {
    const warn = vi.spyOn(console, "warn");
    const schema = { type: "object", properties: { a: { type: "string", format: "nobody-knows" } } };

    await verdictOn('{"a":"b"}', act(schema));

    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });
  test("R3 values are not turned into the type that is wanted", async () => {
    const schema = { type: "object", properties: { n: { type: "number" } } };

    expect(await verdictOn('{"n":"5"}', act(schema))).toEqual(invalid);
  });
});

describe("transforms and defaults", () => {
  test("R3 the tool gets what its schema made of the arguments; what was parsed is kept beside it", async () => {
    const schema = z.object({ n: z.string().transform(Number), unit: z.string().default("l") });

    const outcome = await outcomeOf('{"n":"5"}', act(schema));
    expect(outcome.kind === "dispatchable" && outcome.args).toEqual({ n: 5, unit: "l" });
    expect(outcome.kind === "dispatchable" && outcome.parsed).toEqual({ n: "5" });
  });
  test("R3 an empty text can meet its schema by defaults alone", async () => {
    const schema = z.object({ unit: z.string().default("l") });

    expect(await verdictOn("", act(schema))).toEqual({ kind: "dispatchable", args: { unit: "l" } });
  });
});

describe("args-wrong-json-type: a string that holds the object", () => {
  const wrapped = '"{\\"title\\":\\"Login\\"}"';
  const notAnObject = { kind: "invalid", cause: "not-an-object" };

  test.each([
    ["zod", z.object({ title: z.string() })],
    ["valibot", valibot.object({ title: valibot.string() })],
    ["arktype", type({ title: "string" })],
    ["JSON Schema", { type: "object", properties: { title: { type: "string" } }, required: ["title"] }],
  ])(
    "R3 %s: is unwrapped once where the schema takes the object and not the string, with a fault",
    async (_library, schema) => {
      const { outcomes, faultCodes } = await outcomesOf([["act", wrapped]], act(schema));

      expect(outcomes.map((outcome) => outcome.kind === "dispatchable" && outcome.args)).toEqual([{ title: "Login" }]);
      expect(faultCodes).toHaveLength(1);
    },
  );
  test.each([
    ["the schema takes anything", z.any()],
    ["the schema takes strings too", z.union([z.string(), z.object({ title: z.string() })])],
    ["the JSON Schema says nothing about types", {}],
    ["the object does not fit", z.object({ project: z.string() })],
  ])("R3 is not an object where %s", async (_when, schema) => {
    expect(await verdictOn(wrapped, act(schema))).toEqual(notAnObject);
  });
  test.each([
    ["wrapped twice", JSON.stringify(wrapped)],
    ["holding a list", '"[1]"'],
    ["holding a number", '"5"'],
    ["holding text", '"Login"'],
    ["holding an object with a key given twice", '"{\\"title\\":\\"a\\",\\"title\\":\\"b\\"}"'],
    ["holding an object with an inexact number", '"{\\"title\\":\\"a\\",\\"n\\":9007199254740993}"'],
    ["holding an object that is cut", '"{\\"title\\":\\"Log"'],
  ])("R3 is not an object when it is %s", async (_what, text) => {
    expect(await verdictOn(text, act(z.object({ title: z.string() })))).toEqual(notAnObject);
  });
});

describe("tools as a request writes them", () => {
  test.each(["input_schema", "inputSchema", "parameters"])(
    "R3 a schema under %s is refused, not passed over",
    (key) => {
      const tools = [{ name: "act", [key]: { type: "object", required: ["a"] } }];

      expect(() => settle(deliver([]), { format: openaiChat, tools })).toThrow(
        new RegExp(`tool "act".*${key}.*input:`),
      );
    },
  );
});

describe("tools that nobody knows", () => {
  const options: StreamOptions = { tools: [{ name: "create_ticket" }, { name: "list_tickets" }] };

  test("R3 a name that was not declared is unknown, and the known ones are listed", async () => {
    const { outcomes } = await outcomesOf([["close_ticket", "{}"]], options);

    expect(outcomes.map((outcome) => outcome.kind === "invalid" && outcome.cause)).toEqual(["unknown-tool"]);
    expect(outcomes.flatMap(issuesOf).map((issue) => issue.allowed)).toEqual([["create_ticket", "list_tickets"]]);
  });
  test.each([
    "parallel",
    "Create_Ticket",
    "create_ticket ",
    "toString",
    "constructor",
    "__proto__",
    "functions.create_ticket",
  ])("R3 %j is not a tool that was declared", async (name) => {
    const { outcomes } = await outcomesOf([[name, "{}"]], options);

    expect(outcomes.map((outcome) => outcome.kind === "invalid" && outcome.cause)).toEqual(["unknown-tool"]);
  });
  test("R3 where no tool was declared, every call is unknown", async () => {
    const { outcomes } = await outcomesOf([["create_ticket", "{}"]], { tools: [] });

    expect(outcomes.map((outcome) => outcome.kind === "invalid" && outcome.cause)).toEqual(["unknown-tool"]);
  });
  test("R3 the text comes before the name: unreadable arguments stay unreadable", async () => {
    const { outcomes } = await outcomesOf(
      [
        ["close_ticket", '{"a":'],
        ["close_ticket", '{"a":1,"a":2}'],
      ],
      options,
    );

    expect(
      outcomes.map((outcome) => (outcome.kind === "failed" || outcome.kind === "invalid") && outcome.cause),
    ).toEqual(["incomplete", "duplicate-key"]);
  });
  test("R3 a tool without a schema takes any object, and only objects", async () => {
    const { outcomes } = await outcomesOf(
      [
        ["create_ticket", '{"a":1}'],
        ["create_ticket", "[1]"],
      ],
      options,
    );

    expect(outcomes.map((outcome) => outcome.kind)).toEqual(["dispatchable", "invalid"]);
  });
});

describe("schemas see only what can be trusted", () => {
  test("R3 a key given twice is refused before the schema is asked", async () => {
    const asked: unknown[] = [];
    const schema = z.unknown().refine((value) => asked.push(value) > 0);

    expect(await verdictOn('{"a":1,"a":2}', act(schema))).toEqual({ kind: "invalid", cause: "duplicate-key" });
    expect(asked).toEqual([]);
  });
  test("R3 text that is cut is refused before the schema is asked", async () => {
    const asked: unknown[] = [];
    const schema = z.unknown().refine((value) => asked.push(value) > 0);

    expect((await verdictOn('{"a":1', act(schema))).kind).toBe("failed");
    expect(asked).toEqual([]);
  });
});
