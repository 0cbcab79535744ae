import type { Model, SendRequest } from "rollcall";
import { anthropicModel } from "rollcall/anthropic";
import { openaiChatModel, openaiResponsesModel } from "rollcall/openai";

/** A service, and what it wants to know of the client. */
export interface Service {
  /** Such as `https://api.openai.com/v1`, or `https://api.anthropic.com/v1`. */
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Posts the body that the model has made. The `Response` goes back unread, whatever its status. */
function sendTo(path: string, { baseUrl, headers }: Service): SendRequest {
  return (body, { signal }) =>
    fetch(`${baseUrl}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
      signal,
    });
}

/** `headers` are `x-api-key` and `anthropic-version`. */
export function fetchClaude(service: Service, model: string): Model {
  return anthropicModel(sendTo("/messages", service), { model, max_tokens: 4096 });
}

/** `headers` are those of the host. What it calls the ceiling is for you to know. */
export function fetchChat(service: Service, model: string): Model {
  return openaiChatModel(sendTo("/chat/completions", service), { model, max_tokens: 4096 });
}

/** `headers` are `authorization`. */
export function fetchResponses(service: Service, model: string): Model {
  return openaiResponsesModel(sendTo("/responses", service), { model, max_output_tokens: 4096 });
}
