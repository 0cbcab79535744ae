import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { describe, expect, test } from "vitest";

import { anthropicModel } from "../../src/anthropic.ts";
import { runTurn, type Model } from "../../src/index.ts";
import { openaiChatModel, openaiResponsesModel } from "../../src/openai.ts";

/** As a caller without types passes it. */
function parseClient(client: unknown): () => Promise<Response> {
  // What is wrong with it is the subject of the test.
  return client as () => Promise<Response>;
}

const ceiling = { model: "m", max_tokens: 1024 };
const makers: readonly (readonly [string, string, (client: unknown, params?: typeof ceiling) => Model])[] = [
  [
    "anthropicModel",
    "client.messages.create",
    (client, params = ceiling) => anthropicModel(parseClient(client), params),
  ],
  [
    "openaiChatModel",
    "client.chat.completions.create",
    (client, params = ceiling) => openaiChatModel(parseClient(client), params),
  ],
  [
    "openaiResponsesModel",
    "client.responses.create",
    (client, params = ceiling) => openaiResponsesModel(parseClient(client), params),
  ],
];

const notClients: readonly (readonly [string, unknown, string])[] = [
  ["nothing", undefined, "this is undefined"],
  ["null", null, "this is null"],
  ["an empty object", {}, "this is an object without it"],
  ["a key", "sk-test", "this is a string"],
  ["a client whose members lead nowhere", { messages: null, chat: {}, responses: 5 }, "this is an object without it"],
  ["a client whose create is no function", createIs("yes"), "this is an object without it"],
];

function createIs(create: unknown) {
  return { messages: { create }, chat: { completions: { create } }, responses: { create } };
}

describe.each(makers)("%s", (maker, method, make) => {
  test.each(notClients)("refuses what is no client when the model is made: %s", (_what, client, found) => {
    const example = maker === "anthropicModel" ? "new Anthropic()" : "client";

    expect(() => make(client)).toThrow(TypeError);
    expect(() => make(client)).toThrow(
      `${maker} needs a client with ${method}, or a function that sends the body: ${maker}(${example}, { model: "…", `,
    );
    expect(() => make(client)).toThrow(found);
  });

  test("takes a function, a client, and whatever has its shape", () => {
    const dead = { apiKey: "none" };

    for (const client of [async () => new Response(), createIs(async () => new Response())]) make(client);
    make(maker === "anthropicModel" ? new Anthropic(dead) : new OpenAI(dead));
  });

  test("says of a body that JSON cannot write that the request is wrong, and does not send it again", async () => {
    const unwritable = { ...ceiling, seed: 7n };
    let sent = 0;
    const model = make((body: unknown) => {
      sent += 1;
      return Promise.resolve(new Response(JSON.stringify(body)));
    }, unwritable);

    const { ending } = await runTurn({ model, messages: [{ role: "user", content: "Hi." }], tools: [] }).result;

    expect(sent).toBe(1);
    expect(ending).toEqual({
      kind: "abandoned",
      cause: "provider-error",
      detail: "the request cannot be written as JSON: Do not know how to serialize a BigInt",
      advice: null,
    });
  });
});

describe.each([
  ["anthropicModel", (params: unknown) => anthropicModel(parseClient(createIs(() => {})), parseParams(params))],
  ["openaiChatModel", (params: unknown) => openaiChatModel(parseClient(createIs(() => {})), parseParams(params))],
  [
    "openaiResponsesModel",
    (params: unknown) => openaiResponsesModel(parseClient(createIs(() => {})), parseParams(params)),
  ],
])("%s without params", (maker, make) => {
  test.each([[undefined], [null], ["m"]])("says what to pass: %s", (params) => {
    expect(() => make(params)).toThrow(TypeError);
    expect(() => make(params)).toThrow(`${maker} needs what every request says: ${maker}(`);
  });
});

/** As a caller without types passes them. */
function parseParams(params: unknown): typeof ceiling {
  // What is wrong with them is the subject of the test.
  return params as typeof ceiling;
}
