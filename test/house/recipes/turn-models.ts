import type Anthropic from "@anthropic-ai/sdk";
import type OpenAI from "openai";
import type { Model } from "rollcall";
import { anthropicModel } from "rollcall/anthropic";
import { openaiChatModel, openaiResponsesModel } from "rollcall/openai";

/** Claude, with a tool that Anthropic runs itself beside those of the turn. */
export function claude(client: Anthropic, model: string): Model {
  return anthropicModel(client, {
    model,
    max_tokens: 4096,
    system: "You answer in one sentence.",
    tools: [{ type: "web_search_20250305", name: "web_search" }],
  });
}

/** Chat Completions, of OpenAI or of a look-alike. */
export function chat(client: OpenAI, model: string): Model {
  return openaiChatModel(client, { model, max_completion_tokens: 4096 });
}

/** Responses. Every request repeats the conversation, and OpenAI keeps nothing. */
export function responses(client: OpenAI, model: string): Model {
  return openaiResponsesModel(client, { model, max_output_tokens: 4096, instructions: "You answer in one sentence." });
}

/** Responses. OpenAI keeps the conversation, and a request names the response before it. */
export function storedResponses(client: OpenAI, model: string): Model {
  return openaiResponsesModel(client, { model, max_output_tokens: 4096 }, { state: "stored" });
}
