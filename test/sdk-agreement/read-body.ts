import { anthropicClient, answering, openaiClient } from "../support/sdk-answers.ts";
import type { Wire } from "../promises/support/said.ts";

/** How the official packages are asked for a stream. */
export interface PackageReader {
  /** With `stream: true`: what the package yields of the body. */
  readonly raw: (body: string) => Promise<AsyncIterable<unknown>>;
  /** The helper's stream, which also assembles the answer. */
  readonly helper: (body: string) => AsyncIterable<unknown>;
}

const messages = [{ role: "user" as const, content: "hi" }];

/** The packages in front of a server that answers with a fixed body. */
export const packageReaders: Readonly<Record<Wire, PackageReader>> = {
  "anthropic-messages": {
    raw: (body) =>
      anthropicClient(answering(body)).messages.create({ model: "m", max_tokens: 9, messages, stream: true }),
    helper: (body) => anthropicClient(answering(body)).messages.stream({ model: "m", max_tokens: 9, messages }),
  },
  "openai-chat": {
    raw: (body) => openaiClient(answering(body)).chat.completions.create({ model: "m", messages, stream: true }),
    helper: (body) => openaiClient(answering(body)).chat.completions.stream({ model: "m", messages }),
  },
  "openai-responses": {
    raw: (body) => openaiClient(answering(body)).responses.create({ model: "m", input: "hi", stream: true }),
    helper: (body) => openaiClient(answering(body)).responses.stream({ model: "m", input: "hi" }),
  },
};
