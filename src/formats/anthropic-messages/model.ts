import type { StreamSource } from "../../wire/stream-source.ts";
import { checkClient, checkParamsObject, type ClientNeeds } from "../check-client.ts";
import type { History, JsonObject, ToolSpec } from "../dialect.ts";
import { isFields } from "../fields.ts";
import type { ClientCallOptions, Model, ModelRequest, SendRequest } from "../model.ts";
import { sendBody } from "../send-body.ts";
import { anthropicDialect } from "./dialect.ts";

/** What is used of a client: `new Anthropic()`, its `beta`, and the clients for other clouds all have it. */
export interface AnthropicClient {
  readonly messages: {
    create(body: object, options: ClientCallOptions): PromiseLike<unknown>;
  };
}

/** What every request says, beside the conversation and the turn's own tools: any field that the API takes. */
export interface AnthropicParams {
  readonly model: string;
  readonly max_tokens: number;
  /** Tools that the provider runs; they are sent behind the turn's own. */
  readonly tools?: readonly object[] | undefined;
  readonly messages?: never;
  readonly stream?: never;
  readonly [field: string]: unknown;
}

/**
 * Makes a model of an Anthropic client, or of a function that sends the body itself.
 *
 * @throws {TypeError} for what is no client, and for params without `model` and `max_tokens`, or with `messages` or
 * `stream`, which the turn gives.
 *
 * @example
 * ```ts
 * const model = anthropicModel(new Anthropic(), { model: "claude-opus-4-5", max_tokens: 4096 });
 * ```
 */
export function anthropicModel(client: AnthropicClient | SendRequest, params: AnthropicParams): Model {
  checkClient(client, NEEDS);
  checkParams(params);
  return {
    dialect: anthropicDialect,
    maxOutputTokens: params.max_tokens,
    ceilingName: "max_tokens",
    send(request) {
      const { signal } = request;
      return sendBody(bodyOf(params, request), (body) =>
        typeof client === "function" ? client(body, { signal }) : sendThrough(client, body, signal),
      );
    },
  };
}

const NEEDS: ClientNeeds = {
  maker: "anthropicModel",
  path: ["messages"],
  example: 'anthropicModel(new Anthropic(), { model: "…", max_tokens: 4096 })',
};

/** TypeScript says this already; JavaScript would be told by the provider, in the middle of a turn. */
function checkParams(params: AnthropicParams): void {
  checkParamsObject(params, NEEDS);
  for (const field of ["messages", "stream"]) {
    if (params[field] !== undefined) {
      throw new TypeError(
        `the turn gives ${field}: anthropicModel(client, { model, max_tokens }) takes the other fields`,
      );
    }
  }
  if (typeof params.model !== "string" || typeof params.max_tokens !== "number") {
    throw new TypeError("a request needs a model and a ceiling: anthropicModel(client, { model, max_tokens: 4096 })");
  }
}

function bodyOf(params: AnthropicParams, { history, tools }: ModelRequest): JsonObject {
  const { tools: providerTools = [], ...rest } = params;
  // Behind the turn's own, so that a cache mark on the last of the provider's tools covers them all.
  const declared = [...tools.map(declare), ...providerTools];
  return {
    ...rest,
    ...containerOf(params, history),
    ...(declared.length === 0 ? {} : { tools: declared }),
    messages: history.messages,
    stream: true,
  };
}

/** The caller's own is left as it is; skills that are to be loaded go into the container that waits. */
function containerOf({ container: own }: AnthropicParams, { container: waiting }: History): JsonObject {
  if (waiting === undefined || typeof own === "string") return {};
  return { container: isFields(own) ? { id: waiting, ...own } : waiting };
}

function declare({ name, description, jsonSchema }: ToolSpec): JsonObject {
  return { name, description, input_schema: jsonSchema };
}

/** An SDK's own events hide the pings, which tell a slow model from a dead link: its raw answer shows them. */
async function sendThrough(client: AnthropicClient, body: JsonObject, signal: AbortSignal): Promise<StreamSource> {
  const answer = client.messages.create(body, { signal, maxRetries: 0 });
  return parseSource(await (isRawAnswer(answer) ? answer.asResponse() : answer));
}

function isRawAnswer(answer: object): answer is { asResponse(): PromiseLike<unknown> } {
  return "asResponse" in answer && typeof answer.asResponse === "function";
}

function parseSource(value: unknown): StreamSource {
  if (isSource(value)) return value;
  throw new TypeError(
    "the client's messages.create gave no stream: pass a client that sends requests with stream: true",
  );
}

/** By shape, not by class: other runtimes have classes of their own. */
function isSource(value: unknown): value is StreamSource {
  if (typeof value !== "object" || value === null) return false;
  return "bodyUsed" in value || "getReader" in value || Symbol.asyncIterator in value;
}
