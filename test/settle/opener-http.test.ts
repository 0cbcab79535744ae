import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import { once } from "node:events";

import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { anthropicMessages } from "../../src/anthropic.ts";
import { settle, type SettleOptions, type SourceOpener } from "../../src/index.ts";
import { openaiChat } from "../../src/openai.ts";
import type { RollResult } from "../../src/protocol/roll-event.ts";
import { lost, ready } from "../support/chat-stream.ts";
import { calls, callMessage, open, opening, records } from "../support/chat-wire.ts";
import { draining, plainCalls, plainEnding } from "../support/live-roll.ts";
import { createManualClock } from "../support/manual-clock.ts";
import { abandoned, complete } from "../support/settle-stream.ts";

const eventStream = { "content-type": "text/event-stream" };
const body = callMessage(calls(open(0, "call_a", "get_tide", '{"port":"Ayle"}')));
const oneCut = records(opening, calls(open(0, "call_a", "get_tide", '{"port":"Ay')));
const question = [{ role: "user" as const, content: "When is high tide?" }];

let server: Server;
let url: string;
let answer: RequestListener;
let arrived: PromiseWithResolvers<ServerResponse>;

beforeEach(async () => {
  arrived = Promise.withResolvers();
  server = createServer((request, response) => {
    arrived.resolve(response);
    answer(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the server has no port");
  url = `http://127.0.0.1:${address.port}`;
});

afterEach(async () => {
  server.closeAllConnections();
  if (!server.listening) return;
  server.close();
  await once(server, "close");
});

/** The three ways to send the same question: each passes the signal on, and none tries again. */
const senders: Readonly<Record<string, { readonly format: SettleOptions["format"]; readonly send: SourceOpener }>> = {
  fetch: { format: openaiChat, send: (signal) => fetch(url, { method: "POST", body: "{}", signal }) },
  openai: {
    format: openaiChat,
    send: (signal) =>
      new OpenAI({ apiKey: "none", baseURL: url, maxRetries: 0, logLevel: "off" }).chat.completions.create(
        { model: "m", messages: question, stream: true },
        { signal },
      ),
  },
  "@anthropic-ai/sdk": {
    format: anthropicMessages,
    send: (signal) =>
      new Anthropic({ apiKey: "none", baseURL: url, maxRetries: 0, logLevel: "off" }).messages.create(
        { model: "m", max_tokens: 9, messages: question, stream: true },
        { signal },
      ),
  },
};

function settled(name: string, options: Partial<SettleOptions> = {}): Promise<RollResult> {
  const sender = senders[name];
  if (sender === undefined) throw new Error(`nobody sends by ${name}`);
  return draining(settle(sender.send, { format: sender.format, tools: "any", ...options }));
}

/** The request has arrived, and then its connection was closed from the other side. */
async function isHungUp(): Promise<boolean> {
  const response = await arrived.promise;
  if (!response.destroyed) await once(response, "close");
  return !response.writableFinished;
}

const neverAnswer: RequestListener = () => {};

describe.each(Object.keys(senders))("a request that %s sends", (name) => {
  test("R7 and that is never answered is idle when firstMs runs out, and is aborted", async () => {
    const clock = createManualClock();
    answer = neverAnswer;
    const result = settled(name, { clock, firstMs: 5_000 });
    await arrived.promise;

    await clock.advance(5_002);

    expect(plainEnding(await result)).toEqual(abandoned("idle"));
    expect(await isHungUp()).toBe(true);
    expect(clock.pending()).toBe(0);
  });

  test("R14 and that is never answered is aborted by a cancel", async () => {
    const controller = new AbortController();
    answer = neverAnswer;
    const result = settled(name, { signal: controller.signal });
    await arrived.promise;

    controller.abort();

    expect(plainEnding(await result)).toEqual(abandoned("cancelled"));
    expect(await isHungUp()).toBe(true);
  });

  test("R1 and whose connection is refused is disconnected", async () => {
    server.close();
    await once(server, "close");

    const result = await settled(name);

    expect(plainEnding(result)).toEqual(abandoned("disconnected"));
    expect(result.ending).not.toHaveProperty("error");
    expect(result.outcomes).toEqual([]);
  });

  test("R1 and whose connection is cut before the answer is disconnected", async () => {
    answer = (request) => request.socket.destroy();

    const result = await settled(name);

    expect(plainEnding(result)).toEqual(abandoned("disconnected"));
    expect(result.ending).not.toHaveProperty("error");
  });

  test("R1 and that is answered with 429 is the provider's error, with its wait", async () => {
    answer = (_request, response) => {
      response.writeHead(429, { "content-type": "application/json", "retry-after": "3" });
      response.end('{"type":"error","error":{"type":"rate_limit_error","message":"Slow down.","code":null}}');
    };

    const result = await settled(name);

    expect(plainEnding(result)).toEqual(abandoned("provider-error"));
    expect(result.ending).toHaveProperty("error", { code: "rate_limit_error", status: 429, retryAfterMs: 3_000 });
    expect(result.ending.detail).toContain("Slow down.");
  });

  test("R1 and that is answered with a page and 502 is the provider's error, without a code", async () => {
    answer = (_request, response) => {
      response.writeHead(502, { "content-type": "text/html" });
      response.end("<html>Bad gateway</html>");
    };

    const result = await settled(name);

    expect(plainEnding(result)).toEqual(abandoned("provider-error"));
    expect(result.ending).toHaveProperty("error", { code: "", status: 502 });
  });
});

describe.each(["fetch", "openai"])("an answer that %s reads", (name) => {
  test("R1 R3 comes to its call", async () => {
    answer = (_request, response) => {
      response.writeHead(200, eventStream);
      response.end(body);
    };

    const result = await settled(name);

    expect(plainEnding(result)).toEqual(complete("tool_calls", "clean"));
    expect(plainCalls(result)).toEqual([ready("call_a", "get_tide", { port: "Ayle" })]);
    expect(await isHungUp()).toBe(false);
  });

  test("R7 that falls silent is aborted when progressMs runs out", async () => {
    const clock = createManualClock();
    answer = (_request, response) => {
      response.writeHead(200, eventStream);
      response.write(oneCut);
    };
    const roll = settle(senders[name]?.send ?? neverOpen, {
      format: openaiChat,
      tools: "any",
      clock,
      progressMs: 1_000,
    });
    const events = roll[Symbol.asyncIterator]();
    expect(await events.next()).toMatchObject({ value: { type: "announced" } });
    expect(await events.next()).toMatchObject({ value: { type: "fragment" } });
    const result = draining(roll);

    await clock.advance(1_002);

    expect(plainCalls(await result)).toEqual([lost("call_a", "get_tide", "idle")]);
    expect(await isHungUp()).toBe(true);
  });

  test("R1 that the consumer leaves is aborted", async () => {
    answer = (_request, response) => {
      response.writeHead(200, eventStream);
      response.write(oneCut);
    };
    const roll = settle(senders[name]?.send ?? neverOpen, { format: openaiChat, tools: "any" });

    for await (const event of roll) if (event.type === "announced") break;

    expect(plainCalls(await roll.result)).toEqual([lost("call_a", "get_tide", "cancelled")]);
    expect(await isHungUp()).toBe(true);
  });

  test("R1 whose connection is cut is disconnected, and its call with it", async () => {
    answer = (_request, response) => {
      response.writeHead(200, eventStream);
      response.write(oneCut, () => response.destroy());
    };

    const result = await settled(name);

    expect(plainEnding(result)).toEqual(abandoned("disconnected"));
    expect(plainCalls(result)).toEqual([lost("call_a", "get_tide", "disconnected")]);
  });
});

describe("an answer with an error status whose body never ends", () => {
  test("R7 is the provider's error when endMs runs out, and is freed", async () => {
    const clock = createManualClock();
    answer = (_request, response) => {
      response.writeHead(503, { "retry-after-ms": "1500" });
      response.write("{");
    };
    const headers = Promise.withResolvers<Response>();
    const send: SourceOpener = async (signal) => {
      const response = await fetch(url, { signal });
      headers.resolve(response);
      return response;
    };
    const result = draining(settle(send, { format: openaiChat, tools: "any", clock }));
    await headers.promise;

    await clock.advance(2_002);

    expect(plainEnding(await result)).toEqual(abandoned("provider-error"));
    expect((await result).ending).toHaveProperty("error", { code: "", status: 503, retryAfterMs: 1_500 });
    expect(await isHungUp()).toBe(true);
  });
});

function neverOpen(): never {
  throw new Error("nobody sends");
}
