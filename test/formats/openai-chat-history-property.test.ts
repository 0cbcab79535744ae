import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { History, JsonObject } from "../../src/formats/dialect.ts";
import { checkHistory } from "../../src/simulator.ts";
import { isJsonObject } from "../../src/simulator/rules/request-body.ts";
import { failure, historyAfter, question } from "../support/chat-history.ts";
import { calls, delta, done, finish, opening, records, say, type Chunk } from "../support/chat-wire.ts";
import { bytesOf, randomSplit } from "../support/settle-stream.ts";

const ids = fc.constantFrom(null, "", "null", "a", "b", "call:1", "x".repeat(50), "rollcall-0", "rollcall-0-2");
const names = fc.constantFrom("get_tide", "pay", "", "a.b", "n".repeat(80), "潮");
const texts = fc.constantFrom("", "{}", '{"a":1}', '{"a":1', "[1]", "null", '{"a":1,"a":2}', "{}{}", '"{}"', "oops");
const entries = fc.record(
  {
    index: fc.constantFrom(0, 1, 2, null),
    id: ids,
    type: fc.constantFrom("function", "custom", "web_search"),
    function: fc.record({ name: names, arguments: texts }, { requiredKeys: [] }),
    custom: fc.record({ name: names, input: texts }),
    extra_content: fc.constantFrom({ google: { thought_signature: "c2ln" } }, null),
  },
  { requiredKeys: ["index", "function"] },
);
const chunks: fc.Arbitrary<Chunk> = fc.oneof(
  { weight: 6, arbitrary: fc.array(entries, { minLength: 1, maxLength: 3 }).map((list) => calls(...list)) },
  fc.constantFrom("Hm.", " ", "").map(say),
  fc
    .constantFrom({ refusal: "No." }, { reasoning_content: "Hm." }, { function_call: { name: "pay", arguments: "{}" } })
    .map((fields) => delta(fields)),
);
const endings = fc.constantFrom(
  records(finish("tool_calls")) + done,
  records(finish("stop")) + done,
  records(finish("length")) + done,
  records(finish("content_filter")) + done,
  records({ error: { code: 502 } }),
  done,
  "",
);
const answers = fc.array(fc.option(fc.constantFrom("done", failure("no"))), { minLength: 12, maxLength: 12 });
const messages = fc.record({ said: fc.array(chunks, { maxLength: 5 }), ending: endings, answers });
const conversations = fc.array(messages, { minLength: 1, maxLength: 4 });

describe("a chat history, whatever the model sent", () => {
  test("R10 is one that the provider accepts, after every message", async () => {
    await fc.assert(
      fc.asyncProperty(conversations, async (conversation) => {
        let history: History = { messages: [question] };
        for (const message of conversation) {
          history = await historyAfter(toldOf(message), [bodyOf(message)], history);

          expect(complaints(history.messages)).toEqual([]);
          expect(violations(history)).toEqual([]);
        }
      }),
    );
  });

  test("R6 R10 is the same however the bytes were cut", async () => {
    await fc.assert(
      fc.asyncProperty(messages, fc.nat(), async (message, seed) => {
        const whole = await historyAfter(toldOf(message), [bodyOf(message)]);
        const split = await historyAfter(toldOf(message), randomSplit(bytesOf(bodyOf(message)), seed));

        expect(split).toEqual(whole);
      }),
    );
  });

  test("R6 R10 is one that the provider accepts after every prefix of the bytes", async () => {
    await fc.assert(
      fc.asyncProperty(messages, fc.nat(), async (message, cut) => {
        const body = bodyOf(message);
        const { messages: after } = await historyAfter(toldOf(message), [body.slice(0, cut % (body.length + 1))]);

        expect(complaints(after)).toEqual([]);
      }),
    );
  });
});

interface Sent {
  readonly said: readonly Chunk[];
  readonly ending: string;
  readonly answers: readonly (string | ReturnType<typeof failure> | null)[];
}

function bodyOf({ said, ending }: Sent): string {
  return records(opening, ...said) + ending;
}

function toldOf(message: Sent): Parameters<typeof historyAfter>[0] {
  const given = message.answers.flatMap((answer, index) => (answer === null ? [] : [[index, answer] as const]));
  return { body: bodyOf(message), answers: Object.fromEntries(given) };
}

/** What the simulator would refuse the next request for. */
function violations({ messages: told }: History): readonly unknown[] {
  const body: unknown = JSON.parse(JSON.stringify({ model: "m", messages: told }));
  return isJsonObject(body) ? checkHistory("openai-chat", body) : ["no body"];
}

/** The stricter half: answers in the order of the calls, ids that no other call of the conversation has. */
function complaints(history: readonly JsonObject[]): readonly string[] {
  const found: string[] = [];
  const seen = new Set<unknown>();
  let open: unknown[] = [];
  for (const message of history) {
    if (message["role"] === "tool") {
      if (open.shift() !== message["tool_call_id"]) found.push("an answer that is not the next call's");
      if (typeof message["content"] !== "string" || message["content"] === "") found.push("an answer without words");
      continue;
    }
    if (open.length > 0) found.push("a call without an answer behind it");
    const toolCalls = Array.isArray(message["tool_calls"]) ? (message["tool_calls"] as readonly Call[]) : [];
    if (message["role"] === "assistant") found.push(...contentComplaints(message, toolCalls));
    open = toolCalls.map(({ id }) => id);
    for (const call of toolCalls) found.push(...callComplaints(call, seen));
  }
  return open.length > 0 ? [...found, "a call without an answer"] : found;
}

interface Call {
  readonly id: string;
  readonly function?: { readonly name: string; readonly arguments: string };
  readonly custom?: { readonly name: string; readonly input: unknown };
}

function contentComplaints(message: JsonObject, toolCalls: readonly Call[]): readonly string[] {
  const { content } = message;
  if (content === null && toolCalls.length > 0) return [];
  if (typeof content !== "string" || content.trim() === "") return ["a message without words and calls"];
  return "tool_calls" in message && toolCalls.length === 0 ? ["an empty list of calls"] : [];
}

function callComplaints({ id, function: called, custom }: Call, seen: Set<unknown>): readonly string[] {
  const found: string[] = [];
  if (seen.has(id)) found.push(`the id ${id} twice`);
  seen.add(id);
  if (id.length === 0 || id.length > 40 || !id.isWellFormed()) found.push(`the id ${id}`);
  const name = called?.name ?? custom?.name ?? "";
  if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name)) found.push(`the name ${name}`);
  if (called !== undefined) {
    const value: unknown = JSON.parse(called.arguments);
    if (typeof value !== "object" || value === null || Array.isArray(value)) found.push("arguments that are no object");
  }
  return found;
}
