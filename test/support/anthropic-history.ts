import { expect } from "vitest";

import { anthropicDialect } from "../../src/formats/anthropic-messages/dialect.ts";
import type { JsonObject } from "../../src/formats/dialect.ts";
import { settle } from "../../src/index.ts";
import type { CallAnswer } from "../../src/protocol/answer.ts";
import { createManualClock } from "./manual-clock.ts";
import { bytesOf, deliver, sdkObjects, splitsOf, type ConnectionEnd, type StreamOptions } from "./settle-stream.ts";

/** What stands in front of a message, and what its calls are answered. */
export interface Telling {
  /** Default: one question of the person. */
  readonly messages?: readonly JsonObject[];
  /** By the index of the call. A text is an answer that is no error. */
  readonly answers?: Readonly<Record<number, string | CallAnswer>>;
  readonly options?: StreamOptions;
  readonly end?: ConnectionEnd;
  /** Whether an SDK could hand these records over. Default true. */
  readonly objects?: boolean;
}

/** The person's words that stand in front of a message where nothing else is said. */
const question: JsonObject = { role: "user", content: "The sign-in page is blank." };

/**
 * The messages that the scribe adds behind those in front; read whole, byte by byte, at random splits and as an SDK's
 * objects, which must all come to the same.
 */
export async function added(body: string, telling: Telling = {}): Promise<readonly JsonObject[]> {
  const before = telling.messages ?? [question];
  const messages = await history(body, telling);
  expect(messages.slice(0, before.length), "what stood there is untouched").toEqual(before);
  return messages.slice(before.length);
}

/** The whole history behind a message. */
export async function history(body: string, telling: Telling = {}): Promise<readonly JsonObject[]> {
  const bytes = bytesOf(body);
  const whole = await write([bytes], telling);
  for (const [label, chunks] of splitsOf(bytes)) expect(await write(chunks, telling), label).toEqual(whole);
  if (telling.objects !== false) expect(await write(sdkObjects(body), telling), "as objects").toEqual(whole);
  return whole;
}

async function write(
  chunks: readonly (Uint8Array | string | object)[],
  telling: Telling,
): Promise<readonly JsonObject[]> {
  const scribe = anthropicDialect.createScribe();
  const messages = structuredClone(telling.messages ?? [question]);
  const roll = settle(deliver(chunks, telling.end ?? "eof"), {
    tools: "any",
    clock: createManualClock(),
    ...telling.options,
    format: scribe.format,
  });
  const { ending, outcomes } = await roll.result;
  const answers = new Map(
    Object.entries(telling.answers ?? {}).map(([index, answer]) => [
      Number(index),
      typeof answer === "string" ? { isError: false, text: answer } : answer,
    ]),
  );

  const written = scribe.write({ messages }, { ending, outcomes, answers });

  expect(messages, "the given messages are not changed").toEqual(telling.messages ?? [question]);
  return written.messages;
}
