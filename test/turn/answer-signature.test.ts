import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import * as z from "zod";

import { settle, type Invalid, type SettleTool } from "../../src/index.ts";
import { openaiChat } from "../../src/openai.ts";
import { failureSignature } from "../../src/turn/answer-signature.ts";
import { callMessage, calls, open } from "../support/chat-wire.ts";
import { createManualClock } from "../support/manual-clock.ts";
import { deliver } from "../support/settle-stream.ts";

const shape = {
  title: z.string(),
  priority: z.enum(["low", "high"]),
  customer: z.object({ name: z.string(), city: z.string() }).refine(({ city }) => city !== "nowhere"),
  note: z.string().max(3),
};

const tools: readonly SettleTool[] = [
  { name: "create_ticket", input: z.object(shape).partial({ customer: true, note: true }) },
  { name: "close_ticket", input: z.object(shape).partial({ customer: true, note: true }) },
];

async function settleInvalid(text: string, name = "create_ticket", declared = tools): Promise<Invalid> {
  const source = deliver([callMessage(calls(open(0, "call_1", name, text)))]);
  const { outcomes } = await settle(source, { format: openaiChat, tools: declared, clock: createManualClock() }).result;
  const [outcome] = outcomes;
  if (outcome?.kind !== "invalid") throw new Error(`the call is ${outcome?.kind}`);
  return outcome;
}

async function isSame(one: string, other: string): Promise<boolean> {
  return failureSignature(await settleInvalid(one)) === failureSignature(await settleInvalid(other));
}

describe("R8: a failure repeats itself", () => {
  test.each([
    ["with the same arguments", '{"title":"x","priority":"urgent"}', '{"title":"x","priority":"urgent"}'],
    ["whatever else changes that was right", '{"title":"x","priority":"urgent"}', '{"title":"y","priority":"urgent"}'],
    ["whatever the order of keys", '{"title":1,"priority":"urgent"}', '{"priority":"urgent","title":1}'],
    ["whatever the spelling of a number", '{"title":1.0,"priority":"low"}', '{"title":1e0,"priority":"low"}'],
    [
      "whatever the order of keys in a value",
      '{"title":"x","priority":"low","customer":{"name":"A","city":"nowhere"}}',
      '{"title":"x","priority":"low","customer":{"city":"nowhere","name":"A"}}',
    ],
    ["where the value is still missing", '{"priority":"low"}', '{"priority":"high"}'],
    ["where a number is still too long", '{"n":90071992547409931}', '{"n":90071992547409931,"title":"y"}'],
  ])("%s", async (_name, one, other) => {
    expect(await isSame(one, other)).toBe(true);
  });

  test.each([
    ["zod", z.strictObject({ to: z.string(), note: z.string() })],
    ["valibot", v.strictObject({ to: v.string(), note: v.string() })],
    ["arktype", type({ "+": "reject", to: "string", note: "string" })],
    [
      "a JSON Schema",
      { type: "object", properties: { to: { type: "string" }, note: { type: "string" } }, additionalProperties: false },
    ],
  ])("with the same key that there is not, whatever is right beside it, with %s", async (_library, input) => {
    const pay = [{ name: "pay", input }];
    const one = await settleInvalid('{"to":"A","note":"x","memo":1}', "pay", pay);
    const other = await settleInvalid('{"to":"A","note":"y","memo":1}', "pay", pay);
    const another = await settleInvalid('{"to":"A","note":"y","remark":1}', "pay", pay);

    expect(failureSignature(other)).toBe(failureSignature(one));
    expect(failureSignature(another)).not.toBe(failureSignature(one));
  });

  test("whatever the order of its issues", async () => {
    const one = await settleInvalid('{"title":1,"priority":"urgent"}');
    const other = { ...one, issues: one.issues.toReversed() };

    expect(one.issues).toHaveLength(2);
    expect(failureSignature(other)).toBe(failureSignature(one));
  });

  test("where the same tool is not there again, whatever its arguments", async () => {
    const one = await settleInvalid('{"a":1}', "delete_ticket");
    const other = await settleInvalid('{"a":2}', "delete_ticket");

    expect(failureSignature(other)).toBe(failureSignature(one));
  });
});

describe("R8: a failure is another one", () => {
  const long = "a".repeat(500);

  test.each([
    ["with another value", '{"title":"x","priority":"urgent"}', '{"title":"x","priority":"asap"}'],
    ["with the value in another type", '{"title":1,"priority":"low"}', '{"title":true,"priority":"low"}'],
    ["at another path", '{"title":1,"priority":"low"}', '{"title":"1","priority":1}'],
    ["by another keyword", '{"title":"x","priority":"low","note":1}', '{"title":"x","priority":"low","note":"long"}'],
    ["with one issue less", '{"title":1,"priority":"urgent"}', '{"title":"x","priority":"urgent"}'],
    ["with null in place of nothing", '{"priority":"low"}', '{"priority":"low","title":null}'],
    [
      "with a long value that differs at its end",
      `{"title":"x","priority":"low","note":"${long}b"}`,
      `{"title":"x","priority":"low","note":"${long}c"}`,
    ],
    ["with another number that a double cannot tell apart", '{"n":90071992547409931}', '{"n":90071992547409932}'],
    ["with another list in place of the object", "[1]", "[2]"],
    ["where the value was sent, and sent as text", '{"title":1,"priority":"low"}', '["title",1]'],
  ])("%s", async (_name, one, other) => {
    expect(await isSame(one, other)).toBe(false);
  });

  test("with another tool", async () => {
    const one = await settleInvalid('{"priority":"low"}', "create_ticket");
    const other = await settleInvalid('{"priority":"low"}', "close_ticket");

    expect(failureSignature(other)).not.toBe(failureSignature(one));
  });

  test("with another tool that is not there", async () => {
    const one = await settleInvalid("{}", "delete_ticket");
    const other = await settleInvalid("{}", "remove_ticket");

    expect(failureSignature(other)).not.toBe(failureSignature(one));
  });
});
