import { expect } from "vitest";

import { openaiChatDialect } from "../../src/formats/openai-chat/dialect.ts";
import type { Dialect, History, JsonObject } from "../../src/formats/dialect.ts";
import { settle } from "../../src/index.ts";
import type { CallAnswer } from "../../src/protocol/answer.ts";
import { createManualClock } from "./manual-clock.ts";
import { bytesOf, deliver, splitsOf, type ConnectionEnd, type StreamOptions } from "./settle-stream.ts";

/** One answer of a model, and what its calls are answered with. */
export interface Told {
  readonly body: string;
  /** By the place of the call in the message. A string is a result that is no error. */
  readonly answers?: Readonly<Record<number, string | CallAnswer>>;
  /** The messages of the history so far. Default: one question. */
  readonly before?: readonly JsonObject[];
  readonly dialect?: Dialect;
  readonly options?: StreamOptions;
  readonly end?: ConnectionEnd;
}

/** What the person asked, where a test does not care. */
export const question: JsonObject = { role: "user", content: "When is high tide?" };

/** The messages that a scribe puts behind the history: whole, byte by byte and at random splits they must be the same. */
export async function written(told: Told): Promise<readonly JsonObject[]> {
  const before = told.before ?? [question];
  const bytes = bytesOf(told.body);
  const whole = await historyAfter(told, [bytes]);
  for (const [label, chunks] of splitsOf(bytes)) {
    expect(await historyAfter(told, chunks), label).toEqual(whole);
  }
  expect(whole.messages.slice(0, before.length)).toEqual(before);
  return whole.messages.slice(before.length);
}

/** The history behind one message that came in these pieces. */
export async function historyAfter(
  told: Told,
  pieces: readonly (Uint8Array | string | object)[],
  history: History = { messages: told.before ?? [question] },
): Promise<History> {
  const scribe = (told.dialect ?? openaiChatDialect).createScribe();
  const { ending, outcomes } = await settle(deliver(pieces, told.end), {
    tools: "any",
    clock: createManualClock(),
    ...told.options,
    format: scribe.format,
  }).result;
  return scribe.write(history, { ending, outcomes, answers: answersOf(told.answers ?? {}) });
}

/** An answer that says that the call failed. */
export function failure(text: string): CallAnswer {
  return { isError: true, text };
}

function answersOf(answers: NonNullable<Told["answers"]>): ReadonlyMap<number, CallAnswer> {
  return new Map(
    Object.entries(answers).map(([index, given]) => [
      Number(index),
      typeof given === "string" ? { isError: false, text: given } : given,
    ]),
  );
}

/** A call of a history. */
export function functionCall(id: string, name: string, text: string): JsonObject {
  return { id, type: "function", function: { name, arguments: text } };
}

/** An answer of a history. */
export function answer(id: string, content: string): JsonObject {
  return { role: "tool", tool_call_id: id, content };
}
