import type { StreamSource } from "../../wire/stream-source.ts";
import { checkClient, checkParamsObject, type ClientNeeds } from "../check-client.ts";
import type { JsonObject, ToolSpec } from "../dialect.ts";
import type { ClientCallOptions, Model, ModelRequest, SendRequest } from "../model.ts";
import { sendBody } from "../send-body.ts";
import { openaiChatDialectWith } from "./dialect.ts";
import type { OpenaiChatDialect } from "./openai-chat.ts";

/** The part of the `openai` package's client that is used; anything of this shape will do. */
export interface OpenaiChatClient {
  readonly chat: {
    readonly completions: {
      create(body: object, options: ClientCallOptions): OpenaiChatAnswer;
    };
  };
}

/** What the client answers: a promise of its event stream, which may also give the response as it came. */
export interface OpenaiChatAnswer extends PromiseLike<AsyncIterable<unknown>> {
  asResponse?(): Promise<Response>;
}

/** What every request of the model says, beside its messages: any parameter of the API. */
export interface OpenaiChatParams {
  readonly model: string;
  readonly max_completion_tokens?: number | null;
  /** What look-alikes call `max_completion_tokens`. */
  readonly max_tokens?: number | null;
  /** Default `{ include_usage: true }`: a ceiling that the server does not admit to is found by the count. `null` sends none. */
  readonly stream_options?: JsonObject | null;
  /** Tools that somebody else runs; those of the turn are put behind them. */
  readonly tools?: readonly JsonObject[];
  /** One answer is read. */
  readonly n?: number | null;
  /** The history's. */
  readonly messages?: never;
  /** Always true. */
  readonly stream?: never;
  readonly [parameter: string]: unknown;
}

/**
 * A model behind Chat Completions: the `openai` package's client or one of its shape, or a function that sends a finished
 * body. `host` says how the service differs from OpenAI's.
 *
 * @throws {TypeError} for what is no client, for parameters that the turn sets itself, and for several answers at once.
 */
export function openaiChatModel(
  client: OpenaiChatClient | SendRequest,
  params: OpenaiChatParams,
  host: OpenaiChatDialect = {},
): Model {
  checkParams(params);
  checkClient(client, NEEDS);
  const send = typeof client === "function" ? client : sendWith(client);
  return {
    dialect: openaiChatDialectWith(host),
    maxOutputTokens: params.max_completion_tokens ?? params.max_tokens ?? null,
    ceilingName: isNamedByOldName(params) ? "max_tokens" : "max_completion_tokens",
    send: async ({ signal, ...request }) => sendBody(bodyOf(params, request), (body) => send(body, { signal })),
  };
}

function isNamedByOldName({ max_completion_tokens: ceiling, max_tokens: oldCeiling }: OpenaiChatParams): boolean {
  return (ceiling ?? null) === null && (oldCeiling ?? null) !== null;
}

/** The response as it came, where the client gives it: the package's events hide comments and `[DONE]`. */
function sendWith(client: OpenaiChatClient): SendRequest {
  return async (body, { signal }): Promise<StreamSource> => {
    const answer = client.chat.completions.create(body, { signal, maxRetries: 0 });
    return answer.asResponse === undefined ? answer : answer.asResponse();
  };
}

function bodyOf(params: OpenaiChatParams, { history, tools }: Omit<ModelRequest, "signal">): JsonObject {
  const { tools: ownTools = [], stream_options: streamOptions = {}, ...rest } = params;
  const allTools = [...ownTools, ...tools.map(declareTool)];
  return {
    ...rest,
    messages: history.messages,
    // An empty list is refused.
    ...(allTools.length === 0 ? {} : { tools: allTools }),
    stream: true,
    ...(streamOptions === null ? {} : { stream_options: { include_usage: true, ...streamOptions } }),
  };
}

function declareTool({ name, description, jsonSchema }: ToolSpec): JsonObject {
  return { type: "function", function: { name, description, parameters: jsonSchema } };
}

const EXAMPLE = 'openaiChatModel(client, { model: "…", max_completion_tokens: 4096 })';
const NEEDS: ClientNeeds = { maker: "openaiChatModel", path: ["chat", "completions"], example: EXAMPLE };

function checkParams(params: OpenaiChatParams): void {
  checkParamsObject(params, NEEDS);
  if (typeof params.model !== "string" || params.model === "") {
    throw new TypeError(`openaiChatModel needs the name of a model: ${EXAMPLE}`);
  }
  for (const name of ["messages", "stream"]) {
    if (name in params) throw new TypeError(`${name} is set by the turn; leave it out: ${EXAMPLE}`);
  }
  if ((params.n ?? 1) > 1) throw new TypeError(`one answer is read; leave n out: ${EXAMPLE}`);
}
