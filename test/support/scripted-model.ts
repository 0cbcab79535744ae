import { anthropicModel } from "../../src/anthropic.ts";
import type { Model, SendRequest } from "../../src/formats/model.ts";
import { openaiChatModel, openaiResponsesModel } from "../../src/openai.ts";
import type { Clock } from "../../src/protocol/clock.ts";
import {
  checkHistory,
  playScript,
  type HistoryViolation,
  type JsonObject,
  type Script,
  type ScriptFormat,
  type Transport,
} from "../../src/simulator.ts";
import type { StoredResponse } from "../../src/simulator/rules/history-rule.ts";

/** One request that a scripted model was sent. */
export interface ScriptedRequest {
  /** As it would have gone over the wire. */
  readonly body: JsonObject;
  /** What a provider would have refused in it. */
  readonly violations: readonly HistoryViolation[];
  readonly signal: AbortSignal;
}

/** A model in this process that answers with scripts, and what it was asked. */
export interface ScriptedModel {
  readonly model: Model;
  readonly requests: readonly ScriptedRequest[];
}

/** How the scripts are played. */
export interface ScriptedOptions {
  /** For scripts with a pace, and for pings. */
  readonly clock?: Clock;
  /** Decides what the scripts leave to chance. Each request has a seed of its own. Default 1. */
  readonly seed?: number;
  /** How the bytes are cut, whatever the scripts say. */
  readonly transport?: Transport;
  /** Whether the provider keeps the conversation (Responses). Default false. */
  readonly isStored?: boolean;
  /** The ceiling of every request. Default 1024. */
  readonly maxTokens?: number;
}

/** The first script answers the first request, and so on; a function is given the number of the request, from 0. */
export type Scripts = readonly Script[] | ((request: number) => Script);

/**
 * A model that plays scripts without a server. Each request is held to the rules of its API, as the simulator does. A
 * request behind the last script rejects, so that a loop is seen.
 */
export function scriptedModel(wire: ScriptFormat, scripts: Scripts, options: ScriptedOptions = {}): ScriptedModel {
  const requests: ScriptedRequest[] = [];
  const { clock, seed = 1, transport, isStored = false } = options;
  const kept = new Map<string, StoredResponse>();
  const send: SendRequest = async (sent, { signal }) => {
    signal.throwIfAborted();
    const number = requests.length;
    const body = parseBody(JSON.stringify(sent));
    requests.push({ body, violations: checkHistory(wire, body, (id) => kept.get(id)), signal });
    const script = typeof scripts === "function" ? scripts(number) : scripts[number];
    const id = script?.envelope?.id;
    if (isStored && script !== undefined && id !== undefined) kept.set(id, { id, calls: callsIn(script) });
    if (script === undefined) throw new Error(`request ${number} has no script`);
    if (script.refusal !== undefined) return refuse(script.refusal);
    return playScript(transport === undefined ? script : { ...script, transport }, {
      seed: seed + number,
      signal,
      ...(clock === undefined ? {} : { clock }),
    });
  };
  return { model: modelOf(wire, send, options), requests };
}

function modelOf(
  wire: ScriptFormat,
  send: SendRequest,
  { maxTokens = 1024, isStored = false }: ScriptedOptions,
): Model {
  switch (wire) {
    case "anthropic-messages":
      return anthropicModel(send, { model: "scripted", max_tokens: maxTokens });
    case "openai-chat":
      return openaiChatModel(send, { model: "scripted", max_completion_tokens: maxTokens });
    case "openai-responses":
      return openaiResponsesModel(
        send,
        { model: "scripted", max_output_tokens: maxTokens },
        { state: isStored ? "stored" : "replayed" },
      );
  }
}

/** The calls that a provider which kept this response would want answered: those of declared tools. */
function callsIn({ steps }: Script): StoredResponse["calls"] {
  return steps.flatMap((step) =>
    step.kind === "call" && step.type === undefined && step.id !== undefined
      ? [{ callId: step.id, outputType: "function_call_output" }]
      : [],
  );
}

function refuse({ status, headers, body }: NonNullable<Script["refusal"]>): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json", ...headers },
  });
}

function parseBody(text: string): JsonObject {
  // A body is an object, and this one has just been written as JSON.
  return JSON.parse(text) as JsonObject;
}
