import type { Format } from "rollcall";
import { openaiChatWith } from "rollcall/openai";

/** A host that ends every good answer with `[DONE]` and never says why it stopped. */
export const wordlessHost: Format = openaiChatWith({ finishReason: "never-sent" });

/** The second of two answers to one question. */
export const secondAnswer: Format = openaiChatWith({ choice: 1 });
