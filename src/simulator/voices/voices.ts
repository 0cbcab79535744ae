import type { Random } from "../random.ts";
import type { Envelope, ScriptFormat } from "../script/script.ts";
import { createAnthropicVoice } from "./anthropic.ts";
import { createChatVoice } from "./openai-chat.ts";
import { createResponsesVoice } from "./openai-responses.ts";
import type { Voice } from "./voice.ts";

/** The voice of each format. */
export const voices: Readonly<Record<ScriptFormat, (envelope: Envelope, random: Random) => Voice>> = {
  "anthropic-messages": createAnthropicVoice,
  "openai-chat": createChatVoice,
  "openai-responses": createResponsesVoice,
};
