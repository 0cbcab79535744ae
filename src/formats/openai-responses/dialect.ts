import type { Dialect, History, Scribe, SettledMessage } from "../dialect.ts";
import { listenTo } from "../listen.ts";
import { openaiResponses } from "./openai-responses.ts";
import { isRetryable } from "../retryable.ts";
import { standingCalls } from "./standing-calls.ts";
import { createItemTaker, type TakenResponse } from "./taken-items.ts";
import { writeItems } from "./write-items.ts";
import { standingCallsOfChain, writeStored } from "./write-stored.ts";

type Write = (history: History, message: SettledMessage, response: TakenResponse) => History;

/** OpenAI Responses where each request repeats the whole conversation, as with `store: false`. */
export const openaiResponsesDialect: Dialect = {
  format: openaiResponses,
  createScribe: () => createScribe(writeReplayed),
  standingCalls: (messages) => standingCalls(messages),
  isRetryable,
};

/**
 * OpenAI Responses where the provider keeps the conversation, and a request goes on from `previousResponseId`. Its calls
 * do not stand in `messages` then: they are known as long as this process holds the outputs that the scribe wrote.
 */
export const openaiResponsesStoredDialect: Dialect = {
  format: openaiResponses,
  createScribe: () => createScribe(writeStored),
  standingCalls: standingCallsOfChain,
  isRetryable,
};

function createScribe(write: Write): Scribe {
  const taker = createItemTaker();
  return {
    format: listenTo(openaiResponses, (record, events) => taker.hear(record, events)),
    write: (history, message) => write(history, message, taker.taken()),
  };
}

function writeReplayed(history: History, message: SettledMessage, { items }: TakenResponse): History {
  return writeItems(history, message, { items, isRetold: false });
}
