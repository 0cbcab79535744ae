import type { ScriptFormat } from "../../simulator.ts";
import { anthropicAssistant } from "./anthropic-assistant.ts";
import type { Assistant, ServiceAccess } from "./assistant.ts";
import { openaiChatAssistant, openaiResponsesAssistant } from "./openai-assistant.ts";

/** The ways in which the tour talks to a provider. */
export type ScenarioSdk = "anthropic" | "openai-chat" | "openai-responses";

/** The simulator's name for the wire of each. */
export const scenarioFormats: Readonly<Record<ScenarioSdk, ScriptFormat>> = {
  anthropic: "anthropic-messages",
  "openai-chat": "openai-chat",
  "openai-responses": "openai-responses",
};

/** Which of them speaks a wire. */
export const sdkOf: Readonly<Record<ScriptFormat, ScenarioSdk>> = {
  "anthropic-messages": "anthropic",
  "openai-chat": "openai-chat",
  "openai-responses": "openai-responses",
};

/** Where each of them finds the simulator, below its address. */
const simulatedPaths: Readonly<Record<ScenarioSdk, string>> = {
  anthropic: "",
  "openai-chat": "/v1",
  "openai-responses": "/v1",
};

/** Makes the assistant behind each. */
export const assistants: Readonly<Record<ScenarioSdk, (access: ServiceAccess) => Promise<Assistant>>> = {
  anthropic: anthropicAssistant,
  "openai-chat": openaiChatAssistant,
  "openai-responses": openaiResponsesAssistant,
};

/** Makes an assistant that talks to a simulator instead of the real service. */
export function simulatedAssistant(sdk: ScenarioSdk, simulatorUrl: string): Promise<Assistant> {
  return assistants[sdk]({ baseUrl: simulatorUrl + simulatedPaths[sdk], apiKey: "any" });
}
