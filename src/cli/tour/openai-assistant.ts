import type OpenAI from "openai";
import { openaiChat, openaiResponses } from "../../openai.ts";
import type { StreamSource } from "../../index.ts";
import type { Assistant, AssistantRequest, ServiceAccess } from "./assistant.ts";
import { loadSdk } from "./load-sdk.ts";
import { ticketRequest, ticketTools } from "./ticket-tools.ts";

/** Makes the assistant that talks Chat Completions through `openai`. @throws UsageError when it is not installed */
export async function openaiChatAssistant(access: ServiceAccess): Promise<Assistant> {
  const client = await openaiClient(access);

  async function ask({ model, maxOutputTokens, signal, take }: AssistantRequest): Promise<StreamSource> {
    const answer = client.chat.completions.create(
      {
        model,
        max_completion_tokens: maxOutputTokens,
        messages: [{ role: "user", content: ticketRequest }],
        tools: ticketTools.map(({ name, description, input }) => ({
          type: "function" as const,
          function: { name, description, parameters: input },
        })),
        stream: true,
        stream_options: { include_usage: true },
      },
      { signal },
    );
    return take === "bytes" ? answer.asResponse() : answer;
  }

  return { label: "OpenAI SDK, Chat Completions", format: openaiChat, ask };
}

/** Makes the assistant that talks Responses through `openai`. @throws UsageError when it is not installed */
export async function openaiResponsesAssistant(access: ServiceAccess): Promise<Assistant> {
  const client = await openaiClient(access);

  async function ask({ model, maxOutputTokens, signal, take }: AssistantRequest): Promise<StreamSource> {
    const answer = client.responses.create(
      {
        model,
        max_output_tokens: maxOutputTokens,
        input: ticketRequest,
        tools: ticketTools.map(({ name, description, input }) => ({
          type: "function" as const,
          name,
          description,
          parameters: input,
          strict: false,
        })),
        stream: true,
      },
      { signal },
    );
    return take === "bytes" ? answer.asResponse() : answer;
  }

  return { label: "OpenAI SDK, Responses", format: openaiResponses, ask };
}

async function openaiClient({ baseUrl, apiKey }: ServiceAccess): Promise<OpenAI> {
  const { OpenAI: Client } = await loadSdk("openai", () => import("openai"));
  return new Client({ apiKey, maxRetries: 0, ...(baseUrl === undefined ? {} : { baseURL: baseUrl }) });
}
