import type Anthropic from "@anthropic-ai/sdk";
import { anthropicMessages } from "../../anthropic.ts";
import type { StreamSource } from "../../index.ts";
import type { Assistant, AssistantRequest, ServiceAccess } from "./assistant.ts";
import { loadSdk } from "./load-sdk.ts";
import { ticketRequest, ticketTools } from "./ticket-tools.ts";

/** Makes the assistant that talks through `@anthropic-ai/sdk`. @throws UsageError when the SDK is not installed */
export async function anthropicAssistant({ baseUrl, apiKey }: ServiceAccess): Promise<Assistant> {
  const { Anthropic: Client } = await loadSdk("@anthropic-ai/sdk", () => import("@anthropic-ai/sdk"));
  const client = new Client({ apiKey, maxRetries: 0, ...(baseUrl === undefined ? {} : { baseURL: baseUrl }) });

  async function ask({ model, maxOutputTokens, signal, take }: AssistantRequest): Promise<StreamSource> {
    const answer = client.messages.create(
      {
        model,
        max_tokens: maxOutputTokens,
        messages: [{ role: "user", content: ticketRequest }],
        tools: ticketTools.map(anthropicTool),
        stream: true,
      },
      { signal },
    );
    return take === "bytes" ? answer.asResponse() : answer;
  }

  return { label: "Anthropic SDK", format: anthropicMessages, ask };
}

function anthropicTool({ name, description, input }: (typeof ticketTools)[number]): Anthropic.Tool {
  return { name, description, input_schema: input };
}
