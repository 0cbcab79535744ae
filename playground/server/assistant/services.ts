import type { Model, SendRequest } from "rollcall";
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

/** A model behind the simulator, over HTTP. */
export function simulatedModel({ url, wire, model }: SimulatedModel): Model {
  switch (wire) {
    case "anthropic-messages":
      return anthropicModel(post(`${url}/v1/messages`), { model, max_tokens: SIMULATED_CEILING });
    case "openai-chat":
      return openaiChatModel(post(`${url}/v1/chat/completions`), { model, max_completion_tokens: SIMULATED_CEILING });
    case "openai-responses":
      return openaiResponsesModel(post(`${url}/v1/responses`), { model, max_output_tokens: SIMULATED_CEILING });
  }
}

function post(url: string): SendRequest {
  return (body, { signal }) =>
    fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body), signal });
}

/** A model behind the real service, with its official SDK, which reads the key and the base URL from the environment. */
export async function realModel(
  service: Exclude<ServiceName, "simulator">,
  wire: WireName,
  environment: Environment,
): Promise<Model> {
  const model = modelName(service, environment) ?? "";
  if (service === "anthropic") {
    const { Anthropic } = await import("@anthropic-ai/sdk");
    return anthropicModel(new Anthropic({ maxRetries: 0 }), { model, max_tokens: REAL_CEILING });
  }
  const { OpenAI } = await import("openai");
  const client = new OpenAI({ maxRetries: 0 });
  return wire === "openai-chat"
    ? openaiChatModel(client, { model, max_completion_tokens: REAL_CEILING })
    : openaiResponsesModel(client, { model, max_output_tokens: REAL_CEILING });
}

function modelName(service: ServiceName, environment: Environment): string | null {
  const { modelVariable, defaultModel } = services[service];
  return (modelVariable === null ? undefined : environment[modelVariable]) ?? defaultModel;
}
