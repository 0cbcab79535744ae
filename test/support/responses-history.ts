import { expect } from "vitest";

import type { Dialect, History, JsonObject } from "../../src/formats/dialect.ts";
import { openaiResponsesDialect } from "../../src/formats/openai-responses/dialect.ts";
import { settle } from "../../src/index.ts";
import type { CallAnswer } from "../../src/protocol/answer.ts";
import { createManualClock } from "./manual-clock.ts";
import { itemDone } from "./responses-events.ts";
import {
  bytesOf,
  deliver,
  sdkObjects,
  splitsOf,
  type ConnectionEnd,
  type StreamOptions,
  type TypedEvent,
} from "./settle-stream.ts";

/** One response, and what its calls are answered with. */
export interface Told {
  readonly body: string;
  /** By the place of the call in the message. A string is a result that is no error. */
  readonly answers?: Readonly<Record<number, string | CallAnswer>>;
  /** The history so far. Default: one question. */
  readonly before?: History;
  readonly dialect?: Dialect;
  readonly options?: StreamOptions;
  readonly end?: ConnectionEnd;
}

/** What the person asked, where a test does not care. */
export const question: JsonObject = { role: "user", content: "Please do it." };

/** The history behind a response: whole, byte by byte, at random splits and as an SDK's objects it must be the same. */
export async function historyBehind(told: Told): Promise<History> {
  const bytes = bytesOf(told.body);
  const whole = await historyAfter(told, [bytes]);
  for (const [label, chunks] of [...splitsOf(bytes), ["as objects", sdkObjects(told.body)] as const]) {
    expect(await historyAfter(told, chunks), label).toEqual(whole);
  }
  return whole;
}

/** The items that a scribe puts behind the history. */
export async function itemsBehind(told: Told): Promise<readonly JsonObject[]> {
  const before = told.before?.messages ?? [question];
  const { messages } = await historyBehind(told);
  expect(messages.slice(0, before.length)).toEqual(before);
  return messages.slice(before.length);
}

/** The history behind one response that came in these pieces. */
export async function historyAfter(told: Told, pieces: readonly (Uint8Array | string | object)[]): Promise<History> {
  const scribe = (told.dialect ?? openaiResponsesDialect).createScribe();
  const { ending, outcomes } = await settle(deliver(pieces, told.end), {
    tools: "any",
    clock: createManualClock(),
    ...told.options,
    format: scribe.format,
  }).result;
  const answers = Object.entries(told.answers ?? {}).map(([index, given]): [number, CallAnswer] => [
    Number(index),
    typeof given === "string" ? { isError: false, text: given } : given,
  ]);
  return scribe.write(told.before ?? { messages: [question] }, { ending, outcomes, answers: new Map(answers) });
}

/** An answer that says that the call failed. */
export function failure(text: string): CallAnswer {
  return { isError: true, text };
}

/** A function call as a history has it. Its item id is `fc_KEY`, its `call_id` `call_KEY`; `null` leaves the item id out. */
export function sentCall(key: string, name: string, text: string, id: string | null = `fc_${key}`): JsonObject {
  const call = { type: "function_call", call_id: `call_${key}`, name, arguments: text };
  return id === null ? call : { ...call, id };
}

/** The output of `call_KEY`. */
export function sentOutput(key: string, output: string): JsonObject {
  return { type: "function_call_output", call_id: `call_${key}`, output };
}

/** An assistant's message that is no item of the provider. */
export function note(content: string): JsonObject {
  return { type: "message", role: "assistant", content };
}

/** A finished item of reasoning, `rs_KEY`, that brings its content along. */
export function reasoningDone(
  outputIndex: number,
  key: string,
  rest: object = { encrypted_content: "c2VhbGVk" },
): TypedEvent {
  return itemDone(outputIndex, { id: `rs_${key}`, type: "reasoning", summary: [], ...rest });
}

/** `reasoningDone` as a history has it. */
export function sentReasoning(key: string): JsonObject {
  return { type: "reasoning", id: `rs_${key}`, summary: [], encrypted_content: "c2VhbGVk" };
}

/** A finished message item, `msg_KEY`. */
export function messageDone(outputIndex: number, key: string, text: string, rest: object = {}): TypedEvent {
  const content = [{ type: "output_text", text, annotations: [], logprobs: [] }];
  return itemDone(outputIndex, {
    id: `msg_${key}`,
    type: "message",
    role: "assistant",
    status: "completed",
    content,
    ...rest,
  });
}

/** `messageDone` as a history has it. */
export function sentMessage(key: string, text: string, rest: object = {}): JsonObject {
  const content = [{ type: "output_text", text, annotations: [] }];
  return { type: "message", id: `msg_${key}`, role: "assistant", status: "completed", content, ...rest };
}
