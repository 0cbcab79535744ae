import type { Model } from "rollcall";
import { anthropicModel } from "rollcall/anthropic";
import { openaiChatModel, openaiResponsesModel } from "rollcall/openai";
import type { ServiceChoice, ServiceName, WireChoice, WireName } from "../../shared/api.ts";
import { serviceNames, wireNames } from "./names.ts";

/** The environment of the process: keys, and base URLs as the SDKs read them themselves. */
export type Environment = Readonly<Record<string, string | undefined>>;

interface Service {
  readonly label: string;
  readonly keyVariable: string | null;
  readonly modelVariable: string | null;
  readonly defaultModel: string | null;
  readonly wires: readonly WireName[];
}

const services: Readonly<Record<ServiceName, Service>> = {
  simulator: {
    label: "Simulator on this machine",
    keyVariable: null,
    modelVariable: null,
    defaultModel: null,
    wires: wireNames,
  },
  anthropic: {
    label: "Anthropic",
    keyVariable: "ANTHROPIC_API_KEY",
    modelVariable: "ANTHROPIC_MODEL",
    defaultModel: "claude-haiku-4-5",
    wires: ["anthropic-messages"],
  },
  openai: {
    label: "OpenAI",
    keyVariable: "OPENAI_API_KEY",
    modelVariable: "OPENAI_MODEL",
    defaultModel: "gpt-5-mini",
    wires: ["openai-chat", "openai-responses"],
  },
};

const wireLabels: Readonly<Record<WireName, string>> = {
  "anthropic-messages": "Anthropic Messages",
  "openai-chat": "OpenAI Chat Completions",
  "openai-responses": "OpenAI Responses",
};

/** The picker of wires. */
export const wireChoices: readonly WireChoice[] = wireNames.map((name) => ({ name, label: wireLabels[name] }));

/** The picker of services. Says whether there is a key, and nothing of it. */
export function serviceChoices(environment: Environment): readonly ServiceChoice[] {
  return serviceNames.map((name) => {
    const { label, keyVariable, wires } = services[name];
    const hasKey = keyVariable === null || (environment[keyVariable] ?? "") !== "";
    const missing = hasKey ? null : `set ${keyVariable} before the playground is started`;
    return { name, label, model: modelName(name, environment), wires, missing };
  });
}

/** The ceiling of the simulator's answers: what its scenarios are cut by. */
const SIMULATED_CEILING = 1024;
/** Room for a ticket, and for what a reasoning model thinks before it. */
const REAL_CEILING = 4096;

/** What is asked of the simulator. */
export interface SimulatedModel {
  readonly url: string;
  readonly wire: WireName;
  /** A model name that its scenarios are asked for by. */
  readonly model: string;
}

/** A model behind the simulator: over HTTP, through the official SDKs. */
export function simulatedModel({ url, wire, model }: SimulatedModel): Promise<Model> {
  const baseURL = wire === "anthropic-messages" ? url : `${url}/v1`;
  return modelBehind(wire, { model, maxTokens: SIMULATED_CEILING, access: { baseURL, apiKey: "any" } });
}

/** A model behind the real service, whose SDK reads the key and the base URL from the environment. */
export function realModel(service: ServiceName, wire: WireName, environment: Environment): Promise<Model> {
  return modelBehind(wire, { model: modelName(service, environment) ?? "", maxTokens: REAL_CEILING, access: {} });
}

interface Asked {
  readonly model: string;
  readonly maxTokens: number;
  readonly access: { readonly baseURL?: string; readonly apiKey?: string };
}

/** A turn sends requests again by itself, and says so; the SDKs are kept from doing it behind its back. */
async function modelBehind(wire: WireName, { model, maxTokens, access }: Asked): Promise<Model> {
  if (wire === "anthropic-messages") {
    const { Anthropic } = await import("@anthropic-ai/sdk");
    return anthropicModel(new Anthropic({ ...access, maxRetries: 0 }), { model, max_tokens: maxTokens });
  }
  const { OpenAI } = await import("openai");
  const client = new OpenAI({ ...access, maxRetries: 0 });
  return wire === "openai-chat"
    ? openaiChatModel(client, { model, max_completion_tokens: maxTokens })
    : openaiResponsesModel(client, { model, max_output_tokens: maxTokens });
}

function modelName(service: ServiceName, environment: Environment): string | null {
  const { modelVariable, defaultModel } = services[service];
  return (modelVariable === null ? undefined : environment[modelVariable]) ?? defaultModel;
}
