import * as z from "zod";
import { describe, expect, test } from "vitest";

import { tool } from "../../src/turn/tool.ts";

const right = { name: "create_ticket", description: "Files a ticket.", input: z.object({}), run: () => {} };

/** What is said of options that no type let through. */
function complaintOf(wrong: object): unknown {
  try {
    Reflect.apply(tool, undefined, [{ ...right, ...wrong }]);
  } catch (error) {
    if (error instanceof TypeError) return error.message;
    throw error;
  }
  return "no complaint";
}

describe("a tool's options", () => {
  test.each([
    ["no name", { name: undefined }, 'a tool needs a name: tool({ name: "create_ticket", … })'],
    ["an empty name", { name: "" }, 'a tool needs a name: tool({ name: "create_ticket", … })'],
    [
      "a name with a dot",
      { name: "files.read" },
      'the tool name "files.read" is not one that Anthropic and OpenAI take: use letters from a to z, digits, _ and - alone',
    ],
    [
      "a name with a line end behind it",
      { name: "read\n" },
      'the tool name "read\\n" is not one that Anthropic and OpenAI take: use letters from a to z, digits, _ and - alone',
    ],
    [
      "a name of 65 letters",
      { name: "a".repeat(65) },
      `the tool name "${"a".repeat(65)}" has 65 characters: OpenAI takes at most 64; shorten it`,
    ],
    [
      "an unknown option",
      { strict: true },
      'tool "create_ticket" has no option strict; there are name, description, input, jsonSchema, display, effect, intent, timeoutMs, corrections, reconcile, run',
    ],
    [
      "a blank description",
      { description: " " },
      'tool "create_ticket" needs a description: the model reads it to know what the tool does and when to call it',
    ],
    ["no run", { run: undefined }, 'tool "create_ticket" needs run: async (args, { signal, intentKey }) => …'],
    [
      "an intent that is no function",
      { intent: "title" },
      'intent of tool "create_ticket" is a function that gives a key: (args, turn) => string',
    ],
    [
      "a reconcile that is no function",
      { reconcile: true },
      'reconcile of tool "create_ticket" is a function: (intentKey, record) => what became of it',
    ],
    [
      "an unknown effect",
      { effect: "write" },
      'effect of tool "create_ticket" is "read", "idempotent" or "once", not "write"',
    ],
    [
      "an intent of a tool that only reads",
      { effect: "read", intent: () => "key" },
      'tool "create_ticket" only reads, so nothing is asked for its intent: leave intent out, or change effect',
    ],
    [
      "a reconcile of a tool that is never in doubt",
      { effect: "idempotent", reconcile: () => ({ kind: "unknown" }) },
      'tool "create_ticket" is idempotent, so it is never in doubt and nothing asks its reconcile: leave it out, or say effect: "once"',
    ],
    [
      "corrections below zero",
      { corrections: -1 },
      'corrections of tool "create_ticket" is a whole number from 0, not -1',
    ],
    [
      "half a correction",
      { corrections: 0.5 },
      'corrections of tool "create_ticket" is a whole number from 0, not 0.5',
    ],
    [
      "a display that is no map",
      { display: ["title"] },
      'display of tool "create_ticket" maps fields to rules: { title: "show", token: "sensitive" }',
    ],
  ])("%s is refused, and the message says what to change", (_name, wrong, complaint) => {
    expect(complaintOf(wrong)).toBe(complaint);
  });

  test.each([[0], [-1], [Number.NaN], [Number.POSITIVE_INFINITY], ["30"]])(
    "a timeout of %o is refused",
    (timeoutMs) => {
      expect(complaintOf({ timeoutMs })).toBe(
        `timeoutMs of tool "create_ticket" is a positive, finite number of milliseconds, not ${timeoutMs}; leave it out for no limit`,
      );
    },
  );

  test("no options at all are refused", () => {
    const attempt = (): unknown => Reflect.apply(tool, undefined, []);

    expect(attempt).toThrow(new TypeError("a tool needs options: tool({ name, description, input, run })"));
  });

  test.each([["a"], ["A-z_0-9"], ["a".repeat(64)]])("the name %s is taken", (name) => {
    expect(tool({ ...right, name }).name).toBe(name);
  });
});

describe("a display map", () => {
  const input = z.object({
    title: z.string(),
    customer: z.object({ name: z.string(), "a.b": z.string() }).nullable(),
    lines: z.array(z.object({ price: z.number() })),
    labels: z.record(z.string(), z.string()),
    anything: z.unknown(),
    choice: z.union([z.object({ one: z.string() }), z.object({ two: z.string() })]),
    pair: z.tuple([z.object({ left: z.string() })]),
  });

  test.each([
    "title",
    "customer",
    "customer.name",
    "customer.a.b",
    "lines",
    "lines.price",
    "labels.color",
    "anything.at.all",
    "choice.one",
    "choice.two",
    "pair.left",
    "*",
  ])("may name %s", (path) => {
    expect(complaintOf({ input, display: { [path]: "show" } })).toBe("no complaint");
  });

  test.each(["titel", "title.length", "customer.nam", "customer.", "lines.prize", "choice.three", "", "toString", "."])(
    "may not name %o, which the arguments cannot have",
    (path) => {
      expect(complaintOf({ input, display: { [path]: "sensitive" } })).toBe(
        `display of tool "create_ticket" names ${path}, which the arguments do not have; their fields are title, customer, lines, labels, anything, choice, pair`,
      );
    },
  );

  test("follows references, also where they lead back", () => {
    const tree = {
      type: "object",
      properties: { root: { $ref: "#/$defs/node" }, loop: { $ref: "#/$defs/loop" } },
      $defs: {
        node: { type: "object", properties: { label: { type: "string" }, next: { $ref: "#/$defs/node" } } },
        loop: { $ref: "#/$defs/loop" },
      },
    };

    expect(complaintOf({ jsonSchema: tree, display: { "root.next.next.label": "show", "loop.x": "hide" } })).toBe(
      "no complaint",
    );
    expect(complaintOf({ jsonSchema: tree, display: { "root.next.lable": "show" } })).toBe(
      'display of tool "create_ticket" names root.next.lable, which the arguments do not have; their fields are root, loop',
    );
  });

  test("may name anything where the schema names nothing", () => {
    expect(complaintOf({ input: { type: "object" }, display: { title: "show" } })).toBe("no complaint");
  });

  test("has no rules but its three", () => {
    expect(complaintOf({ input, display: { title: "hidden" } })).toBe(
      'display of tool "create_ticket" has "hidden" for title: it is "show", "hide" or "sensitive"',
    );
  });
});
