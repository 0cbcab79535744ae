import fc from "fast-check";

import type { SettleTool } from "../../../src/index.ts";
import type { Worth } from "./said.ts";

/** An argument text, and what it is worth to the tool that it is for. */
export interface PlannedDocument {
  readonly tool: string;
  readonly text: string;
  readonly worth: Worth;
  /** The object itself, where a wire can send it as a value; it then writes {@link text} without white space. */
  readonly object?: Readonly<Record<string, unknown>>;
}

/** The tools of every generated message. `list_tickets` takes an empty object, the freeform `note` any text. */
export const tools: readonly SettleTool[] = [
  {
    name: "create_ticket",
    input: {
      type: "object",
      properties: { title: { type: "string" }, priority: { enum: ["low", "high"] } },
      required: ["title", "priority"],
    },
  },
  { name: "list_tickets", input: { type: "object", properties: { page: { type: "integer" } } } },
  { name: "note" },
];

/** Titles with everything that is hard to cut: escapes, characters of two to four bytes, brackets, line ends. */
const title = fc.oneof(
  fc.stringMatching(/^[a-z {}[\]",:\\]{0,12}$/),
  fc.constantFrom("é東🙂", "a\nb\r\nc", "data: [DONE]\n\n", "\u2028\u0000", "\ud83d"),
);
const ticket = fc.record({ title, priority: fc.constantFrom("low", "high") });

const create = "create_ticket";

function invalid(text: string, cause: string, tool: string = create): PlannedDocument {
  return { tool, text, worth: { kind: "invalid", cause } };
}

function unparseable(text: string, cause: string): PlannedDocument {
  return { tool: create, text, worth: { kind: "unparseable", cause } };
}

const fitting = ticket.map((object): PlannedDocument => ({
  tool: create,
  text: JSON.stringify(object),
  worth: { kind: "dispatchable", args: object },
  object,
}));
const spaced = ticket.map((object): PlannedDocument => ({
  tool: create,
  text: `\n ${JSON.stringify(object, null, 2)}\t`,
  worth: { kind: "dispatchable", args: object },
}));
const wrapped = ticket.map((object): PlannedDocument => ({
  tool: create,
  text: JSON.stringify(JSON.stringify(object)),
  worth: { kind: "dispatchable", args: object },
}));
const misfit = title.map((text): PlannedDocument => ({
  ...invalid(JSON.stringify({ title: text, priority: "middling" }), "schema"),
  object: { title: text, priority: "middling" },
}));
const cut = fc.tuple(ticket, fc.double({ min: 0, max: 0.999, noNaN: true })).map(([object, share]): PlannedDocument => {
  const text = JSON.stringify(object);
  return unparseable(text.slice(0, 1 + Math.floor(share * (text.length - 1))), "incomplete");
});
const junk = fc
  .tuple(ticket, fc.constantFrom("x", "]", "}", ",", "{}"))
  .map(([object, tail]) => unparseable(JSON.stringify(object) + tail, "not-json"));
const empty = fc.constantFrom<PlannedDocument>(
  { tool: "list_tickets", text: "", worth: { kind: "dispatchable", args: {} } },
  invalid("", "schema"),
);
const untrusted = fc.constantFrom(
  invalid('{"title":"a","priority":"low","title":"b"}', "duplicate-key"),
  invalid('{"title":"a","priority":"low","n":12345678901234567891}', "inexact-number"),
  invalid('{"title":"a","priority":"low","__proto__":{}}', "reserved-key"),
  invalid("[1]", "not-an-object"),
  invalid("null", "not-an-object"),
  invalid('"just text"', "not-an-object"),
);
const unknown = ticket.map((object) => invalid(JSON.stringify(object), "unknown-tool", "no_such_tool"));

/** A JSON argument text of any worth. */
export const document: fc.Arbitrary<PlannedDocument> = fc.oneof(
  { arbitrary: fitting, weight: 6 },
  { arbitrary: spaced, weight: 1 },
  { arbitrary: wrapped, weight: 1 },
  { arbitrary: misfit, weight: 2 },
  { arbitrary: cut, weight: 3 },
  { arbitrary: junk, weight: 1 },
  { arbitrary: empty, weight: 2 },
  { arbitrary: untrusted, weight: 3 },
  { arbitrary: unknown, weight: 1 },
);

/** The text of a freeform tool, which is never parsed. */
export const freeform: fc.Arbitrary<PlannedDocument> = fc
  .oneof(title, fc.constant("{"))
  .map((text) => ({ tool: "note", text, worth: { kind: "dispatchable", args: text } }));

/** The text in pieces, cut wherever the shares say, also inside a pair of surrogates; some pieces may be empty. */
export function pieces(text: string, shares: readonly number[]): readonly string[] {
  if (text === "") return [];
  const cuts = shares.map((share) => Math.floor(share * text.length)).toSorted((left, right) => left - right);
  return [0, ...cuts].map((start, at) => text.slice(start, cuts[at] ?? text.length));
}

/** Where a text is cut. */
export const shares: fc.Arbitrary<readonly number[]> = fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), {
  maxLength: 4,
});
