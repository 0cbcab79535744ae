import { settle, type RollResult, type SettleTool } from "rollcall";
import { openaiChat } from "rollcall/openai";

/** A question to a service that speaks Chat Completions. */
export interface Question {
  /** Such as `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly body: { readonly model: string; readonly messages: readonly object[]; readonly max_tokens: number };
  readonly tools: readonly SettleTool[];
  readonly signal: AbortSignal;
}

/** Asks without an SDK. An answer with an error status is an outcome as well: the ending is a `provider-error`. */
export async function ask({ baseUrl, apiKey, body, tools, signal }: Question): Promise<RollResult> {
  const send = (isOver: AbortSignal) =>
    fetch(`${baseUrl}/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${apiKey}` },
      body: JSON.stringify({ ...body, stream: true, stream_options: { include_usage: true } }),
      signal: isOver,
    });
  return settle(send, { format: openaiChat, tools, signal, maxOutputTokens: body.max_tokens }).result;
}
