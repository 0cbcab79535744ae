import { settle, type RollResult, type StreamSource } from "rollcall";
import { openaiChat } from "rollcall/openai";
import * as valibot from "valibot";

const createTicket = {
  name: "create_ticket",
  input: valibot.object({
    title: valibot.string(),
    priority: valibot.picklist(["low", "normal", "urgent"]),
  }),
};

/** Settles where no text may become code: the schema is one that is interpreted. */
export async function settleAtTheEdge(source: StreamSource): Promise<RollResult> {
  return settle(source, { format: openaiChat, tools: [createTicket] }).result;
}
