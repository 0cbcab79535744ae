import type { StreamSource } from "../../wire/stream-source.ts";
import { checkClient, checkParamsObject, type ClientNeeds } from "../check-client.ts";
import type { JsonObject, ToolSpec } from "../dialect.ts";
import type { ClientCallOptions, Model, ModelRequest, SendRequest } from "../model.ts";
import { sendBody } from "../send-body.ts";
import { openaiResponsesDialect, openaiResponsesStoredDialect } from "./dialect.ts";

/** The part of the `openai` package's client that is used; anything of this shape will do. */
export interface OpenaiResponsesClient {
  readonly responses: {
    create(body: object, options: ClientCallOptions): OpenaiResponsesAnswer;
  };
}

/** What the client answers: a promise of its event stream, which may also give the response as it came. */
export interface OpenaiResponsesAnswer extends PromiseLike<AsyncIterable<unknown>> {
  asResponse?(): Promise<Response>;
}

/** What every request of the model says, beside its conversation: any parameter of the API. */
export interface OpenaiResponsesParams {
  readonly model: string;
  readonly max_output_tokens?: number | null;
  /** Tools that somebody else runs, such as `{ type: "web_search" }`; those of the turn are put behind them. */
  readonly tools?: readonly JsonObject[];
  /** Default `false`, and `true` where the conversation is stored. */
  readonly store?: boolean | null;
  readonly include?: readonly string[] | null;
  readonly reasoning?: JsonObject | null;
  /** The history's. */
  readonly input?: never;
  readonly previous_response_id?: never;
  readonly conversation?: never;
  /** Always true. */
  readonly stream?: never;
  readonly [parameter: string]: unknown;
}

/** How a conversation is held. */
export interface OpenaiResponsesState {
  /**
   * `replayed` (the default): each request repeats the conversation, and the provider keeps nothing (`store: false`).
   * `stored`: the provider keeps it, and a request goes on from the response before it.
   */
  readonly state?: "replayed" | "stored";
}

/**
 * A model behind OpenAI Responses.
 *
 * Where nothing is stored, reasoning can go back only if it comes encrypted. The API sends it so by default (`openai`
 * 7.59.0); with `reasoning` among the parameters it is also asked for, by `include`, for hosts that wait to be asked. It is
 * not asked for otherwise: models that do not reason refuse the request then
 * (https://github.com/pydantic/pydantic-ai/issues/2865, 2026-12-01). An `include` or a `store` of your own is left as it is.
 *
 * @throws {TypeError} for what is no client, for parameters that the turn sets itself, and for a `store` that contradicts `state`.
 */
export function openaiResponsesModel(
  client: OpenaiResponsesClient | SendRequest,
  params: OpenaiResponsesParams,
  { state = "replayed" }: OpenaiResponsesState = {},
): Model {
  checkParams(params, state);
  checkClient(client, NEEDS);
  const send = typeof client === "function" ? client : sendWith(client);
  return {
    dialect: state === "stored" ? openaiResponsesStoredDialect : openaiResponsesDialect,
    maxOutputTokens: params.max_output_tokens ?? null,
    ceilingName: "max_output_tokens",
    send: async ({ signal, ...request }) => sendBody(bodyOf(request, params, state), (body) => send(body, { signal })),
  };
}

/** The response as it came, where the client gives it: its events have lost how numbers and keys were written. */
function sendWith(client: OpenaiResponsesClient): SendRequest {
  return async (body, { signal }): Promise<StreamSource> => {
    const answer = client.responses.create(body, { signal, maxRetries: 0 });
    return answer.asResponse === undefined ? answer : answer.asResponse();
  };
}

type State = "replayed" | "stored";

function bodyOf(
  { history, tools }: Omit<ModelRequest, "signal">,
  params: OpenaiResponsesParams,
  state: State,
): JsonObject {
  const { tools: ownTools = [], ...rest } = params;
  const { messages, previousResponseId } = history;
  const allTools = [...ownTools, ...tools.map(declareTool)];
  return {
    ...defaultsOf(params, state),
    ...rest,
    input: messages,
    ...(previousResponseId === undefined ? {} : { previous_response_id: previousResponseId }),
    ...(allTools.length === 0 ? {} : { tools: allTools }),
    stream: true,
  };
}

function defaultsOf(params: OpenaiResponsesParams, state: State): JsonObject {
  if (state === "stored") return { store: true };
  const isReasoning = params.reasoning !== undefined && params.reasoning !== null;
  return { store: false, ...(isReasoning ? { include: ["reasoning.encrypted_content"] } : {}) };
}

/** Not strict: that takes a part of JSON Schema only, and the arguments are checked here anyway. */
function declareTool({ name, description, jsonSchema }: ToolSpec): JsonObject {
  return { type: "function", name, description, parameters: jsonSchema, strict: false };
}

const EXAMPLE = 'openaiResponsesModel(client, { model: "…", max_output_tokens: 4096 })';
const NEEDS: ClientNeeds = { maker: "openaiResponsesModel", path: ["responses"], example: EXAMPLE };

function checkParams(params: OpenaiResponsesParams, state: State): void {
  checkParamsObject(params, NEEDS);
  if (typeof params.model !== "string" || params.model === "") {
    throw new TypeError(`openaiResponsesModel needs the name of a model: ${EXAMPLE}`);
  }
  for (const name of ["input", "stream", "previous_response_id", "conversation"]) {
    if (name in params) throw new TypeError(`${name} is set by the turn; leave it out: ${EXAMPLE}`);
  }
  if (state === "stored" && params.store === false) {
    throw new TypeError('state "stored" needs a provider that stores: leave out store: false, or take "replayed"');
  }
}
