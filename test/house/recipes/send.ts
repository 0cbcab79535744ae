import type Anthropic from "@anthropic-ai/sdk";
import { settle, type RollResult, type SettleTool } from "rollcall";
import { anthropicMessages } from "rollcall/anthropic";

/** A request to Claude, and who may call it off. */
export interface Request {
  readonly body: Anthropic.MessageCreateParamsStreaming;
  readonly tools: readonly SettleTool[];
  readonly signal: AbortSignal;
}

/** Sends the request when it is read. Nothing that goes wrong with it throws: a refused connection is an ending too. */
export async function askClaude(client: Anthropic, { body, tools, signal }: Request): Promise<RollResult> {
  const send = (isOver: AbortSignal) => client.messages.create(body, { signal: isOver });
  return settle(send, { format: anthropicMessages, tools, signal, maxOutputTokens: body.max_tokens }).result;
}
