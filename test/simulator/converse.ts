import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";

import type { ScriptFormat, Simulator } from "../../src/simulator.ts";

/** A call as the SDK has it. */
interface Heard {
  readonly id: string;
  readonly name: string;
  readonly text: string;
}

/** What the client says of a call: a text that begins with "Error" is a correction. */
type Answer = (call: Heard) => string;

/** One request of a conversation, and its own way to go on. */
interface Round {
  readonly calls: readonly Heard[];
  readonly said: string;
  /** The message is to be sent back as it is. */
  readonly isPaused?: boolean;
  next(): Promise<Round>;
}

const question = { role: "user" as const, content: "The sign-in page is blank." };

/** Whom to ask, for what, and how calls are answered. */
export interface Conversation {
  readonly simulator: Simulator;
  readonly format: ScriptFormat | "stored-responses";
  readonly model: string;
  readonly answer: Answer;
}

/**
 * Talks as an official SDK does until the model has no more calls: one line a request, with its calls or its words.
 * Gives up behind ten requests.
 */
export async function converse(conversation: Conversation): Promise<readonly string[]> {
  const lines: string[] = [];
  let round = await start(conversation);
  while (lines.length < 10) {
    lines.push(
      round.calls.length === 0 ? round.said : round.calls.map(({ name, text }) => `${name} ${text}`).join("; "),
    );
    if (round.calls.length === 0 && round.isPaused !== true) return lines;
    round = await round.next();
  }
  return [...lines, "and so on"];
}

function start(conversation: Conversation): Promise<Round> {
  switch (conversation.format) {
    case "anthropic-messages":
      return askClaude(conversation, [question]);
    case "openai-chat":
      return askChat(conversation, [question]);
    case "openai-responses":
      return askResponses(conversation, [question]);
    case "stored-responses":
      return askStored(conversation, [question], undefined);
  }
}

async function askClaude(talk: Conversation, messages: readonly Anthropic.MessageParam[]): Promise<Round> {
  const client = new Anthropic({ baseURL: talk.simulator.url, apiKey: "any", maxRetries: 0 });
  const request = { model: talk.model, max_tokens: 1024, messages: [...messages] };
  const { content, stop_reason: stop } = await client.messages.stream(request).finalMessage();
  const calls = content.flatMap((block) =>
    block.type === "tool_use" ? [{ id: block.id, name: block.name, text: JSON.stringify(block.input) }] : [],
  );
  const results = calls.map((call) => {
    const text = talk.answer(call);
    return { type: "tool_result" as const, tool_use_id: call.id, content: text, is_error: text.startsWith("Error") };
  });
  const isPaused = stop === "pause_turn";
  const answered = isPaused ? [] : [{ role: "user" as const, content: results }];
  return {
    calls,
    said: content.map((block) => (block.type === "text" ? block.text : "")).join(""),
    isPaused,
    next: () => askClaude(talk, [...messages, { role: "assistant", content }, ...answered]),
  };
}

type ChatMessage = OpenAI.Chat.Completions.ChatCompletionMessageParam;

async function askChat(talk: Conversation, messages: readonly ChatMessage[]): Promise<Round> {
  const client = new OpenAI({ baseURL: `${talk.simulator.url}/v1`, apiKey: "any", maxRetries: 0 });
  const stream = client.chat.completions.stream({ model: talk.model, messages: [...messages] });
  const { content, tool_calls = [] } = (await stream.finalChatCompletion()).choices[0]?.message ?? { content: null };
  const kept = tool_calls.flatMap((call) => (call.type === "function" ? [call] : []));
  const calls = kept.map((call) => ({ id: call.id, name: call.function.name, text: call.function.arguments }));
  const said: ChatMessage = {
    role: "assistant",
    content,
    tool_calls: kept.map((call) => ({
      id: call.id,
      type: "function",
      function: { name: call.function.name, arguments: call.function.arguments },
    })),
  };
  const results = calls.map((call): ChatMessage => ({
    role: "tool",
    tool_call_id: call.id,
    content: talk.answer(call),
  }));
  return { calls, said: content ?? "", next: () => askChat(talk, [...messages, said, ...results]) };
}

type Item = OpenAI.Responses.ResponseInputItem;

async function askResponses(talk: Conversation, input: readonly Item[]): Promise<Round> {
  const response = await openResponse(talk, { input, store: false });
  const { calls, results } = readResponse(talk, response);
  const items = response.output.flatMap((item): readonly Item[] => {
    if (item.type === "function_call") {
      const { type, id, call_id, name, arguments: text } = item;
      return [{ type, call_id, name, arguments: text, ...(id === undefined ? {} : { id }) }];
    }
    return item.type === "message" ? [item] : [];
  });
  const next = (): Promise<Round> => askResponses(talk, [...input, ...items, ...results]);
  return { calls, said: response.output_text, next };
}

async function askStored(talk: Conversation, input: readonly Item[], previous: string | undefined): Promise<Round> {
  const response = await openResponse(talk, {
    input,
    ...(previous === undefined ? {} : { previous_response_id: previous }),
  });
  const { calls, results } = readResponse(talk, response);
  return { calls, said: response.output_text, next: () => askStored(talk, results, response.id) };
}

function openResponse(
  { simulator, model }: Conversation,
  request: { readonly input: readonly Item[]; readonly store?: boolean; readonly previous_response_id?: string },
): Promise<OpenAI.Responses.Response> {
  const client = new OpenAI({ baseURL: `${simulator.url}/v1`, apiKey: "any", maxRetries: 0 });
  return client.responses.stream({ model, ...request, input: [...request.input] }).finalResponse();
}

function readResponse(
  talk: Conversation,
  { output }: OpenAI.Responses.Response,
): { readonly calls: readonly Heard[]; readonly results: readonly Item[] } {
  const calls = output.flatMap((item) =>
    item.type === "function_call" ? [{ id: item.call_id, name: item.name, text: item.arguments }] : [],
  );
  const results = calls.map((call): Item => ({
    type: "function_call_output",
    call_id: call.id,
    output: talk.answer(call),
  }));
  return { calls, results };
}
