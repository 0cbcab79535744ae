import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { anthropicMessages } from "../src/anthropic.ts";
import { settle, type Format, type RollResult, type SettleOptions } from "../src/index.ts";
import { openaiChat, openaiResponses } from "../src/openai.ts";
import { createFloorReader, createHandReader, readAll } from "./floor.ts";
import { iterate, respond } from "./sources.ts";
import type { BenchDocument } from "./documents.ts";
import type { BenchFormat, BenchStream } from "./streams.ts";

/** One way to get the arguments of a call out of a stream. */
export interface Contender {
  readonly name: string;
  /** Reads the stream once and returns the arguments. */
  run(): Promise<unknown>;
}

/** What a stream is read from: an async generator, or a `Response` as `fetch` gives it. */
export type SourceKind = "generator" | "Response";

/** Names of the rows; the goals are about `settle`. */
export const FLOOR = "floor";
export const HAND = "hand-written SSE split";
export const SETTLE = "Rollcall, result";
export const EVENTS = "Rollcall, every event";

const readers: Readonly<Record<BenchFormat, Format>> = {
  "anthropic-messages": anthropicMessages,
  "openai-chat": openaiChat,
  "openai-responses": openaiResponses,
};

/** What Rollcall is given for a stream: its format, and one tool with a JSON Schema. */
export function settleOptions(format: BenchFormat, document: BenchDocument): SettleOptions {
  return { format: readers[format], tools: [{ name: document.tool, input: document.schema }] };
}

/** The floor, Rollcall twice, and a hand-written split, over the same chunks from the same kind of source. */
export function ownContenders(
  { format, document }: BenchStream,
  chunks: readonly Uint8Array[],
  kind: SourceKind,
): readonly Contender[] {
  const open = kind === "generator" ? () => iterate(chunks) : () => respond(chunks);
  const options = settleOptions(format, document);
  return [
    { name: FLOOR, run: () => readAll(open(), createFloorReader(format)) },
    { name: HAND, run: () => readAll(open(), createHandReader(format)) },
    {
      name: SETTLE,
      run: async () => argumentsOf(await settle(open(), options).result),
    },
    {
      name: EVENTS,
      async run() {
        const roll = settle(open(), options);
        let events = 0;
        for await (const event of roll) events += event.type === "fragment" ? 1 : 0;
        if (events === 0) throw new Error("the stream had no fragments");
        return argumentsOf(await roll.result);
      },
    },
  ];
}

/** The helper of the provider's SDK, which gets the same bytes through a `fetch` that does not touch the network. */
export function sdkContender({ format, document }: BenchStream, chunks: readonly Uint8Array[]): Contender {
  const fetch = (): Promise<Response> => Promise.resolve(respond(chunks));
  switch (format) {
    case "anthropic-messages":
      return anthropicHelper(document, new Anthropic({ apiKey: "none", fetch }));
    case "openai-chat":
      return chatHelper(document, new OpenAI({ apiKey: "none", fetch }));
    case "openai-responses":
      return responsesHelper(document, new OpenAI({ apiKey: "none", fetch }));
  }
}

function anthropicHelper({ tool, schema }: BenchDocument, client: Anthropic): Contender {
  const tools = [{ name: tool, input_schema: { ...schema, type: "object" as const } }];
  const messages = [{ role: "user" as const, content: "Go on." }];
  return {
    name: "@anthropic-ai/sdk messages.stream",
    async run() {
      const stream = client.messages.stream({ model: "bench", max_tokens: 4096, messages, tools });
      const block = (await stream.finalMessage()).content[0];
      return block?.type === "tool_use" ? block.input : undefined;
    },
  };
}

function chatHelper({ tool, schema }: BenchDocument, client: OpenAI): Contender {
  const tools = [{ type: "function" as const, function: { name: tool, parameters: { ...schema } } }];
  const messages = [{ role: "user" as const, content: "Go on." }];
  return {
    name: "openai chat.completions.stream",
    async run() {
      const completion = await client.chat.completions
        .stream({ model: "bench", messages, tools })
        .finalChatCompletion();
      const call = completion.choices[0]?.message.tool_calls?.[0];
      return call?.type === "function" ? parseJson(call.function.arguments) : undefined;
    },
  };
}

function responsesHelper({ tool, schema }: BenchDocument, client: OpenAI): Contender {
  const tools = [{ type: "function" as const, name: tool, parameters: { ...schema }, strict: false }];
  return {
    name: "openai responses.stream",
    async run() {
      const response = await client.responses.stream({ model: "bench", input: "Go on.", tools }).finalResponse();
      const item = response.output[0];
      return item?.type === "function_call" ? parseJson(item.arguments) : undefined;
    },
  };
}

function argumentsOf(result: RollResult): unknown {
  const [outcome] = result.outcomes;
  if (outcome?.kind !== "dispatchable") throw new Error(`the call is ${outcome?.kind ?? "missing"}`);
  return outcome.args;
}

function parseJson(text: string): unknown {
  return JSON.parse(text);
}
