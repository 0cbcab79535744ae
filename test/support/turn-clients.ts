import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";

import { anthropicModel } from "../../src/anthropic.ts";
import type { Model, SendRequest } from "../../src/index.ts";
import { openaiChatModel, openaiResponsesModel } from "../../src/openai.ts";
import { createRandom } from "../../src/simulator/random.ts";

/** A client that users have: an official SDK or plain `fetch`, on one of the wires. */
export const turnClients = [
  "anthropic-sdk",
  "anthropic-fetch",
  "chat-sdk",
  "chat-fetch",
  "responses-sdk",
  "responses-fetch",
  "stored-sdk",
  "stored-fetch",
] as const;

export type TurnClient = (typeof turnClients)[number];

/** How the bytes of an answer are cut on their way to the client; a number seeds random sizes from 1 to 64. */
export type Split = "as-sent" | "byte" | number;

export type Wire = "anthropic-messages" | "openai-chat" | "openai-responses";

const wires = {
  anthropic: "anthropic-messages",
  chat: "openai-chat",
  responses: "openai-responses",
  stored: "openai-responses",
} as const;

const paths = {
  "anthropic-messages": "/v1/messages",
  "openai-chat": "/v1/chat/completions",
  "openai-responses": "/v1/responses",
} as const;

/** The wire that a client speaks. */
export function wireOf(client: TurnClient): Wire {
  const [name] = client.split("-");
  return wires[name === "anthropic" || name === "chat" || name === "responses" ? name : "stored"];
}

/** Whom a client asks, and how its answers are cut. */
export interface Asking {
  readonly url: string;
  readonly model: string;
  readonly split: Split;
}

/** The model port over a client, with a ceiling of 1024 tokens. The SDKs would try again by themselves: the model keeps them from it. */
export function makeModel(client: TurnClient, asking: Asking): Model {
  const { url, model } = asking;
  const own = fetchWith(asking.split);
  const isSdk = client.endsWith("-sdk");
  const post = postTo(`${url}${paths[wireOf(client)]}`, own);
  if (client === "anthropic-sdk" || client === "anthropic-fetch") {
    const sdk = new Anthropic({ baseURL: url, apiKey: "any", fetch: own });
    return anthropicModel(isSdk ? sdk : post, { model, max_tokens: 1024 });
  }
  const asked = isSdk ? new OpenAI({ baseURL: `${url}/v1`, apiKey: "any", fetch: own }) : post;
  if (client === "chat-sdk" || client === "chat-fetch") {
    return openaiChatModel(asked, { model, max_completion_tokens: 1024 });
  }
  const state = client === "stored-sdk" || client === "stored-fetch" ? "stored" : "replayed";
  return openaiResponsesModel(asked, { model, max_output_tokens: 1024 }, { state });
}

function postTo(address: string, own: typeof fetch): SendRequest {
  return (body, { signal }) =>
    own(address, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      signal,
    });
}

function fetchWith(split: Split): typeof fetch {
  if (split === "as-sent") return fetch;
  const random = createRandom(split === "byte" ? 1 : split);
  const nextSize = split === "byte" ? () => 1 : () => random.below(64) + 1;
  return async (input, init) => {
    const response = await fetch(input, init);
    const { body, status, headers } = response;
    return body === null ? response : new Response(cutAgain(body, nextSize), { status, headers });
  };
}

/** Takes everything at once, so that a break behind it cannot overtake it, and gives it out in other pieces. */
function cutAgain(body: ReadableStream<Uint8Array>, nextSize: () => number): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let end: { readonly error?: unknown } | undefined;
  let wake = (): void => {};
  const pump = async (): Promise<void> => {
    try {
      for (let read = await reader.read(); !read.done; read = await reader.read()) {
        chunks.push(read.value);
        wake();
      }
      end = {};
    } catch (error) {
      end = { error };
    }
    wake();
  };
  void pump();
  let first = new Uint8Array();
  return new ReadableStream({
    async pull(controller) {
      while (first.length === 0) {
        const chunk = chunks.shift();
        if (chunk !== undefined) first = new Uint8Array(chunk);
        else if (end === undefined) await new Promise<void>((resolve) => (wake = resolve));
        else return "error" in end ? controller.error(end.error) : controller.close();
      }
      const size = nextSize();
      controller.enqueue(first.subarray(0, size));
      first = first.subarray(size);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
