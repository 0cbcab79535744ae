import type Anthropic from "@anthropic-ai/sdk";
import type OpenAI from "openai";
import { describe, expect, test } from "vitest";

import { anthropicMessages } from "../../src/anthropic.ts";
import { settle } from "../../src/index.ts";
import { openaiChat, openaiResponses } from "../../src/openai.ts";
import { lost, ready, truncated } from "../support/chat-stream.ts";
import { callMessage, calls, open, opening, records } from "../support/chat-wire.ts";
import { draining, plainCalls, plainEnding } from "../support/live-roll.ts";
import { createManualClock, settleTasks } from "../support/manual-clock.ts";
import { anthropicClient, answering, openaiClient } from "../support/sdk-answers.ts";
import { abandoned, complete, recording } from "../support/settle-stream.ts";

const chat = { format: openaiChat, tools: "any", clock: createManualClock() } as const;
const anthropic = { ...chat, format: anthropicMessages } as const;
const ask: OpenAI.ChatCompletionCreateParamsStreaming = {
  model: "m",
  messages: [{ role: "user", content: "When is high tide?" }],
  stream: true,
};
const oneCut = records(opening, calls(open(0, "call_a", "get_tide", '{"port":"Ay')));

describe("the stream of the openai package", () => {
  test("R6 a good stream comes to its call", async () => {
    const stream = await openaiClient(answering(recording("openai-chat/ok.sse"))).chat.completions.create(ask);

    const result = await settle(stream, chat).result;

    expect(plainEnding(result)).toEqual(complete("tool_calls", "clean"));
    expect(plainCalls(result)).toEqual([ready("call_TrackOne", "track_parcel", { code: "KX-71" })]);
    expect(result.faults).toEqual([]);
  });

  test("R6 the chat helper's stream comes to the same call", async () => {
    const stream = openaiClient(answering(recording("openai-chat/ok.sse"))).chat.completions.stream(ask);

    const result = await settle(stream, chat).result;

    expect(plainCalls(result)).toEqual([ready("call_TrackOne", "track_parcel", { code: "KX-71" })]);
  });

  test("R3 truncated-executed: a length stop cuts the call", async () => {
    const stream = await openaiClient(answering(recording("openai-chat/truncated.sse"))).chat.completions.create(ask);

    const result = await settle(stream, chat).result;

    expect(plainEnding(result)).toEqual(complete("length", "ceiling"));
    expect(plainCalls(result)).toEqual([truncated("call_Label", "print_label", "token-limit")]);
  });

  test("R1 midstream-error-swallowed: an error record that the package throws is the provider's error", async () => {
    const stream = await openaiClient(answering(recording("openai-chat/error.sse"))).chat.completions.create(ask);

    const result = await settle(stream, chat).result;

    expect(plainEnding(result)).toEqual(abandoned("provider-error"));
    expect(plainCalls(result)).toEqual([lost("call_TrackC", "track_parcel", "provider-error")]);
  });

  test("R1 midstream-error-swallowed: a record that the package cannot read is the provider's error", async () => {
    const stream = await openaiClient(answering(`${oneCut}data: {oops}\n\n`)).chat.completions.create(ask);

    const result = await settle(stream, chat).result;

    expect(plainCalls(result)).toEqual([lost("call_a", "get_tide", "provider-error")]);
  });

  test("R1 eof-as-success: an end that the package passes over in silence is an early end", async () => {
    const stream = await openaiClient(answering(oneCut)).chat.completions.create(ask);

    const result = await settle(stream, chat).result;

    expect(plainEnding(result)).toEqual(abandoned("ended-early"));
    expect(plainCalls(result)).toEqual([lost("call_a", "get_tide", "ended-early")]);
  });

  test("R1 proxy-cut: a connection that breaks is disconnected", async () => {
    const stream = await openaiClient(answering(oneCut, "reset")).chat.completions.create(ask);

    const result = await settle(stream, chat).result;

    expect(plainEnding(result)).toEqual(abandoned("disconnected"));
  });

  test("R14 an abort by the person's own controller is a cancel", async () => {
    const answer = answering(oneCut, "open");
    const stream = await openaiClient(answer).chat.completions.create(ask);
    const result = draining(settle(stream, chat));
    await settleTasks();

    stream.controller.abort();

    expect(plainEnding(await result)).toEqual(abandoned("cancelled"));
    expect(plainCalls(await result)).toEqual([lost("call_a", "get_tide", "cancelled")]);
  });

  test("R14 an abort of the request's signal, which Rollcall does not know, is a cancel", async () => {
    const controller = new AbortController();
    const client = openaiClient(answering(oneCut, "open"));
    const stream = await client.chat.completions.create(ask, { signal: controller.signal });
    const result = draining(settle(stream, chat));
    await settleTasks();

    controller.abort();

    expect(plainEnding(await result)).toEqual(abandoned("cancelled"));
  });

  test("R14 the signal of settle aborts the request while a read waits", async () => {
    const controller = new AbortController();
    const answer = answering(oneCut, "open");
    const stream = await openaiClient(answer).chat.completions.create(ask);
    const result = draining(settle(stream, { ...chat, signal: controller.signal }));
    await settleTasks();

    controller.abort();

    expect(plainEnding(await result)).toEqual(abandoned("cancelled"));
    expect(answer.isAborted()).toBe(true);
  });

  test("R1 break aborts the request", async () => {
    const answer = answering(oneCut, "open");
    const stream = await openaiClient(answer).chat.completions.create(ask);
    const roll = settle(stream, chat);

    for await (const event of roll) if (event.type === "announced") break;

    expect(plainCalls(await roll.result)).toEqual([lost("call_a", "get_tide", "cancelled")]);
    expect(answer.isAborted()).toBe(true);
  });

  test("R7 a clock that fires aborts the request while a read waits", async () => {
    const clock = createManualClock();
    const answer = answering(oneCut, "open");
    const stream = await openaiClient(answer).chat.completions.create(ask);
    const result = draining(settle(stream, { ...chat, clock, progressMs: 10_000 }));

    await clock.advance(11_000);

    expect(plainCalls(await result)).toEqual([lost("call_a", "get_tide", "idle")]);
    expect(answer.isAborted()).toBe(true);
  });

  test("R6 raw responses of the package can be settled too", async () => {
    const client = openaiClient(answering(callMessage(calls(open(0, "call_a", "get_tide", "{}")))));
    const response = await client.chat.completions.create(ask).asResponse();

    const result = await settle(response, chat).result;

    expect(plainCalls(result)).toEqual([ready("call_a", "get_tide", {})]);
  });

  test("R6 a Responses stream comes to its call", async () => {
    const client = openaiClient(answering(recording("openai-responses/ok.sse")));
    const stream = await client.responses.create({ model: "m", input: "hi", stream: true });

    const result = await settle(stream, { ...chat, format: openaiResponses }).result;

    expect(plainEnding(result)).toEqual(complete("completed", "clean"));
    expect(result.count.dispatchable).toBe(1);
  });

  test("R1 midstream-error-swallowed: an error event of Responses that the package throws is the provider's error", async () => {
    const client = openaiClient(answering(recording("openai-responses/error.sse")));
    const stream = await client.responses.create({ model: "m", input: "hi", stream: true });

    const result = await settle(stream, { ...chat, format: openaiResponses }).result;

    expect(plainEnding(result)).toEqual(abandoned("provider-error"));
  });
});

describe("the stream of the @anthropic-ai/sdk package", () => {
  const request: Anthropic.MessageCreateParamsStreaming = {
    model: "m",
    max_tokens: 1024,
    messages: [{ role: "user", content: "Water bed 3" }],
    stream: true,
  };

  test("R6 a good stream comes to its call", async () => {
    const client = anthropicClient(answering(recording("anthropic/ok.sse")));
    const stream = await client.messages.create(request);

    const result = await settle(stream, anthropic).result;

    expect(plainEnding(result)).toEqual(complete("tool_use", "clean"));
    expect(plainCalls(result)).toEqual([ready("toolu_01WaterNorthBed", "water_bed", { bed: "north-3", litres: 4.5 })]);
    expect(result.faults).toEqual([]);
  });

  test("R6 the message helper's stream comes to the same call", async () => {
    const client = anthropicClient(answering(recording("anthropic/ok.sse")));
    const stream = client.messages.stream(request);

    const result = await settle(stream, anthropic).result;

    expect(plainCalls(result)).toEqual([ready("toolu_01WaterNorthBed", "water_bed", { bed: "north-3", litres: 4.5 })]);
  });

  test("R1 midstream-error-swallowed: an error event that the package throws is the provider's error", async () => {
    const client = anthropicClient(answering(recording("anthropic/error.sse")));
    const stream = await client.messages.create(request);

    const result = await settle(stream, anthropic).result;

    expect(plainEnding(result)).toEqual(abandoned("provider-error"));
  });

  test("R1 eof-as-success: an end that the package passes over in silence is an early end", async () => {
    const client = anthropicClient(answering(recording("anthropic/eof-no-terminal.sse")));
    const stream = await client.messages.create(request);

    const result = await settle(stream, anthropic).result;

    expect(plainEnding(result)).toEqual(abandoned("ended-early"));
  });

  test("R14 an abort by the person's own controller is a cancel", async () => {
    const text = recording("anthropic/eof-no-terminal.sse");
    const client = anthropicClient(answering(text, "open"));
    const stream = await client.messages.create(request);
    const result = draining(settle(stream, anthropic));
    await settleTasks();

    stream.controller.abort();

    expect(plainEnding(await result)).toEqual(abandoned("cancelled"));
  });

  test("R14 break aborts the request of the message helper", async () => {
    const answer = answering(recording("anthropic/eof-no-terminal.sse"), "open");
    const client = anthropicClient(answer);
    const roll = settle(client.messages.stream(request), anthropic);

    for await (const event of roll) if (event.type === "announced") break;
    await roll.result;

    expect(answer.isAborted()).toBe(true);
  });
});
